import { stillHeld } from '../../catalogue/reserve-stock.ts'
import { type Sql, sql } from '../../db/database.ts'

export type UnpaidHolds = {
  /** Orders that hold pieces for money that is not there, or only in part, and the pieces; those that hold none yet count as orders. */
  orders: number
  pieces: number
  /** Orders of the last 24 hours that ran out or that the member cancelled, unpaid. */
  ended: number
}

/** In review the pieces of an order stay held where it had them: else a part of its money would hold them for a day. */
const isOpen = sql`(state = 'pending_payment' or state = 'payment_review' and ${stillHeld(sql`o.id::text`)})`

/** What a member's unpaid orders hold, and how often they came to nothing: one row of UnpaidHolds. The caller has the member's turn. */
export const unpaidHolds = (memberId: string): Sql => sql`
    select count(*) filter (where ${isOpen})::int as orders,
      coalesce(sum((select sum(quantity) from orders.lines l where l.order_id = o.id))
        filter (where ${isOpen} and not held_when_paid), 0)::int as pieces,
      count(*) filter (where created_at > now() - interval '1 day' and exists (
        select from orders.moves m where m.order_id = o.id and m.from_state = 'pending_payment'
          and (m.to_state = 'expired' or m.to_state = 'cancelled' and m.actor = ${`member:${memberId}`})))::int as ended
    from orders.orders o
    where member_id = ${memberId} and paid_at is null and (state in ('pending_payment', 'payment_review')
      or created_at > now() - interval '1 day')`
