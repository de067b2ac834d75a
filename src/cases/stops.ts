/** Whether a member's movements are stopped by a case. The database asks by itself (migration 305); this is for what has to wait meanwhile. */
import { type Queryable, type Sql, sql, type Tx } from '../db/database.ts'

export const isStopped = async (db: Queryable, memberId: string): Promise<boolean> =>
  (await db.row<{ stopped: boolean }>(sql`select cases.is_stopped(${memberId}::uuid) as stopped`))?.stopped === true

/**
 * The same for what moves without a posting, by which the database would ask: a member who was not compared with the newest list is, and
 * the transaction is tried again. Nobody stops them until it ends.
 */
export async function isStoppedNow(tx: Tx, memberId: string): Promise<boolean> {
  if (await isStopped(tx, memberId)) return true
  await tx.run(sql`select cases.require_free(${memberId}::uuid)`)
  return false
}

/** As a condition of a statement: a case stops the member, or the newest list may name them, with which they were not compared yet. */
export const mayBeStopped = (memberId: Sql): Sql => sql`(cases.is_stopped(${memberId}) or exists (
  select from cases.people where member_id = ${memberId} and version < (select max(version) from cases.lists)))`
