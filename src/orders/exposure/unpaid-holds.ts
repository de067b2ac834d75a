import { sql, type Tx } from '../../db/database.ts'

export type UnpaidHolds = {
  /** Orders that wait for their money, and the pieces that they hold. */
  orders: number
  pieces: number
  /** Orders of the last 24 hours that ran out or that the member cancelled, unpaid. */
  ended: number
}

/** What a member's unpaid orders hold, and how often they came to nothing. The caller has the member's turn. */
export async function findUnpaidHolds(tx: Tx, memberId: string): Promise<UnpaidHolds> {
  const row = await tx.row<UnpaidHolds>(sql`
    select count(*) filter (where state = 'pending_payment')::int as orders,
      coalesce(sum((select sum(quantity) from orders.lines l where l.order_id = o.id))
        filter (where state = 'pending_payment' and not held_when_paid), 0)::int as pieces,
      count(*) filter (where created_at > now() - interval '1 day' and exists (
        select from orders.moves m where m.order_id = o.id and m.from_state = 'pending_payment'
          and (m.to_state = 'expired' or m.to_state = 'cancelled' and m.actor = ${`member:${memberId}`})))::int as ended
    from orders.orders o
    where member_id = ${memberId} and paid_at is null and (state = 'pending_payment' or created_at > now() - interval '1 day')`)
  return row ?? { orders: 0, pieces: 0, ended: 0 }
}
