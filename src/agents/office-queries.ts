/** Agents as staff see them: applications that wait first. */
import { type Queryable, sql } from '../db/database.ts'
import { namesOfMembers } from '../identity/member-name-queries.ts'
import { type Currency, minor, moneyText } from '../money/money.ts'
import { numbersOfPapers } from '../papers/paper-queries.ts'
import { listClients } from '../referral/attribution-queries.ts'
import { Refusal } from '../refusals.ts'
import { namesOfStaff } from '../staff/staff-name-queries.ts'
import { currencyOf } from '../stores/stores.ts'
import { type AgentRow, agentColumns, listSteps, viewAgent } from './agent-queries.ts'
import { type AgentState, mayMove } from './agent-rules.ts'
import { slipPapers } from './commissions/slip-papers.ts'
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
  const clients = await listClients(db, { ownerId: view.member_id, store: view.store })
  const staffIds = steps.flatMap(({ actor }) => (actor.startsWith('staff:') ? [actor.slice('staff:'.length)] : []))
  const staff = await namesOfStaff(db, staffIds)
  const byOf = (actor: string) =>
    actor.startsWith('member:') ? view.member : (staff.get(actor.slice('staff:'.length)) ?? 'Karat')
  return {
    ...view,
    ...(await readFigures(db, agentId)),
    clients: clients.length,
    may: mayDecide(view.state),
    timeline: steps.map(({ actor, at, ...step }) => ({ ...step, by: byOf(actor), at: at.toISOString() })),
  }
}

async function readFigures(
  db: Queryable,
  agentId: string,
): Promise<Pick<OfficeAgentView, 'currency' | 'earned' | 'paid'>> {
  const row = await db.row<{ currency: Currency; earned: bigint; paid: bigint }>(sql`
    select ${currencyOf(sql`a.store`)} as currency,
      coalesce((select sum(c.amount_minor) from agents.commissions c where c.agent_id = a.id), 0)::bigint - coalesce((
        select sum(r.amount_minor) from agents.reversals r join agents.commissions c on c.id = r.commission_id where c.agent_id = a.id), 0)::bigint as earned,
      coalesce((select sum(s.gross_minor) from agents.slips s where s.agent_id = a.id), 0)::bigint as paid
    from agents.agents a where a.id = ${agentId}`)
  if (!row) throw new Refusal('not_found')
  const money = (units: bigint) => moneyText(minor(units), row.currency)
  return { currency: row.currency, earned: money(row.earned), paid: money(row.paid) }
}

type ExportRow = Record<'agent' | 'kind' | 'number' | 'store', string> & {
  currency: Currency
  paid_at: Date
  purchase: bigint
  amount: bigint
  reversed: bigint
  ppm: number
  slip: string | null
}
export const earnedHead = [
  'agent',
  'store',
  'kind',
  'number',
  'paid_at',
  'currency',
  'amount',
  'ppm',
  'commission',
  'reversed',
  'slip',
]

/** Commissions of all agents for a file, the newest first; who their clients are is not in it. */
export async function earnedCells(db: Queryable, store: string | undefined, most: number): Promise<string[][]> {
  const rows = await db.rows<ExportRow>(sql`
    select a.number as agent, c.store, c.purchase_kind as kind, c.number, c.paid_at, c.currency, c.purchase_minor as purchase, c.ppm,
      c.amount_minor as amount, c.slip_id as slip,
      coalesce((select sum(r.amount_minor) from agents.reversals r where r.commission_id = c.id), 0)::bigint as reversed
    from agents.commissions c join agents.agents a on a.id = c.agent_id
    where ${store ?? null}::text is null or c.store = ${store ?? null} order by c.paid_at desc, c.id desc limit ${most}::int`)
  const slips = await numbersOfPapers(
    db,
    slipPapers.subject,
    rows.flatMap(({ slip }) => slip ?? []),
  )
  return rows.map((row) => {
    const money = (units: bigint) => moneyText(minor(units), row.currency)
    return [
      ...[row.agent, row.store, row.kind, row.number, row.paid_at.toISOString(), row.currency, money(row.purchase)],
      ...[String(row.ppm), money(row.amount), money(row.reversed), row.slip ? (slips.get(row.slip) ?? '') : ''],
    ]
  })
}

const mayDecide = (state: AgentState): OfficeAgentView['may'] => [
  ...(state === 'applied' ? (['approve', 'refuse'] as const) : []),
  ...(mayMove(state, 'suspended') ? (['suspend'] as const) : []),
  ...(state === 'suspended' ? (['resume'] as const) : []),
  ...(mayMove(state, 'ended') ? (['end'] as const) : []),
]
