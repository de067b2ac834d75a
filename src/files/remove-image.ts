import { type Queryable, sql } from '../db/database.ts'
import { endOld } from '../db/in-steps.ts'
import { Refusal } from '../refusals.ts'

/** Deletes a picture of the member that nothing uses yet. Refuses not_found, also for one that is in use. */
export async function removeImage(db: Queryable, memberId: string, id: string): Promise<{ removed: true }> {
  const removed = await db.run(
    sql`delete from files.images where id = ${id} and member_id = ${memberId} and used_at is null`,
  )
  if (removed === 0) throw new Refusal('not_found')
  return { removed: true }
}

/** Deletes the pictures that nothing has used for a day; how many. */
export const forgetUnusedImages = (db: Queryable, seconds: number): Promise<number> =>
  endOld(db, {
    from: sql`files.images`,
    atOnce: 500,
    old: sql`used_at is null and created_at < now() - make_interval(secs => ${seconds}::int)`,
  })
