/** Rounds of agents. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { settleAgents } from './commissions/settle-agent.ts'
import { forgetContracts } from './forget-contracts.ts'
import { matchPreparations } from './preparations/end-preparation.ts'

export function startAgentsWorker(karat: Bag<'agents'>): Worker {
  const failed = (says: string) => (error: unknown) => karat.log.warn({ err: error }, says)
  const rounds = [
    everySeconds(30, () => settleAgents(karat), failed('round of commissions failed')),
    everySeconds(10, () => matchPreparations(karat), failed('round of prepared purchases failed')),
    everySeconds(3600, () => forgetContracts(karat), failed('contracts of agents could not be forgotten')),
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
