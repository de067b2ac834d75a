/** What other areas may know of a buyer. */
import { type Queryable, sql } from '../../db/database.ts'

/** Whether the member has paid for an order of the store that was not called off. */
export async function hasPaidOrder(db: Queryable, memberId: string, store: string): Promise<boolean> {
  const row = await db.row<{ paid: boolean }>(sql`select exists (select from orders.orders
    where member_id = ${memberId} and store = ${store} and paid_at is not null
      and state in ('paid', 'preparing', 'shipped', 'ready_for_pickup', 'completed')) as paid`)
  return row?.paid ?? false
}

/** The same of whoever bought an order. */
export async function isNewBuyerOf(db: Queryable, orderId: string): Promise<boolean> {
  const completed = await db.row(sql`
    select 1 as one from orders.orders o join orders.orders this on this.member_id = o.member_id
    where this.id = ${orderId} and o.state = 'completed' limit 1`)
  return completed === undefined
}

/** Whether the member has never completed an order: their card money is uncertain for longer. */
export async function isNewBuyer(db: Queryable, memberId: string): Promise<boolean> {
  const completed = await db.row(sql`
    select 1 as one from orders.orders where member_id = ${memberId} and state = 'completed' limit 1`)
  return completed === undefined
}
