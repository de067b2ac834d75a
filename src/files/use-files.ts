import { type Queryable, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import type { ImagePurpose } from './contract.ts'

/**
 * Binds pictures of a member to what the calling transaction makes, once: afterwards they belong to it for good and
 * count no more as unused.
 *
 * Refuses not_found, all alike, for ids that are unknown, somebody else's, for another purpose, used already or given twice.
 */
export async function useFiles(
  tx: Tx,
  { memberId, ids, purpose }: { memberId: string; ids: string[]; purpose: ImagePurpose },
): Promise<void> {
  if (ids.length === 0) return
  const used = await tx.run(sql`
    update files.images set used_at = now()
    where id = any(${ids}::uuid[]) and member_id = ${memberId} and purpose = ${purpose} and used_at is null`)
  if (used !== ids.length) throw new Refusal('not_found')
}

/** Whether all of these are pictures of the member for that purpose which nothing has taken yet. Refuses not_found, all alike. */
export async function requireImages(
  db: Queryable,
  { memberId, ids, purpose }: { memberId: string; ids: string[]; purpose: ImagePurpose },
): Promise<void> {
  const there = await db.row<{ count: number }>(sql`
    select count(*)::int as count from files.images
    where id = any(${ids}::uuid[]) and member_id = ${memberId} and purpose = ${purpose} and used_at is null`)
  if (there?.count !== ids.length) throw new Refusal('not_found')
}

type Taken = { content: Buffer; width: number; height: number }

/**
 * Takes a picture of a member out of the uploaded ones: from now on its caller keeps it. Refuses not_found, all alike, for an id that is
 * unknown, somebody else's, for another purpose or in use.
 */
export async function takeImage(
  tx: Tx,
  { memberId, id, purpose }: { memberId: string; id: string; purpose: ImagePurpose },
): Promise<Taken> {
  const taken = await tx.row<Taken>(sql`
    delete from files.images where id = ${id} and member_id = ${memberId} and purpose = ${purpose} and used_at is null
    returning content, width, height`)
  if (!taken) throw new Refusal('not_found')
  return taken
}

/** Deletes pictures that nothing shows any more; whoever bound them does so. */
export const releaseImages = (tx: Tx, ids: string[]): Promise<number> =>
  tx.run(sql`delete from files.images where id = any(${ids}::uuid[])`)
