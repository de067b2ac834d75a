/** Orders whose pieces are still in the house. */
import { type Queryable, sql } from '../../db/database.ts'

/** Orders of these skus from their submission until they leave by courier or over the counter. */
export async function listOrdersInHouse(db: Queryable, skuIds: number[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct o.id::text as id from orders.orders o join orders.lines l on l.order_id = o.id
    where l.sku_id = any(${skuIds}::int[])
      and o.state in ('pending_payment', 'payment_review', 'paid', 'preparing', 'ready_for_pickup')`)
  return rows.map(({ id }) => id)
}

/** Ids of the orders that have these numbers. */
export async function idsOfNumbers(db: Queryable, numbers: string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`select id from orders.orders where number = any(${numbers}::text[])`)
  return rows.map(({ id }) => id)
}

/** The numbers of orders by their ids. */
export async function numbersOfOrders(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; number: string }>(
    sql`select id, number from orders.orders where id = any(${[...new Set(ids)]}::uuid[])`,
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}
