/** What the house's own people count of orders. */
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { type Currency, minor, moneyText } from '../../money/money.ts'
import { refundedOf } from '../../payments/refunds.ts'
import { type OrderState, orderStates } from './order-rules.ts'

export type Sales = { orders: number; total: string }

/** The beginning of the store's day so many days ago. */
const dayBefore = (timeZone: string, days: number): Sql =>
  sql`(date_trunc('day', now() at time zone ${timeZone}::text) - make_interval(days => ${days}::int)) at time zone ${timeZone}::text`

/**
 * Orders of a store that were paid since so many days ago (0: today, in the store's zone), and what was paid for them less what of it was
 * refunded until now.
 */
export async function salesSince(
  db: Queryable,
  store: { code: string; timeZone: string; currency: Currency },
  days: number,
): Promise<Sales> {
  const row = await db.row<{ orders: number; total: string }>(sql`
    select count(*)::int as orders, coalesce(sum(total_minor - ${refundedOf(sql`orders.id`, store.currency)}), 0)::text as total
    from orders.orders where store = ${store.code} and currency = ${store.currency} and paid_at >= ${dayBefore(store.timeZone, days)}`)
  return { orders: row?.orders ?? 0, total: moneyText(minor(BigInt(row?.total ?? 0)), store.currency) }
}

/** What a store booked as sold since so many days ago, less what came back of any sale meanwhile, and how many pieces were handed over. */
export async function soldSince(
  db: Queryable,
  store: { code: string; timeZone: string; currency: Currency },
  days: number,
): Promise<{ sold: bigint; pieces: number }> {
  const row = await db.row<{ sold: string; pieces: number }>(sql`
    select coalesce(sum(s.gold_minor + s.premium_minor + s.making_minor), 0)::text as sold,
      coalesce(sum(l.pieces) filter (where s.number = 1), 0)::int as pieces
    from orders.sales s join orders.orders o on o.id = s.order_id
    cross join lateral (select sum(quantity) as pieces from orders.lines where order_id = o.id) as l
    where o.store = ${store.code} and o.currency = ${store.currency} and s.sold_at >= ${dayBefore(store.timeZone, days)}`)
  return { sold: BigInt(row?.sold ?? 0), pieces: row?.pieces ?? 0 }
}

/** How many orders of a store are in each state. */
export async function countByState(db: Queryable, store: string): Promise<{ state: OrderState; count: number }[]> {
  const rows = await db.rows<{ state: OrderState; count: number }>(
    sql`select state, count(*)::int as count from orders.orders where store = ${store} group by state`,
  )
  const known = new Map(rows.map(({ state, count }) => [state, count]))
  return orderStates.map((state) => ({ state, count: known.get(state) ?? 0 }))
}

/** Orders of a store that were to be packed by yesterday at the latest, and are not. */
export async function countLateToPack(
  db: Queryable,
  { code, timeZone }: { code: string; timeZone: string },
): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from orders.orders
    where store = ${code} and state = 'paid' and packed_by < (now() at time zone ${timeZone}::text)::date`)
  return row?.count ?? 0
}

/** Requests for money back that wait to be decided or to be executed. */
export async function countRefundsWaiting(
  db: Queryable,
  store: string,
): Promise<{ requested: number; granted: number }> {
  const row = await db.row<{ requested: number; granted: number }>(sql`
    select count(*) filter (where r.state = 'requested')::int as requested, count(*) filter (where r.state = 'granted')::int as granted
    from orders.refund_requests r join orders.orders o on o.id = r.order_id
    where o.store = ${store} and r.state in ('requested', 'granted')`)
  return row ?? { requested: 0, granted: 0 }
}

type MemberOrder = {
  id: string
  number: string
  state: OrderState
  total: string
  currency: string
  created_at: string
}

/** A member's newest orders, of every store. */
export async function listOrdersOf(db: Queryable, memberId: string): Promise<MemberOrder[]> {
  const rows = await db.rows<{
    id: string
    number: string
    state: OrderState
    total: bigint
    currency: Currency
    at: Date
  }>(sql`
    select id, number, state, total_minor as total, currency, created_at as at from orders.orders
    where member_id = ${memberId} order by created_at desc limit 20`)
  return rows.map(({ total, at, ...rest }) => ({
    ...rest,
    total: moneyText(minor(total), rest.currency),
    created_at: at.toISOString(),
  }))
}

type Waits = { id: string; number: string; store: string; since: Date }

/** Paid orders that wait to be packed, the newest thousand. */
export const listPaidOrders = (db: Queryable): Promise<Waits[]> =>
  db.rows(sql`
    select id::text as id, number, store, paid_at as since from orders.orders where state = 'paid' order by paid_at desc limit 1000`)

/** Those of a store whose promised day of packing is over, the oldest thousand; since the end of that day. */
export const listLateToPack = (
  db: Queryable,
  { code, timeZone }: { code: string; timeZone: string },
): Promise<Waits[]> =>
  db.rows(sql`
    select id::text as id, number, store, (packed_by + 1)::timestamp at time zone ${timeZone}::text as since from orders.orders
    where store = ${code} and state = 'paid' and packed_by < (now() at time zone ${timeZone}::text)::date order by packed_by, id limit 1000`)

/** Requests for money back that nobody has decided for so many hours; `number` is the order's. */
export const listOldRefundRequests = (db: Queryable, hours: number): Promise<Waits[]> =>
  db.rows(sql`
    select r.id::text as id, o.number, o.store, r.created_at + make_interval(hours => ${hours}::int) as since
    from orders.refund_requests r join orders.orders o on o.id = r.order_id
    where r.state = 'requested' and r.created_at < now() - make_interval(hours => ${hours}::int) order by r.created_at limit 1000`)
