import { randomInt, randomUUID } from 'node:crypto'

const unguarded = (statement: string) => [
  'set session_replication_role = replica',
  statement,
  'reset session_replication_role',
]

/** Makes somebody an agent of a store without what they tell and sign; for whoever owns the schema. */
export function madeAgent(memberId: string, store = 'id'): string[] {
  const id = randomUUID()
  return unguarded(`
    with paper as (
      insert into papers.papers (subject_kind, subject_id, kind, store, year, number, document, issued_at)
      values ('agent_contract', '${id}', 'agent_contract', '${store}', 2001, ${randomInt(1, 2 ** 31)}, '{}', now()) returning id),
    agent as (
      insert into agents.agents (id, number, member_id, store, state, words, terms_version, signature_sealed, began_at, paper_id)
      select '${id}', 'A-${memberId}', '${memberId}', '${store}', 'active', '', 'test', '\\x00', now(), id from paper returning id)
    insert into agents.moves (agent_id, from_state, to_state, actor, reason) select id, 'applied', 'active', 'system', '' from agent`)
}

/** Their agency is not what it was, and nothing follows from that. */
export const agentIs = (memberId: string, state: 'active' | 'suspended'): string[] =>
  unguarded(`update agents.agents set state = '${state}' where member_id = '${memberId}'`)
