/** Who members are, for lists of the back office: names alone. */
import { type Queryable, sql } from '../db/database.ts'

/** Names by id. */
export async function namesOfMembers(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; name: string }>(
    sql`select id, name from identity.members where id = any(${[...new Set(ids)]}::uuid[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Members whose name holds `q`, or whose e-mail address or mobile number it is; at most 200. */
export async function findMemberIds(db: Queryable, q: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from identity.members
    where name ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`} or email = ${q.toLowerCase()} or mobile = ${q.replace(/[\s-]/g, '')}
    order by created_at desc limit 200`)
  return rows.map(({ id }) => id)
}

/** Those whose account is not closed. */
export async function openAmong(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from identity.members where id = any(${[...ids]}::uuid[]) and closed_at is null`,
  )
  return new Set(rows.map(({ id }) => id))
}
