import { type Queryable, sql } from '../../db/database.ts'

type Wanted = { memberId: string; store: string; since: Date; until: Date; skuId: number; quantity: number }

/** Paid orders of exactly so many of a sku, and nothing else, that a member paid in a time; the oldest first. */
export const findOrdersOf = (db: Queryable, wanted: Wanted): Promise<{ id: string }[]> =>
  db.rows<{ id: string }>(sql`
    select o.id from orders.orders o where o.member_id = ${wanted.memberId} and o.store = ${wanted.store}
      and o.paid_at between ${wanted.since} and ${wanted.until}
      and (select sum(l.quantity) filter (where l.sku_id = ${wanted.skuId}) from orders.lines l where l.order_id = o.id) = ${wanted.quantity}
      and not exists (select from orders.lines l where l.order_id = o.id and l.sku_id <> ${wanted.skuId})
    order by o.paid_at, o.id limit 10`)
