/** Rounds of payouts: accounts that were kept long enough. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { destroyOldAccounts } from './keep-accounts.ts'

const EVERY_SECONDS = 3600

export const startPayoutsWorker = (karat: Bag<'payouts'>): Worker =>
  everySeconds(
    EVERY_SECONDS,
    async () => {
      const accounts = await destroyOldAccounts(karat.db)
      if (accounts > 0) karat.log.info({ event: 'payout_accounts_destroyed', accounts }, 'kept long enough')
    },
    (error) => karat.log.error({ err: error }, 'a round of payouts failed'),
  )
