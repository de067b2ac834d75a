/** Rounds of large trades. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { expireOffers } from './expire-offers.ts'
import { forgetContracts } from './forget-contracts.ts'
import { remindBuyers } from './remind-buyers.ts'

export function startBusinessWorker(karat: Bag<'business'>): Worker {
  const failed = (says: string) => (error: unknown) => karat.log.warn({ err: error }, says)
  const rounds = [
    everySeconds(10, () => expireOffers(karat), failed('round of firm quotes failed')),
    everySeconds(60, () => remindBuyers(karat), failed('round of large trades to be paid failed')),
    everySeconds(
      3600,
      () => forgetContracts(karat),
      failed('contracts that were kept long enough could not be forgotten'),
    ),
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
