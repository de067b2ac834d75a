import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { readContract } from './contract-papers.ts'

/** As readContract, whoever's it is: it shows a name and a signature, so who looked is written first. Refuses not_found, permission_missing. */
export async function readContractForStaff(karat: Bag<'agents'>, staff: Staff, agentId: string) {
  await karat.db.transaction(async (tx) => {
    const found = await tx.row<{ store: string; number: string }>(
      sql`select store, number from agents.agents where id = ${agentId} and paper_id is not null`,
    )
    if (!found) throw new Refusal('not_found')
    await recordAction(tx, staff, {
      ...{ action: 'agents.see', subject: { kind: 'agent', id: agentId }, store: found.store },
      details: { did: 'agent_contract_read', number: found.number },
    })
  })
  return readContract(karat, agentId, null)
}
