import { type Queryable, sql } from '../db/database.ts'

/** Of these ticks, in ascending order of their ids, those that a case or a quote of one names as what its price was made of. */
export async function goldbackTicksInUse(db: Queryable, ids: bigint[]): Promise<Set<bigint>> {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return new Set()
  const rows = await db.rows<{ id: bigint }>(sql`
    select tick_id as id from goldback.quotes where tick_id between ${first} and ${last}
    union select tick_id from goldback.cases where tick_id between ${first} and ${last}
    union select price_tick_id from goldback.cases where price_tick_id between ${first} and ${last}`)
  return new Set(rows.map(({ id }) => id))
}
