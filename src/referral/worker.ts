/** Rounds of rewards. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { findRewards } from './find-rewards.ts'
import { moveRewards } from './move-rewards.ts'

export const startReferralWorker = (karat: Bag<'referral'>): Worker =>
  everySeconds(
    karat.settings.growth.lookSeconds,
    async () => {
      await findRewards(karat)
      await moveRewards(karat)
    },
    (error) => karat.log.warn({ err: error }, 'round of rewards failed'),
  )
