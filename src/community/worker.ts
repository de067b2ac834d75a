/** Forgets where messages came from, and later what they said. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { forgetOldMessages } from './send-message.ts'

const EVERY_SECONDS = 900

export function startCommunityWorker(karat: Bag<'community'>): Worker {
  return everySeconds(
    EVERY_SECONDS,
    () => forgetOldMessages(karat.db),
    (error) => karat.log.error({ err: error }, 'the sweep of messages failed'),
  )
}
