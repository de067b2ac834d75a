import { type Queryable, sql } from '../db/database.ts'

/** Of these ticks, in ascending order of their ids, those that a trade or a quote of one names as what its price was made of. */
export async function vaultTicksInUse(db: Queryable, ids: bigint[]): Promise<Set<bigint>> {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return new Set()
  const rows = await db.rows<{ id: bigint }>(sql`
    select tick_id as id from vault.trades where tick_id between ${first} and ${last}
    union select tick_id from vault.quotes where tick_id between ${first} and ${last}
    union select tick_id from vault.purchases where tick_id between ${first} and ${last}`)
  return new Set(rows.map(({ id }) => id))
}
