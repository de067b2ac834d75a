/** What other areas may know of a buyer. */
import { type Queryable, sql } from '../db/database.ts'

/** Whether the member has paid for an order of the store that was not called off. */
export async function hasPaidOrder(db: Queryable, memberId: string, store: string): Promise<boolean> {
  const row = await db.row<{ paid: boolean }>(sql`select exists (select from orders.orders
    where member_id = ${memberId} and store = ${store} and paid_at is not null
      and state in ('paid', 'preparing', 'shipped', 'ready_for_pickup', 'completed')) as paid`)
  return row?.paid ?? false
}
