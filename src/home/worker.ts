/** The demonstration's history, told once the shop is open: its stories use the acquirer's page and calls, as a visitor's do. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Karat } from '../karat.ts'
import { tellHistory } from './tell-history.ts'

export function startHistoryWorker(karat: Karat): Worker {
  let stopping = false
  let told = false
  const round = everySeconds(
    0.5,
    async () => {
      told ||= await tellHistory(karat, () => !stopping)
      if (told) void round.stop()
    },
    (error) => karat.log.warn({ err: error }, 'the history of the demonstration has to wait'),
  )
  return {
    async stop() {
      stopping = true
      await round.stop()
    },
  }
}
