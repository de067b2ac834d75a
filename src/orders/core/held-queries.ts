/** What this area holds about a member: for the copy that they may ask for, and for what keeps an account from being closed. */
import { type Queryable, sql } from '../../db/database.ts'
import { type Currency, type Minor, moneyText } from '../../money/money.ts'
import { papersOfMember } from '../papers/order-paper-queries.ts'
import { tabState } from '../refunds/paid-back-queries.ts'

type OrderRow = Record<string, unknown> & { currency: Currency; total: Minor }

export async function heldByOrders(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [orders, papers, guarantees, drafts, requests] = await Promise.all([
    db.rows<OrderRow>(sql`select number, store, currency, state, refund_state, method, delivery, total_minor as total, created_at, paid_at, packed_by::text as packed_by,
        (select jsonb_agg(jsonb_build_object('name', l.name, 'sku', l.sku_code, 'quantity', l.quantity) order by l.position)
          from orders.lines l where l.order_id = o.id) as lines,
        (select jsonb_agg(jsonb_build_object('carrier', p.carrier, 'tracking', p.tracking, 'shipped_at', p.shipped_at) order by p.parcel)
          from orders.shipments p where p.order_id = o.id) as parcels,
        (select jsonb_agg(jsonb_build_object('carrier', c.carrier, 'tracking', c.tracking, 'corrected_at', c.corrected_at) order by c.id)
          from orders.tracking_corrections c where c.order_id = o.id) as corrected_parcels,
        (select jsonb_agg(jsonb_build_object('was', c.was, 'became', c.became, 'changed_at', c.changed_at) order by c.id)
          from orders.delivery_changes c where c.order_id = o.id) as delivery_changes
      from orders.orders o where member_id = ${memberId} order by created_at`),
    papersOfMember(db, memberId),
    db.rows(sql`select store, origin, delivery, created_at, expires_at, used_at from orders.guarantees
      where member_id = ${memberId} order by created_at`),
    db.rows(sql`select number, store, lines, note, state, made_at, ends_at, ended_at from orders.drafts
      where member_id = ${memberId} order by made_at`),
    db.rows(sql`select o.number as order, r.state, r.reason, r.note, r.answer, r.created_at, r.decided_at
      from orders.refund_requests r join orders.orders o on o.id = r.order_id where r.member_id = ${memberId} order by r.created_at`),
  ])
  const readable = orders.map(({ total, ...order }) => ({ ...order, total: moneyText(total, order.currency) }))
  return {
    orders: readable,
    ...papers,
    price_guarantees: guarantees,
    put_together_by_the_shop: drafts,
    requests_for_money_back: requests,
  }
}

export type Standing = { orders: number; open: number; moneyOnItsWay: number }

/** How many orders a member has, how many of them are not over, and how often money is on its way to them: asked back, or owed of a cancellation. */
export async function standingOf(db: Queryable, memberId: string): Promise<Standing> {
  const row = await db.row<Standing>(sql`select
    (select count(*)::int from orders.orders where member_id = ${memberId}) as orders,
    (select count(*)::int from orders.orders o where member_id = ${memberId}
      and ${tabState} not in ('completed', 'cancelled', 'expired')) as open,
    (select count(*)::int from orders.refund_requests where member_id = ${memberId} and state in ('requested', 'granted'))
      + (select count(*)::int from orders.window_sales w join orders.orders o on o.id = w.sale_id
        where w.kind = 'cancellation' and w.state = 'listed' and w.because = 'settled_low' and o.member_id = ${memberId})
      as "moneyOnItsWay"`)
  return row ?? { orders: 0, open: 0, moneyOnItsWay: 0 }
}
