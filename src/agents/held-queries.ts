/** What this area holds about a member, for the copy that they may ask for; and what goes when their account does. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { listPapers } from '../papers/paper-queries.ts'
import { contractPapers } from './contract-papers.ts'

type Row = { id: string } & Record<string, unknown>

export async function heldByAgents(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const rows = await db.rows<Row>(sql`
    select a.id, a.number, a.store, a.state, a.words, a.terms_version, a.tax_number_end, a.applied_at, a.began_at, a.ended_at, (
      select coalesce(json_agg(json_build_object('from', from_state, 'to', to_state, 'reason', reason, 'at', at) order by m.id), '[]'::json)
      from agents.moves m where m.agent_id = a.id) as moves
    from agents.agents a where a.member_id = ${memberId} order by a.applied_at, a.id`)
  const papers = await listPapers(
    db,
    contractPapers.subject,
    rows.map(({ id }) => id),
  )
  const documents = new Map(papers.map(({ subjectId, document }) => [subjectId, document]))
  return { agencies: rows.map(({ id, ...row }) => ({ ...row, contract: documents.get(id) ?? null })) }
}

/**
 * An application is withdrawn and an agency ends; what was written to the desk is gone. A contract names its parties, and their tax number is
 * kept, until the years of tax law are over (forget-contracts.ts).
 */
export async function forgetAgents(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    with open as (
      select id, state, case state when 'applied' then 'withdrawn' else 'ended' end as next from agents.agents
      where member_id = ${memberId} and state in ('applied', 'active', 'suspended') for update
    ), moved as (
      update agents.agents a set state = open.next, ended_at = now(),
        signature_sealed = case when open.next = 'ended' then a.signature_sealed end,
        tax_number_sealed = case when open.next = 'ended' then a.tax_number_sealed end,
        tax_number_end = case when open.next = 'ended' then a.tax_number_end end
      from open where a.id = open.id returning a.id)
    insert into agents.moves (agent_id, from_state, to_state, actor, reason)
    select open.id, open.state, open.next, 'system', '' from open join moved using (id)`)
  await tx.run(sql`
    update agents.agents set words = '', left_at = coalesce(left_at, now()) where member_id = ${memberId} and (words <> '' or left_at is null)`)
}
