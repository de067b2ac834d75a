/** Agents as staff see them: applications that wait first. */
import { type Queryable, sql } from '../db/database.ts'
import { namesOfMembers } from '../identity/member-name-queries.ts'
import { numbersOfPapers } from '../papers/paper-queries.ts'
import { Refusal } from '../refusals.ts'
import { namesOfStaff } from '../staff/staff-name-queries.ts'
import { type AgentRow, agentColumns, listSteps, viewAgent } from './agent-queries.ts'
import { type AgentState, mayMove } from './agent-rules.ts'
import { contractPapers } from './contract-papers.ts'
import type { OfficeAgentRowView, OfficeAgentsInput, OfficeAgentView } from './office-contract.ts'

type Row = AgentRow & { store: string; member_id: string }

export async function listOfficeAgents(
  db: Queryable,
  { state, store, q, page, size }: OfficeAgentsInput,
): Promise<{ total: number; rows: OfficeAgentRowView[] }> {
  const wanted = q?.trim().toUpperCase() ?? null
  const fits = sql`(${state ?? null}::text is null or a.state = ${state ?? null}) and (${store ?? null}::text is null or a.store = ${store ?? null})
    and (${wanted}::text is null or a.number = ${wanted})`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from agents.agents a where ${fits}`),
    db.rows<Row>(sql`
      select ${agentColumns}, a.store, a.member_id from agents.agents a where ${fits}
      order by (a.state = 'applied') desc, a.applied_at desc, a.id desc limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  return { total: count?.total ?? 0, rows: await named(db, rows) }
}

async function named(db: Queryable, rows: Row[]): Promise<OfficeAgentRowView[]> {
  const [names, contracts] = await Promise.all([
    namesOfMembers(
      db,
      rows.map(({ member_id }) => member_id),
    ),
    numbersOfPapers(
      db,
      contractPapers.subject,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.map(({ store, member_id, ...row }) => ({
    ...{ ...viewAgent(row), store, member_id, contract: contracts.get(row.id) ?? null },
    member: names.get(member_id) ?? '–',
  }))
}

/** One agent with who did what, by name. Refuses not_found. */
export async function readOfficeAgent(db: Queryable, agentId: string): Promise<OfficeAgentView> {
  const [rows, steps] = await Promise.all([
    db.rows<Row>(sql`select ${agentColumns}, a.store, a.member_id from agents.agents a where a.id = ${agentId}`),
    listSteps(db, agentId),
  ])
  const [view] = await named(db, rows)
  if (!view) throw new Refusal('not_found')
  const staffIds = steps.flatMap(({ actor }) => (actor.startsWith('staff:') ? [actor.slice('staff:'.length)] : []))
  const staff = await namesOfStaff(db, staffIds)
  const byOf = (actor: string) =>
    actor.startsWith('member:') ? view.member : (staff.get(actor.slice('staff:'.length)) ?? 'Karat')
  return {
    ...view,
    may: mayDecide(view.state),
    timeline: steps.map(({ actor, at, ...step }) => ({ ...step, by: byOf(actor), at: at.toISOString() })),
  }
}

const mayDecide = (state: AgentState): OfficeAgentView['may'] => [
  ...(state === 'applied' ? (['approve', 'refuse'] as const) : []),
  ...(mayMove(state, 'suspended') ? (['suspend'] as const) : []),
  ...(state === 'suspended' ? (['resume'] as const) : []),
  ...(mayMove(state, 'ended') ? (['end'] as const) : []),
]
