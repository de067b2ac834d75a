/** Publishes each store's proof of backing once a day, at a moment that was drawn the day before; the first one with the first round. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { publishDueDays } from './publish-day.ts'

export function startProofWorker(karat: Bag<'proof'>): Worker {
  return everySeconds(
    karat.settings.proof.roundSeconds,
    () => publishDueDays(karat),
    (error) => karat.log.error({ err: error }, 'round of proofs failed'),
  )
}
