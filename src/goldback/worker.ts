/** Rounds of gold-back. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { destroyAddresses } from './case-address.ts'
import { forgetQuotes } from './case-quotes.ts'
import { endLate } from './end-late.ts'
import { endLateMeltings } from './melting/end-late-melting.ts'
import { destroyPictures } from './pictures/forget-pictures.ts'

export function startGoldbackWorker(karat: Bag<'goldback'>): Worker {
  const rounds = [
    everySeconds(
      30,
      () => endLate(karat),
      (error) => karat.log.warn({ err: error }, 'round of late gold-back cases failed'),
    ),
    everySeconds(
      30,
      () => endLateMeltings(karat),
      (error) => karat.log.warn({ err: error }, 'round of late requests to melt failed'),
    ),
    everySeconds(
      3600,
      () => forgetQuotes(karat.db),
      (error) => karat.log.warn({ err: error }, 'old quotes of gold-back could not be ended'),
    ),
    everySeconds(
      3600,
      async () => {
        const pictures = await destroyPictures(karat.db)
        if (pictures > 0) karat.log.info({ event: 'goldback_pictures_destroyed', pictures }, 'kept long enough')
      },
      (error) => karat.log.warn({ err: error }, 'old pictures of gold-back could not be destroyed'),
    ),
    everySeconds(
      3600,
      () => destroyAddresses(karat.db),
      (error) => karat.log.warn({ err: error }, 'old addresses of gold-back could not be destroyed'),
    ),
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
