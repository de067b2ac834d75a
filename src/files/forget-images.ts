import { type Queryable, sql, type Tx } from '../db/database.ts'

/** Forgets pictures of a member: these, and all that nothing uses. */
export const forgetImages = (tx: Tx, memberId: string, ids: string[]): Promise<number> =>
  tx.run(sql`delete from files.images where member_id = ${memberId} and (used_at is null or id = any(${ids}::uuid[]))`)

/** What this area holds about a member, for the copy that they may ask for; the pictures themselves are seen where they are used. */
export const imagesHeld = (db: Queryable, memberId: string) =>
  db.rows<
    Record<string, unknown>
  >(sql`select id, purpose, width, height, created_at, used_at, published_at from files.images
    where member_id = ${memberId} order by created_at`)
