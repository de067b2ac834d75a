/** Rounds of the vault. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Karat } from '../karat.ts'
import { forgetQuotes } from './trade-quotes.ts'

export const startVaultWorker = (karat: Karat): Worker =>
  everySeconds(
    3600,
    () => forgetQuotes(karat.db),
    (error) => karat.log.warn({ err: error }, 'old quotes of trades could not be ended'),
  )
