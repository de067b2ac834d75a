/** Rounds of agents. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { forgetContracts } from './forget-contracts.ts'

export function startAgentsWorker(karat: Bag<'agents'>): Worker {
  const failed = (says: string) => (error: unknown) => karat.log.warn({ err: error }, says)
  const rounds = [
    everySeconds(3600, () => forgetContracts(karat), failed('contracts of agents could not be forgotten')),
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
