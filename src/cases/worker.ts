/** Everybody is compared with each version of the lists, once, by whichever process comes first. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { type Reach, screenBatch } from './screen.ts'

const EVERY_SECONDS = 10

/** Until nobody is left who is behind; how many were compared. */
export async function screenEverybody(reach: Reach): Promise<number> {
  let all = 0
  for (let some = await screenBatch(reach); some > 0; some = await screenBatch(reach)) all += some
  return all
}

export const startCasesWorker = (karat: Bag<'cases'>): Worker =>
  everySeconds(
    EVERY_SECONDS,
    async () => {
      const compared = await screenEverybody(karat)
      if (compared > 0)
        karat.log.info({ event: 'members_screened', members: compared }, 'compared with the newest list')
    },
    (error) => karat.log.error({ err: error }, 'a round of screening failed'),
  )
