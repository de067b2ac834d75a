/** Agents as staff see them: applications that wait first. */
import { type Queryable, raw, sql } from '../db/database.ts'
import { findMemberIds, namesOfMembers } from '../identity/member-name-queries.ts'
import type { Bag } from '../karat.ts'
import { type Currency, minor, moneyText } from '../money/money.ts'
import { numbersOfPapers } from '../papers/paper-queries.ts'
import { countClients } from '../referral/attribution-queries.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { namesOfActors } from '../staff/staff-name-queries.ts'
import { currencyOf } from '../stores/stores.ts'
import { type AgentRow, agentColumns, listSteps, viewAgent } from './agent-queries.ts'
import { type AgentState, mayMove } from './agent-rules.ts'
import { slipPapers } from './commissions/slip-papers.ts'
import { chosenWay, listSlips } from './commissions/slip-way-queries.ts'
import { contractPapers } from './contract-papers.ts'
import type { OfficeAgentRowView, OfficeAgentsInput, OfficeAgentView } from './office-contract.ts'
import { compareTaxNumber } from './open-tax-number.ts'

type Row = AgentRow & { store: string; member_id: string }

export async function listOfficeAgents(
  db: Queryable,
  { state, store, q, page, size }: OfficeAgentsInput,
): Promise<{ total: number; rows: OfficeAgentRowView[] }> {
  const wanted = q?.trim() || null
  const named = wanted === null ? [] : await findMemberIds(db, wanted)
  const fits = sql`(${state ?? null}::text is null or a.state = ${state ?? null}) and (${store ?? null}::text is null or a.store = ${store ?? null})
    and (${wanted}::text is null or a.number = upper(${wanted}) or a.member_id = any(${named}::uuid[]))`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from agents.agents a where ${fits}`),
    db.rows<Row>(sql`
      select ${agentColumns}, a.store, a.member_id from agents.agents a where ${fits}
      order by (a.state = 'applied') desc, a.applied_at desc, a.id desc limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  return { total: count?.total ?? 0, rows: await viewRows(db, rows) }
}

async function viewRows(db: Queryable, rows: Row[]): Promise<OfficeAgentRowView[]> {
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
export async function readOfficeAgent(
  db: Queryable,
  karat: Pick<Bag<'agents'>, 'sealing'>,
  agentId: string,
): Promise<OfficeAgentView> {
  const [rows, steps] = await Promise.all([
    db.rows<Row>(sql`select ${agentColumns}, a.store, a.member_id from agents.agents a where a.id = ${agentId}`),
    listSteps(db, agentId),
  ])
  const [view] = await viewRows(db, rows)
  if (!view) throw new Refusal('not_found')
  const holder = { memberId: view.member_id, store: view.store }
  const [clients, figures, check, goes, byOf] = await Promise.all([
    countClients(db, { ownerId: view.member_id, store: view.store }),
    readFigures(db, agentId),
    compareTaxNumber(db, karat, agentId),
    chosenWay(db, holder),
    namesOfActors(
      db,
      steps.map(({ actor }) => actor),
    ),
  ])
  const slips = await listSlips(db, { ...holder, currency: figures.currency }, settings.agents.listedMonths)
  const numbers = await numbersOfPapers(
    db,
    slipPapers.subject,
    slips.map(({ slip_id }) => slip_id),
  )
  return {
    ...{ ...view, ...figures, clients, tax_check: check, goes },
    slips: slips.map((one) => ({ ...one, number: numbers.get(one.slip_id) ?? '–' })),
    may: mayDecide(view.state),
    timeline: steps.map(({ actor, at, ...step }) => ({ ...step, by: byOf(actor, view.member), at: at.toISOString() })),
  }
}

/** Applications of a store that wait for staff. */
export async function countApplications(db: Queryable, store: string): Promise<number> {
  const row = await db.row<{ waiting: number }>(
    sql`select count(*)::int as waiting from agents.agents where store = ${store} and state = 'applied'`,
  )
  return row?.waiting ?? 0
}

async function readFigures(
  db: Queryable,
  agentId: string,
): Promise<Pick<OfficeAgentView, 'earned' | 'paid'> & { currency: Currency }> {
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

/** Whose a slip, a commission or what was taken back of one is. */
export const agentBehind = async (
  db: Queryable,
  table: 'agents.slips' | 'agents.commissions' | 'agents.reversals',
  id: string,
): Promise<string | undefined> =>
  (
    await db.row<{ agent: string }>(
      table === 'agents.reversals'
        ? sql`select c.agent_id as agent from agents.reversals r join agents.commissions c on c.id = r.commission_id where r.id = ${id}`
        : sql`select agent_id as agent from ${raw(table)} where id = ${id}`,
    )
  )?.agent
