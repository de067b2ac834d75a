/** What of an order could be asked back at this moment: pieces, money, time. */
import { type Queryable, sql } from '../../db/database.ts'
import { type Currency, type Minor, minor } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import type { OrderState } from '../core/order-rules.ts'
import { isAllInGrams } from '../core/settle-order.ts'
import {
  type RefundableLine,
  type RefundableOrder,
  type RefundReason,
  type RefundState,
  reasonsFor,
} from './refund-rules.ts'

export type Refundable = Omit<RefundableOrder, 'lines'> & {
  id: string
  number: string
  guaranteeId: string
  memberId: string
  store: string
  currency: Currency
  state: OrderState
  refundState: RefundState
  /** No gold of it was sold for money. */
  allInGrams: boolean
  tax: Minor
  total: Minor
  now: Date
  cancelUntil: Date | null
  closesAt: Date | null
  reviewUntil: Date | null
  reasons: readonly RefundReason[]
  lines: (RefundableLine & {
    free: number
    name: Record<string, string>
    image: string
    attributes: Record<string, string>
  })[]
}

type OrderRow = {
  id: string
  number: string
  guarantee_id: string
  member_id: string
  store: string
  currency: Currency
  state: OrderState
  refund_state: RefundState
  all_in_grams: boolean
  goods: bigint
  delivery_minor: bigint
  insurance_minor: bigint
  tax_minor: bigint
  total_minor: bigint
  returned_goods: bigint
  now: Date
  cancel_until: Date | null
  closes_at: Date | null
  review_until: Date | null
  requests: number
}
type LineRow = {
  position: number
  name: Record<string, string>
  image: string
  attributes: Record<string, string>
  quantity: number
  unit_minor: bigint
  tax_minor: bigint
  claimed: number
  returned: number
  returned_tax: bigint
}

/** An order as far as money back is concerned. `owner` null: as staff see it. Undefined for somebody else's. */
export async function readRefundable(
  db: Queryable,
  orderId: string,
  owner: { memberId: string; store: string } | null,
): Promise<Refundable | undefined> {
  const [order, lines] = await Promise.all([readOrder(db, orderId, owner), readLines(db, orderId)])
  if (!order) return undefined
  const moments = { now: order.now, cancelUntil: order.cancel_until, closesAt: order.closes_at }
  return {
    id: order.id,
    number: order.number,
    guaranteeId: order.guarantee_id,
    memberId: order.member_id,
    store: order.store,
    currency: order.currency,
    state: order.state,
    refundState: order.refund_state,
    allInGrams: order.all_in_grams,
    goods: minor(order.goods),
    delivery: minor(order.delivery_minor),
    insurance: minor(order.insurance_minor),
    tax: minor(order.tax_minor),
    total: minor(order.total_minor),
    returnedGoods: minor(order.returned_goods),
    ...moments,
    reviewUntil: order.review_until,
    reasons: order.requests < settings.refund.maxRequests ? reasonsFor(order.state, moments) : [],
    lines: lines.map((line) => ({
      position: line.position,
      name: line.name,
      image: line.image,
      attributes: line.attributes,
      quantity: line.quantity,
      free: line.quantity - line.claimed,
      unit: minor(line.unit_minor),
      tax: minor(line.tax_minor),
      returned: line.returned,
      returnedTax: minor(line.returned_tax),
    })),
  }
}

const readOrder = (db: Queryable, orderId: string, owner: { memberId: string; store: string } | null) =>
  db.row<OrderRow>(sql`
    select o.id, number, o.guarantee_id, o.tax_minor, o.member_id, store, currency, o.state, refund_state, goods_minor - discount_minor as goods, o.delivery_minor,
      o.insurance_minor, total_minor, review_until, now() as now, ${isAllInGrams(sql`o.id`)} as all_in_grams,
      (select count(*)::int from orders.refund_requests r where r.order_id = o.id) as requests,
      case when o.state = 'paid' then paid_at + make_interval(secs => cancel_seconds) end as cancel_until,
      case when o.state in ('ready_for_pickup', 'completed') then
        (select max(created_at) from orders.moves m where m.order_id = o.id) + make_interval(days => refund_days) end as closes_at,
      coalesce((select sum(r.granted_minor + r.kept_minor - r.delivery_minor - r.insurance_minor
          - (select coalesce(sum(l.tax_minor), 0) from orders.refund_lines l where l.request_id = r.id))
        from orders.refund_requests r where r.order_id = o.id and r.state in ('granted', 'executed')), 0)::bigint as returned_goods
    from orders.orders o where o.id = ${orderId}
      and (${owner === null} or (o.member_id = ${owner?.memberId ?? null}::uuid and store = ${owner?.store ?? null}))`)

const readLines = (db: Queryable, orderId: string) =>
  db.rows<LineRow>(sql`
    select l.position, l.name, l.image, l.attributes, l.quantity, l.unit_minor, l.tax_minor, coalesce(c.claimed, 0) as claimed,
      coalesce(back.granted, 0)::int as returned, coalesce(back.tax, 0)::bigint as returned_tax
    from orders.lines l
    left join orders.claimed_pieces c on c.order_id = l.order_id and c.position = l.position
    left join lateral (
      select sum(rl.granted) as granted, sum(rl.tax_minor) as tax from orders.refund_lines rl
      join orders.refund_requests r on r.id = rl.request_id and r.state in ('granted', 'executed')
      where rl.order_id = l.order_id and rl.position = l.position
    ) back on true
    where l.order_id = ${orderId} order by l.position`)
