/** Numbered pieces, read. */
import { type Queryable, sql } from '../db/database.ts'

/** The order that a piece is promised or handed over to; undefined where there is none. */
export async function findOrderOfSerial(db: Queryable, typed: string): Promise<string | undefined> {
  const serial = typed.toUpperCase().replace(/[\s-]+/g, '')
  const row = await db.row<{ id: string | null }>(
    sql`select order_id as id from catalogue.pieces where serial = ${serial}`,
  )
  return row?.id ?? undefined
}
