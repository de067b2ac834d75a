/** What an agent earned: by purchase, by client, by month. */
import { validate as isUuid } from 'uuid'
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { type Currency, minor, moneyText } from '../../money/money.ts'
import { numbersOfPapers } from '../../papers/paper-queries.ts'
import { settings } from '../../settings.ts'
import { timeZoneOf } from '../../stores/stores.ts'
import type { Holder } from '../../vault/holder.ts'
import { shownNames } from '../shown-names.ts'
import type { ClientsPageView, EarnedPageView, EarnedView, MonthsView } from './commission-contract.ts'
import type { CommissionState } from './commission-rules.ts'
import { slipPapers } from './slip-papers.ts'
import { listSlips, readSlipWay } from './slip-way-queries.ts'

type Row = {
  id: string
  kind: EarnedView['kind']
  number: string
  clientId: string
  paid_at: Date
  currency: Currency
  purchase: bigint
  amount: bigint
  reversed: bigint
  state: CommissionState
  due_at: Date | null
  prepared: boolean
}

const reversedOf = sql`coalesce((select sum(r.amount_minor) from agents.reversals r where r.commission_id = c.id), 0)::bigint`
const stateOf: Sql = sql`case when c.stands_minor = 0 then 'reversed' when c.slip_id is not null then 'paid' when c.disputed then 'disputed'
  when c.due_at <= now() then 'due' else 'pending' end`
const columns: Sql = sql`c.id, c.purchase_kind as kind, c.number, c.client_id as "clientId", c.paid_at, c.currency, c.purchase_minor as purchase,
  c.amount_minor as amount, ${reversedOf} as reversed, ${stateOf} as state, c.due_at, exists (
    select from agents.preparations p where p.purchase_kind = c.purchase_kind and p.purchase_id = c.purchase_id) as prepared`
const ofAgent = ({ memberId, store }: Pick<Holder, 'memberId' | 'store'>) =>
  sql`agents.commissions c join agents.agents a on a.id = c.agent_id and a.member_id = ${memberId} and a.store = ${store}`

/** What purchases of clients with a store have cost in commissions, less what was taken back, by client. */
export async function commissionsOn(
  db: Queryable,
  { store, currency }: { store: string; currency: Currency },
  clientIds: readonly string[],
): Promise<Map<string, bigint>> {
  if (clientIds.length === 0) return new Map()
  const rows = await db.rows<{ clientId: string; cost: bigint }>(sql`
    select c.client_id as "clientId", sum(c.amount_minor - ${reversedOf})::bigint as cost from agents.commissions c
    where c.client_id = any(${[...clientIds]}::uuid[]) and c.store = ${store} and c.currency = ${currency} group by c.client_id`)
  return new Map(rows.map(({ clientId, cost }) => [clientId, cost]))
}

/** A place in a list that goes on below it: when and which. */
function placeOf(after: string | undefined): { at: Date | null; id: string | null } {
  const [ms = '', id = ''] = after?.split('.') ?? []
  const isPlace = /^\d{1,15}$/.test(ms) && isUuid(id)
  return isPlace ? { at: new Date(Number(ms)), id } : { at: null, id: null }
}
const nextOf = <T>(rows: T[], size: number, place: (row: T) => { at: Date; id: string }): string | null => {
  const last = rows.length > size ? rows[size - 1] : undefined
  if (!last) return null
  const { at, id } = place(last)
  return `${at.getTime()}.${id}`
}

/** A page of what clients bought, the newest first. */
export async function listEarned(
  db: Queryable,
  holder: Pick<Holder, 'memberId' | 'store'>,
  after?: string,
  size: number = settings.agents.pageSize,
): Promise<EarnedPageView> {
  const { at, id } = placeOf(after)
  const paidMs = sql`date_trunc('milliseconds', c.paid_at)`
  const rows = await db.rows<Row>(sql`
    select ${columns} from ${ofAgent(holder)}
    where ${id}::uuid is null or (${paidMs}, c.id) < (${at}::timestamptz, ${id}::uuid)
    order by ${paidMs} desc, c.id desc limit ${size + 1}::int`)
  const shown = rows.slice(0, size)
  const names = await shownNames(
    db,
    shown.map(({ clientId }) => clientId),
  )
  return {
    rows: shown.map((row) => viewOf(row, names.get(row.clientId) ?? '–')),
    next: nextOf(rows, size, ({ paid_at, id: own }) => ({ at: paid_at, id: own })),
  }
}

function viewOf({ id, purchase, amount, reversed, paid_at, due_at, clientId: _, ...row }: Row, client: string) {
  const money = (units: bigint) => moneyText(minor(units), row.currency)
  return {
    ...{ commission_id: id, ...row, client, paid_at: paid_at.toISOString(), due_at: due_at?.toISOString() ?? null },
    ...{ amount: money(purchase), commission: money(amount), reversed: money(reversed) },
  }
}

type ClientRow = { id: string; at: Date; purchases: number; earned: bigint }

/** A page of clients, the newest first. `clients` are all of them, with when they came. */
export async function viewClients(
  db: Queryable,
  { memberId, store, currency }: Holder,
  clients: readonly { memberId: string; at: Date }[],
  after?: string,
): Promise<ClientsPageView> {
  const { at, id } = placeOf(after)
  const begin =
    id === null ? 0 : clients.findIndex((one) => one.memberId === id && one.at.getTime() === at?.getTime()) + 1
  const size = settings.agents.pageSize
  const page = clients.slice(begin, begin + size + 1)
  const ids = page.slice(0, size).map((one) => one.memberId)
  const [rows, names] = await Promise.all([
    db.rows<ClientRow>(sql`
      select c.client_id as id, count(*)::int as purchases, sum(c.amount_minor - ${reversedOf})::bigint as earned
      from ${ofAgent({ memberId, store })} where c.client_id = any(${ids}::uuid[]) group by 1`),
    shownNames(db, ids),
  ])
  const sums = new Map(rows.map((row) => [row.id, row]))
  return {
    ...{ currency, count: clients.length },
    rows: page.slice(0, size).map((one) => ({
      ...{ client_id: one.memberId, name: names.get(one.memberId) ?? '–', joined_at: one.at.toISOString() },
      purchases: sums.get(one.memberId)?.purchases ?? 0,
      commission: moneyText(minor(sums.get(one.memberId)?.earned ?? 0n), currency),
    })),
    next: nextOf(page, size, ({ memberId: own, at: joined }) => ({ at: joined, id: own })),
  }
}

type Sums = { month: string; purchases: number; volume: bigint; earned: bigint }

/** The newest months in which clients bought or a slip was made, and what is open. */
export async function listMonths(
  db: Queryable,
  holder: Holder,
  count: number = settings.agents.listedMonths,
): Promise<MonthsView> {
  const { memberId, store, currency } = holder
  const local = sql`to_char(date_trunc('month', c.paid_at at time zone ${timeZoneOf(sql`c.store`)}), 'YYYY-MM-DD')`
  const [sums, slips, goes, open] = await Promise.all([
    db.rows<Sums>(sql`
      select ${local} as month, count(*)::int as purchases, sum(c.stands_minor)::bigint as volume, sum(c.amount_minor - ${reversedOf})::bigint as earned
      from ${ofAgent({ memberId, store })} group by 1 order by 1 desc limit ${count}::int`),
    listSlips(db, holder, count),
    readSlipWay(db, holder),
    db.row<{ pending: bigint; due: bigint }>(sql`
      select coalesce(sum(c.amount_minor - ${reversedOf}) filter (where c.slip_id is null and (c.due_at is null or c.due_at > now() or c.disputed)), 0)::bigint as pending,
        (coalesce(sum(c.amount_minor - ${reversedOf}) filter (where c.slip_id is null and c.due_at <= now() and not c.disputed), 0)
          - coalesce(sum((select sum(r.amount_minor) from agents.reversals r where r.commission_id = c.id and r.slip_id is null)) filter (where c.slip_id is not null), 0))::bigint as due
      from ${ofAgent({ memberId, store })}`),
  ])
  const numbers = await numbersOfPapers(
    db,
    slipPapers.subject,
    slips.map(({ slip_id }) => slip_id),
  )
  const money = (units: bigint) => moneyText(minor(units), currency)
  const bySum = new Map(sums.map((one) => [one.month, one]))
  const bySlip = new Map(slips.map(({ month, ...one }) => [month, one]))
  const months = [...new Set([...bySum.keys(), ...bySlip.keys()])].sort().reverse().slice(0, count)
  return {
    ...{ currency, pending: money(open?.pending ?? 0n), due: money(open?.due ?? 0n), goes },
    rows: months.map((month) => {
      const [sum, slip] = [bySum.get(month), bySlip.get(month)]
      return {
        ...{ month, purchases: sum?.purchases ?? 0, volume: money(sum?.volume ?? 0n) },
        commission: money(sum?.earned ?? 0n),
        slip: slip ? { ...slip, number: numbers.get(slip.slip_id) ?? '–' } : null,
      }
    }),
  }
}

/** Whether something that was earned is not paid yet: then an account stays open. */
export async function owesCommissions(db: Queryable, memberId: string): Promise<boolean> {
  const row = await db.row<{ owed: boolean }>(sql`
    select coalesce(sum(c.amount_minor - ${reversedOf}) filter (where c.slip_id is null), 0) > 0 as owed
    from agents.commissions c join agents.agents a on a.id = c.agent_id where a.member_id = ${memberId}`)
  return row?.owed ?? false
}
