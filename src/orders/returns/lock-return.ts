/** The request that pieces come back under, held with its order: whoever decides about its money or its pieces goes one after another. */
import { sql, type Tx } from '../../db/database.ts'
import { Refusal } from '../../refusals.ts'
import type { OrderState } from '../core/order-rules.ts'
import { lockOrder } from '../refunds/asked-pieces.ts'
import type { RefundReason, RequestState } from '../refunds/refund-rules.ts'
import type { Counted } from './return-rules.ts'

export type ReturnRequest = {
  id: string
  orderId: string
  number: string
  store: string
  memberId: string
  orderState: OrderState
  state: RequestState
  reason: RefundReason
}

/** Refuses not_found. */
export async function lockReturn(tx: Tx, requestId: string): Promise<ReturnRequest> {
  const known = await tx.row<{ order_id: string }>(
    sql`select order_id from orders.refund_requests where id = ${requestId}`,
  )
  if (!known) throw new Refusal('not_found')
  await lockOrder(tx, known.order_id)
  const request = await tx.row<ReturnRequest>(sql`
    select r.id, o.id as "orderId", o.number, o.store, o.member_id as "memberId", o.state as "orderState", r.state, r.reason
    from orders.refund_requests r join orders.orders o on o.id = r.order_id where r.id = ${requestId}`)
  if (!request) throw new Refusal('not_found')
  return request
}

type ReturnLine = Counted & { position: number; skuId: number }

/** What was asked back of each line, and how much of it is here. */
export const linesOf = (tx: Pick<Tx, 'rows'>, requestId: string): Promise<ReturnLine[]> =>
  tx.rows(sql`
    select l.position, b.sku_id as "skuId", l.quantity as asked, l.granted,
      count(c.id) filter (where c.state not in ('refused', 'sent_back'))::int as here,
      count(c.id) filter (where c.state in ('stocked', 'quarantined'))::int as kept,
      count(c.id) filter (where c.state in ('refused', 'sent_back'))::int as refused
    from orders.refund_lines l join orders.lines b on b.order_id = l.order_id and b.position = l.position
    left join orders.returns c on c.request_id = l.request_id and c.position = l.position
    where l.request_id = ${requestId} group by l.position, b.sku_id, l.quantity, l.granted order by l.position`)
