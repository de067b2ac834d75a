import { v7 as newId } from 'uuid'
import { type Queryable, sql } from '../db/database.ts'
import { standInLine } from '../db/stand-in-line.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { ImagePurpose, UploadedImageView } from './contract.ts'
import { type CleanImage, readImage } from './read-image.ts'

export type Upload = { memberId: string; purpose: ImagePurpose; file: Uint8Array }

/**
 * Stores a picture of the member that waits to be used. Nobody ever has more than `settings.files.maxUnused` of those.
 *
 * Refuses file_limit, file_type, file_too_many_pixels, file_unreadable, overloaded.
 */
export async function uploadImage(
  karat: Bag<'files'>,
  { memberId, purpose, file }: Upload,
  inTurn: <T>(task: () => Promise<T>) => Promise<T>,
): Promise<UploadedImageView> {
  // Looked at first so that nobody has pictures decoded for nothing; what counts is looked at again under the lock.
  if ((await countUnused(karat.db, memberId)) >= settings.files.maxUnused) throw atLimit()
  const image = await inTurn(() => readImage(file))
  const id = newId()
  await karat.db.transaction(async (tx) => {
    await standInLine(tx, `unused images ${memberId}`)
    if ((await addImage(tx, { id, memberId, purpose }, image)) === 0) throw atLimit()
  })
  return { id, width: image.width, height: image.height, bytes: image.content.length }
}

const atLimit = () => new Refusal('file_limit', { limit: settings.files.maxUnused })

const countUnused = async (db: Queryable, memberId: string): Promise<number> =>
  (
    await db.row<{ unused: number }>(
      sql`select count(*)::int as unused from files.images where member_id = ${memberId} and used_at is null`,
    )
  )?.unused ?? 0

type NewImage = { id: string; memberId: string; purpose: ImagePurpose }

const addImage = (db: Queryable, { id, memberId, purpose }: NewImage, image: CleanImage): Promise<number> =>
  db.run(sql`
    insert into files.images (id, member_id, purpose, content, width, height, sha256)
    select ${id}::uuid, ${memberId}::uuid, ${purpose}, ${image.content}::bytea, ${image.width}::int, ${image.height}::int, ${image.sha256}::bytea
    from files.images where member_id = ${memberId} and used_at is null having count(*) < ${settings.files.maxUnused}`)
