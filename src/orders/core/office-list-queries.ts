/** The list of orders in the back office: every store's, by what is to be done with them. */

import { findOrdersOfSerial } from '../../catalogue/piece-queries.ts'
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { findMemberIds, namesOfMembers } from '../../identity/member-name-queries.ts'
import { type Currency, minor, moneyText, weight, weightText } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import { isHoliday, settingOf, timeZoneOf } from '../../stores/stores.ts'
import type { DeliveryData } from '../contract.ts'
import { textIn } from '../guarantee/guarantee-view.ts'
import { inTab, isPaidBack, tabState } from '../refunds/paid-back-queries.ts'
import type { OfficeOrderView } from './office-contract.ts'
import { type Late, type OfficeMark, type OfficeTab, type OrderState, officeTabs } from './order-rules.ts'

type OfficeFilter = {
  tab: OfficeTab
  q?: string | undefined
  store?: string | undefined
  delivery?: 'courier' | 'pickup' | undefined
  refund?: string | undefined
  mark?: OfficeMark | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: string | undefined
}

const isLost = sql`exists (select from orders.lost_parcels p where p.order_id = o.id and p.ended is null)`
const today = sql`(now() at time zone ${timeZoneOf(sql`o.store`)})::date`

/** As many working days lie between the day its parcel left and today as were said to its buyer, as `arrivalDays` counts them. */
const isOverdue = sql`exists (
  select from (
    select (s.shipped_at at time zone ${timeZoneOf(sql`o.store`)})::date as left_on, ${settingOf(sql`o.store`, 'holidays')} as said
    from orders.shipments s where s.order_id = o.id order by s.parcel desc limit 1) parcel
  where left_on < ${today} and (o.delivery->>'days_to')::int <= (
    select count(*) from generate_series(left_on + 1, ${today} - 1, interval '1 day') day 
    where extract(isodow from day) < 6 and not ${isHoliday(sql`said`, sql`day`)}))`

/** What was promised to the buyer of the order `o` for a day that is over; a lost parcel is not late. */
const lateness = sql`case
  when o.state = 'paid' and o.packed_by < ${today} then 'packing'
  when o.state = 'shipped' and not ${isPaidBack} and not ${isLost} and ${isOverdue} then 'arrival' end`

const marked = { lost: sql`${isLost}`, late: sql`${lateness} is not null` } as const satisfies Record<OfficeMark, Sql>

/** Of a search: the orders with this number, of these people, or with this piece. */
async function foundBy(db: Queryable, q: string | undefined): Promise<Sql> {
  if (!q?.trim()) return sql`true`
  const text = q.trim()
  const [memberIds, ofPiece] = await Promise.all([findMemberIds(db, text), findOrdersOfSerial(db, text)])
  return sql`(number ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} or member_id = any(${memberIds}::uuid[])
    or id = any(${ofPiece}::uuid[]))`
}

async function fits(db: Queryable, filter: Omit<OfficeFilter, 'tab' | 'sort'>, timeZone: string): Promise<Sql> {
  const { store, delivery, refund, mark, from, to } = filter
  return sql`${await foundBy(db, filter.q)} and ${mark ? marked[mark] : sql`true`}
    and (${store ?? null}::text is null or store = ${store ?? null})
    and (${delivery ?? null}::text is null or delivery->>'mode' = ${delivery ?? null})
    and (${refund ?? null}::text is null or refund_state = ${refund ?? null})
    and (${from ?? null}::date is null or created_at >= (${from ?? null}::date)::timestamp at time zone ${timeZone})
    and (${to ?? null}::date is null or created_at < (${to ?? null}::date + 1)::timestamp at time zone ${timeZone})`
}

const orderBy: Record<string, Sql> = {
  created: sql`created_at, id`,
  '-created': sql`created_at desc, id desc`,
  paid: sql`paid_at nulls last, id`,
  '-paid': sql`paid_at desc nulls last, id desc`,
  since: sql`since, id`,
  '-since': sql`since desc, id desc`,
  total: sql`total_minor, id`,
  '-total': sql`total_minor desc, id desc`,
}
/** What waits longest stands first; what is over, newest first. */
const usualSort = (tab: OfficeTab) => (['completed', 'ended', 'all'].includes(tab) ? '-created' : 'created')

type Row = {
  id: string
  number: string
  store: string
  state: OrderState
  refund_state: OfficeOrderView['refund_state']
  paid_back: boolean
  member_id: string
  delivery: DeliveryData
  currency: Currency
  total_minor: bigint
  created_at: Date
  paid_at: Date | null
  packed_day: string | null
  pieces: number
  weight: bigint
  first: Record<string, string>
  since: Date
  lost: boolean
  late: Late | null
}

/** One page of orders, and how many the filter fits. */
export async function listOfficeOrders(
  db: Queryable,
  filter: OfficeFilter,
  { page, size }: { page: number; size: number },
  language: string,
): Promise<{ total: number; rows: OfficeOrderView[] }> {
  const where = sql`${inTab(officeTabs[filter.tab])} and ${await fits(db, filter, settings.staff.timeZone)}`
  const sort = orderBy[filter.sort ?? usualSort(filter.tab)] ?? orderBy.created ?? sql`id`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from orders.orders o where ${where}`),
    db.rows<Row>(sql`
      select id, number, store, state, refund_state, ${isPaidBack} as paid_back, member_id, delivery, currency, total_minor, created_at, paid_at,
        packed_by::text as packed_day, l.pieces, l.weight, l.first, ${isLost} as lost, ${lateness} as late,
        (select m.created_at from orders.moves m where m.order_id = o.id order by m.id desc limit 1) as since
      from orders.orders o cross join lateral (
        select sum(quantity)::int as pieces, sum(quantity * fine_weight_e4)::bigint as weight,
          (array_agg(name order by position))[1] as first
        from orders.lines where order_id = o.id) l
      where ${where} order by ${sort} limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const names = await namesOfMembers(
    db,
    rows.map((row) => row.member_id),
  )
  return { total: count?.total ?? 0, rows: rows.map((row) => viewRow(row, names, language)) }
}

const viewRow = ({ member_id, delivery, total_minor, ...row }: Row, names: Map<string, string>, language: string) => ({
  id: row.id,
  number: row.number,
  store: row.store,
  state: row.state,
  refund_state: row.refund_state,
  paid_back: row.paid_back,
  buyer: names.get(member_id) ?? '',
  pieces: row.pieces,
  weight: weightText(weight(row.weight)),
  first: textIn(row.first, language),
  delivery: delivery.mode,
  place: delivery.mode === 'pickup' ? delivery.name : delivery.area,
  currency: row.currency,
  total: moneyText(minor(total_minor), row.currency),
  created_at: row.created_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
  packed_by: row.packed_day,
  since: row.since.toISOString(),
  lost: row.lost,
  late: row.late,
})

/** How many orders stand in each tab, of all stores. */
export async function countOfficeOrders(db: Queryable): Promise<Record<OfficeTab, number>> {
  const rows = await db.rows<{ state: OrderState; count: number }>(
    sql`select ${tabState} as state, count(*)::int as count from orders.orders o group by 1`,
  )
  const of = (states: readonly OrderState[]) =>
    rows.filter((row) => states.includes(row.state)).reduce((sum, row) => sum + row.count, 0)
  return Object.fromEntries(Object.entries(officeTabs).map(([tab, states]) => [tab, of(states)])) as Record<
    OfficeTab,
    number
  >
}

type Named = { id: string; title: string; below: string; store: string }

/** A few orders whose number begins so, the newest first; beside it what each was to cost. */
export async function findOrdersBegin(db: Queryable, typed: string): Promise<Named[]> {
  const rows = await db.rows<{ id: string; title: string; store: string; currency: Currency; total: bigint }>(sql`
    select id, number as title, store, currency, total_minor as total from orders.orders
    where number like ${`${typed.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`} order by number desc limit 8`)
  return rows.map(({ currency, total, ...row }) => ({
    ...row,
    below: `${currency} ${moneyText(minor(total), currency)}`,
  }))
}
