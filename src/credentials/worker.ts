/** While there is a master key before today's, a round takes everything over to today's. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { type SealedKind, sealAnew } from './seal-anew.ts'

const EVERY_SECONDS = 3600

export function startSealingWorker(karat: Bag<'credentials'>, kinds: readonly SealedKind[]): Worker {
  if (karat.config.MASTER_KEY_OLD === '') return { stop: async () => {} }
  const round = everySeconds(
    EVERY_SECONDS,
    () => renew(karat, kinds),
    (error) => karat.log.error({ err: error }, 'a round of sealing anew failed'),
  )
  round.wake()
  return round
}

async function renew(karat: Bag<'credentials'>, kinds: readonly SealedKind[]) {
  const { sealed, unreadable } = await sealAnew(karat, kinds)
  if (sealed > 0) karat.log.warn({ event: 'sealed_anew', sealed }, 'sealed with the new master key')
  if (unreadable > 0) karat.log.error({ event: 'sealed_unreadable', unreadable }, 'sealed things that no key opens')
}
