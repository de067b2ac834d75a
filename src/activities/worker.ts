/** Rounds of activities. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { followTimes } from './go-live.ts'

export function startActivitiesWorker(karat: Bag<'activities'>): Worker {
  return everySeconds(
    30,
    () => followTimes(karat),
    (error) => karat.log.warn({ err: error }, 'round of activities failed'),
  )
}
