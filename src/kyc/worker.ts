/** Rounds of kyc: what was kept long enough. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { destroyExpired } from './keep-files.ts'

const EVERY_SECONDS = 3600

export const startKycWorker = (karat: Bag<'kyc'>): Worker =>
  everySeconds(
    EVERY_SECONDS,
    async () => {
      const { files, members } = await destroyExpired(karat.db)
      if (files + members > 0) karat.log.info({ event: 'kyc_destroyed', files, members }, 'kept long enough')
    },
    (error) => karat.log.error({ err: error }, 'a round of kyc failed'),
  )
