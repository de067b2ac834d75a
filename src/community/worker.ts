/** Forgets where messages came from once nobody needs to know. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Karat } from '../karat.ts'
import { forgetAddresses } from './send-message.ts'

const EVERY_SECONDS = 900

export function startCommunityWorker(karat: Karat): Worker {
  return everySeconds(
    EVERY_SECONDS,
    () => forgetAddresses(karat.db),
    (error) => karat.log.error({ err: error }, 'the sweep of messages failed'),
  )
}
