import { sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { type AgentState, agentMoves, mayMove } from './agent-rules.ts'

export type Move = {
  agentId: string
  from: AgentState
  to: AgentState
  actor: string
  reason: string
  paperId?: bigint
}

/**
 * Moves an agent from the state it is expected to be in, and writes who, when and why in the same statement. Of any number of moves at
 * once exactly one finds the expected state. What begins gets its contract; signature and tax number of what never began are gone; what an
 * agent who ends had prepared is withdrawn.
 *
 * Refuses agent_state with the state it is in and the moves that are legal from there.
 */
export async function moveAgent(tx: Tx, { agentId, from, to, actor, reason, paperId }: Move): Promise<void> {
  const never = to === 'refused' || to === 'withdrawn'
  const moved = mayMove(from, to)
    ? await tx.run(sql`
        with moved as (
          update agents.agents set state = ${to}, paper_id = coalesce(${paperId ?? null}::bigint, paper_id),
            began_at = case when ${to} = 'active' then coalesce(began_at, now()) else began_at end,
            ended_at = case when ${to} in ('refused', 'withdrawn', 'ended') then now() end,
            signature_sealed = case when ${never} then null else signature_sealed end,
            tax_number_sealed = case when ${never} then null else tax_number_sealed end,
            tax_number_end = case when ${never} then null else tax_number_end end
          where id = ${agentId} and state = ${from} returning id)
        insert into agents.moves (agent_id, from_state, to_state, actor, reason)
        select id, ${from}, ${to}, ${actor}, ${reason} from moved`)
    : 0
  if (moved === 0) await refuseState(tx, agentId)
  if (to === 'ended')
    await tx.run(sql`
      update agents.preparations set state = 'withdrawn', ended_at = now() where agent_id = ${agentId} and state = 'waiting'`)
}

/** Refuses agent_state with the state it is in and the moves that are legal from there. */
export async function refuseState(tx: Tx, agentId: string): Promise<never> {
  const row = await tx.row<{ state: AgentState }>(sql`select state from agents.agents where id = ${agentId}`)
  if (!row) throw new Refusal('not_found')
  throw new Refusal('agent_state', { state: row.state, legal: agentMoves[row.state] })
}
