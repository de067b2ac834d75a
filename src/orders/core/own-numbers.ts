/** Orders by number alone, for what points at one. */
import { type Queryable, sql } from '../../db/database.ts'

type Numbered = { order_id: string; number: string; store: string }

/** A member's newest orders, of every store. */
export const listOwnNumbers = (db: Queryable, memberId: string): Promise<Numbered[]> =>
  db.rows(sql`select id as order_id, number, store from orders.orders where member_id = ${memberId}
    order by created_at desc limit 50`)

/** Undefined for an order that is not the member's. */
export const findOwnNumber = (
  db: Queryable,
  { memberId, orderId }: { memberId: string; orderId: string },
): Promise<Numbered | undefined> =>
  db.row(sql`select id as order_id, number, store from orders.orders where id = ${orderId} and member_id = ${memberId}`)

/** Numbers by id. */
export async function numbersOf(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; number: string }>(
    sql`select id, number from orders.orders where id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}
