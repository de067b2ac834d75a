import { type Queryable, sql, type Tx } from '../db/database.ts'

export const forgetCart = (tx: Tx, memberId: string): Promise<number> =>
  tx.run(sql`delete from cart.lines where member_id = ${memberId}`)

/** What this area holds about a member, for the copy that they may ask for. */
export const cartHeld = (db: Queryable, memberId: string) =>
  db.rows<Record<string, unknown>>(
    sql`select store, sku_id, quantity, price_when_added_minor, currency, added_at from cart.lines where member_id = ${memberId} order by added_at`,
  )
