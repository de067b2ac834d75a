/** Rounds of large trades. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { expireOffers } from './expire-offers.ts'

export const startBusinessWorker = (karat: Bag<'business'>): Worker =>
  everySeconds(
    10,
    () => expireOffers(karat),
    (error) => karat.log.warn({ err: error }, 'round of firm quotes failed'),
  )
