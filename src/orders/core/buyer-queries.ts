/** What other areas may know of a buyer. */
import { type Queryable, sql } from '../../db/database.ts'

/** Whether the member has paid for an order of the store that was not called off. */
export async function hasPaidOrder(db: Queryable, memberId: string, store: string): Promise<boolean> {
  const row = await db.row<{ paid: boolean }>(sql`select exists (select from orders.orders
    where member_id = ${memberId} and store = ${store} and paid_at is not null
      and state in ('paid', 'preparing', 'shipped', 'ready_for_pickup', 'completed')) as paid`)
  return row?.paid ?? false
}

/** Whether the member has never completed an order: their card money is uncertain for longer. */
export async function isNewBuyer(db: Queryable, memberId: string): Promise<boolean> {
  const completed = await db.row(sql`
    select 1 as one from orders.orders where member_id = ${memberId} and state = 'completed' limit 1`)
  return completed === undefined
}

/** Of these orders those whose buyer has never completed one. */
export async function ordersOfNewBuyers(db: Queryable, orderIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(sql`
    select this.id from orders.orders this where this.id = any(${[...orderIds]}::uuid[])
      and not exists (select from orders.orders o where o.member_id = this.member_id and o.state = 'completed')`)
  return new Set(rows.map(({ id }) => id))
}
