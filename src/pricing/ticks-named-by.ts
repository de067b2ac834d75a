import { join, type Queryable, type Sql, sql } from '../db/database.ts'

/** Says which of these ticks, in ascending order of their ids, a price that was promised or charged is explained by. */
export type TicksInUse = (db: Queryable, ids: bigint[]) => Promise<Set<bigint>>

/** Those that a row of one of these tables names in this column, which has an index. */
export const ticksNamedBy =
  (...columns: [table: Sql, column: Sql][]): TicksInUse =>
  async (db, ids) => {
    const [first, last] = [ids[0], ids.at(-1)]
    if (first === undefined || last === undefined) return new Set()
    const each = columns.map(
      ([table, column]) => sql`select ${column} as id from ${table} where ${column} between ${first} and ${last}`,
    )
    const rows = await db.rows<{ id: bigint }>(join(each, ' union '))
    return new Set(rows.map(({ id }) => id))
  }
