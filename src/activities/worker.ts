/** Rounds of activities. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { eraseParticipants } from './forget-participants.ts'
import { followTimes } from './go-live.ts'

export function startActivitiesWorker(karat: Bag<'activities'>): Worker {
  const rounds = [
    everySeconds(
      30,
      () => followTimes(karat),
      (error) => karat.log.warn({ err: error }, 'round of activities failed'),
    ),
    everySeconds(
      3600,
      () => eraseParticipants(karat.db),
      (error) => karat.log.warn({ err: error }, 'old sign-ups of activities could not be erased'),
    ),
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
