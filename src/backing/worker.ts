/** Judges whether the gold of every store is there: at once when some is lost, and in rounds. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { judgeStores } from './judge-backing.ts'

export function startBackingWorker(karat: Bag<'backing'>): Worker {
  const round = everySeconds(
    karat.settings.backing.judgeSeconds,
    () => judgeStores(karat),
    (error) => karat.log.warn({ err: error }, 'round of backing failed'),
  )
  karat.listener.on('karat_gold_lost', round.wake, round.wake)
  return round
}
