/** Deposits and purchases with money from outside, by their number. */
import { type Queryable, sql } from '../db/database.ts'

/** The ids of those whose number is like this. */
export async function findPaidLike(db: Queryable, like: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from vault.deposits where number ilike ${like} union all select id from vault.purchases where number ilike ${like}`)
  return rows.map(({ id }) => id)
}
