/** Rounds of kyc: files that were kept long enough, and what the master key before has sealed. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Karat } from '../karat.ts'
import { destroyExpired, sealAnew } from './keep-files.ts'

const EVERY_SECONDS = 3600

export function startKycWorker(karat: Karat): Worker {
  const failed = (error: unknown) => karat.log.error({ err: error }, 'a round of kyc failed')
  const rounds = [everySeconds(EVERY_SECONDS, () => destroyExpired(karat.db), failed)]
  if (karat.config.MASTER_KEY_OLD !== '') {
    const renewal = everySeconds(EVERY_SECONDS, () => renew(karat), failed)
    renewal.wake()
    rounds.push(renewal)
  }
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}

async function renew(karat: Karat) {
  const { sealed, unreadable } = await sealAnew(karat)
  if (sealed > 0) karat.log.warn({ event: 'kyc_sealed_anew', sealed }, 'sealed with the new master key')
  if (unreadable > 0) karat.log.error({ event: 'kyc_unreadable', unreadable }, 'sealed things that no key opens')
}
