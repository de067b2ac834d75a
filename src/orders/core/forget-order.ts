/** The end of what orders say about a member who left: when the years of tax law are over. */
import { type Db, type Queryable, type Sql, sql, type Tx } from '../../db/database.ts'
import { goThrough, noneIfRefused, pages } from '../../db/in-steps.ts'
import { forgetImages } from '../../files/forget-images.ts'
import type { Karat } from '../../karat.ts'
import { keptUntil } from '../../papers/kept-until.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { forgetOrderNotes } from '../../staff/notes.ts'
import { tabState } from '../refunds/paid-back-queries.ts'
import { type OrderState, orderMoves } from './order-rules.ts'

type Zones = Pick<Karat, 'stores'>

/** From the transaction that closes an account on, the years of its orders lead to their end. */
export const markDeparture = (tx: Tx, memberId: string): Promise<number> =>
  tx.run(sql`insert into orders.departures (member_id) values (${memberId}) on conflict do nothing`)

const isOver = sql`${tabState} in ('completed', 'cancelled', 'expired') and o.refund_state <> 'requested'`

/**
 * When the order `o` is kept long enough: the years of its store, counted from the end of the year in which the last thing happened
 * to it or its papers. What was never paid is no business record, and waits some days for late money.
 */
function orderKeptUntil(karat: Zones): Sql {
  const { unpaidDays } = settings.papers.keep
  const last = sql`(select greatest(o.created_at, o.paid_at, o.invoiced_at,
    (select max(created_at) from orders.moves m where m.order_id = o.id),
    (select max(greatest(decided_at, executed_at)) from orders.refund_requests r where r.order_id = o.id),
    (select max(issued_at) from orders.later_papers p where p.order_id = o.id),
    (select max(ended_at) from orders.lost_parcels l where l.order_id = o.id)))`
  return sql`(case when o.paid_at is null and o.refund_state = 'none' then ${last} + make_interval(days => ${unpaidDays}::int)
    else ${keptUntil(karat, { last, store: sql`o.store` })} end)`
}

/** Until when the orders of a member would be kept if they left now; null where there are none. */
export async function ordersKeptUntil(karat: Zones, db: Queryable, memberId: string): Promise<Date | null> {
  const row = await db.row<{ until: Date | null }>(sql`
    select max(${orderKeptUntil(karat)}) as until from orders.orders o where o.member_id = ${memberId}`)
  return row?.until ?? null
}

/**
 * Takes name, address, telephone, notes, pictures and typed reasons out of an order of a member who left, and the buyer out of
 * its papers; sums, numbers, serial numbers and what happened when stay. Done already: nothing happens.
 *
 * Refuses not_found for an order of nobody who left; order_state while it is not over; order_kept with the moment `until` which
 * it is kept.
 */
export async function forgetOrder(karat: Zones, tx: Tx, orderId: string): Promise<{ forgotten: boolean }> {
  await tx.run(sql`select 1 from orders.orders where id = ${orderId} for update`)
  const order = await tx.row<Found>(sql`
    select o.member_id, o.guarantee_id, o.state, ${isOver} as over, o.forgotten_at, ${orderKeptUntil(karat)} as until,
      ${orderKeptUntil(karat)} > now() as kept
    from orders.orders o join orders.departures d on d.member_id = o.member_id where o.id = ${orderId}`)
  if (!order) throw new Refusal('not_found')
  if (order.forgotten_at) return { forgotten: false }
  if (!order.over) throw new Refusal('order_state', { state: order.state, legal: orderMoves[order.state] })
  if (order.kept) throw new Refusal('order_kept', { until: order.until.toISOString() })
  await forgetPictures(tx, orderId, order.member_id)
  await tx.run(sql`update orders.orders set forgotten_at = now(), delivery = ${withoutPerson} where id = ${orderId}`)
  await Promise.all([
    tx.run(sql`update orders.guarantees set delivery = ${withoutPerson} where id = ${order.guarantee_id}`),
    tx.run(
      sql`update orders.refund_requests set note = '', answer = null, pictures = '{}' where order_id = ${orderId}`,
    ),
    tx.run(
      sql`update orders.returns set findings = '', sent_how = case when sent_how is not null then '' end where order_id = ${orderId}`,
    ),
    tx.run(sql`update orders.lost_parcels set reason = '' where order_id = ${orderId}`),
    tx.run(sql`select orders.forget_papers(${orderId}::uuid)`),
    tx.run(sql`select orders.forget_delivery_changes(${orderId}::uuid)`),
    forgetOrderNotes(tx, orderId),
  ])
  return { forgotten: true }
}

type Found = {
  member_id: string
  guarantee_id: string
  state: OrderState
  over: boolean
  forgotten_at: Date | null
  until: Date
  kept: boolean
}

/** Of the column `delivery`: where it went is left by province; a counter of ours is nobody's address. */
const withoutPerson = sql`case when delivery->>'mode' = 'courier' then delivery || '{"label": "", "recipient": "", "mobile": "",
  "street": "", "area": "", "postal_code": ""}' else delivery end`

async function forgetPictures(tx: Tx, orderId: string, memberId: string) {
  const rows = await tx.rows<{ id: string }>(
    sql`select unnest(pictures) as id from orders.refund_requests where order_id = ${orderId}`,
  )
  if (rows.length > 0)
    await forgetImages(
      tx,
      memberId,
      rows.map(({ id }) => id),
    )
}

/**
 * Forgets every order that is kept long enough; how many. Each in a transaction of its own; one that fails stops no other, and is
 * thrown when the round is over.
 */
export function forgetOrders(karat: Zones & { db: Db }): Promise<number> {
  const due = pages((after) =>
    karat.db.rows(sql`
      select o.id from orders.orders o join orders.departures d on d.member_id = o.member_id
      where o.forgotten_at is null and ${isOver} and ${orderKeptUntil(karat)} <= now()
        and (${after}::uuid is null or o.id > ${after}::uuid) order by o.id limit 500`),
  )
  return goThrough(due, (id) =>
    karat.db
      .transaction((tx) => forgetOrder(karat, tx, id))
      .then(({ forgotten }) => (forgotten ? 1 : 0), noneIfRefused),
  )
}
