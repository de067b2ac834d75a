/** Uploaded pictures, read. */
import { empty, type Queryable, type Sql, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'

export type StoredImage = { content: Buffer; sha256: Buffer }

/** The member's own picture. Refuses not_found, also for somebody else's. */
export async function getOwnImage(db: Queryable, memberId: string, id: string): Promise<StoredImage> {
  const image = await db.row<StoredImage>(
    sql`select content, sha256 from files.images where id = ${id} and member_id = ${memberId}`,
  )
  if (!image) throw new Refusal('not_found')
  return image
}

/** Any picture, for a caller who has seen to it that the reader may have it. Refuses not_found. */
export async function getImage(db: Queryable, id: string): Promise<StoredImage> {
  const image = await db.row<StoredImage>(sql`select content, sha256 from files.images where id = ${id}`)
  if (!image) throw new Refusal('not_found')
  return image
}

/** A picture that everybody may see. Refuses not_found. */
export async function getPublishedImage(db: Queryable, id: string): Promise<StoredImage> {
  const image = await db.row<StoredImage>(
    sql`select content, sha256 from files.images where id = ${id} and published_at is not null`,
  )
  if (!image) throw new Refusal('not_found')
  return image
}

type Sizes = Map<string, { width: number; height: number }>

/** Those of the pictures that everybody may see, by id, with their size. */
export const listPublishedImages = (db: Queryable, ids: string[]): Promise<Sizes> =>
  sizesOf(db, ids, sql`and published_at is not null`)

/** The sizes of pictures, by id, for who has seen to it that the reader may have them. */
export const imageSizes = (db: Queryable, ids: string[]): Promise<Sizes> => sizesOf(db, ids, empty)

async function sizesOf(db: Queryable, ids: string[], only: Sql): Promise<Sizes> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<{ id: string; width: number; height: number }>(
    sql`select id, width, height from files.images where id = any(${ids}::uuid[]) ${only}`,
  )
  return new Map(rows.map(({ id, width, height }) => [id, { width, height }]))
}
