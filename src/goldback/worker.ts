/** Rounds of gold-back. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { forgetQuotes } from './case-quotes.ts'
import { endLate } from './end-late.ts'

export function startGoldbackWorker(karat: Bag<'goldback'>): Worker {
  const rounds = [
    everySeconds(
      30,
      () => endLate(karat),
      (error) => karat.log.warn({ err: error }, 'round of late gold-back cases failed'),
    ),
    everySeconds(
      3600,
      () => forgetQuotes(karat.db),
      (error) => karat.log.warn({ err: error }, 'old quotes of gold-back could not be ended'),
    ),
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
