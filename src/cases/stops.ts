/** Whether a member's movements are stopped by a case. The database asks by itself (migration 305); this is for what has to wait meanwhile. */
import { type Queryable, type Sql, sql } from '../db/database.ts'

export const isStopped = async (db: Queryable, memberId: string): Promise<boolean> =>
  (await db.row<{ stopped: boolean }>(sql`select ${stopped(sql`${memberId}::uuid`)} as stopped`))?.stopped === true

/** The same as a condition of a statement. */
export const stopped = (memberId: Sql): Sql => sql`cases.is_stopped(${memberId})`
