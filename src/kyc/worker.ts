/** Rounds of kyc: files that were kept long enough. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Karat } from '../karat.ts'
import { destroyExpired } from './keep-files.ts'

const EVERY_SECONDS = 3600

export const startKycWorker = (karat: Karat): Worker =>
  everySeconds(
    EVERY_SECONDS,
    () => destroyExpired(karat.db),
    (error) => karat.log.error({ err: error }, 'a round of kyc failed'),
  )
