/** Names of the staff by id, for timelines and lists. */
import { type Queryable, sql } from '../db/database.ts'

export async function namesOfStaff(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; name: string }>(
    sql`select id, name from staff.people where id = any(${[...new Set(ids)]}::uuid[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
