import { deletePicture, holdPictureOut, listPicturesOut, notePicturesOut } from '../../catalogue/end-picture.ts'
import { isNamedInContent } from '../../content/named-picture-queries.ts'
import { type Queryable, sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { settings } from '../../settings.ts'

/**
 * Uploaded pictures that no gallery has had for `keepPictureDays` are gone with their files, each in a transaction of its own,
 * unless an order names one, a guarantee that is open or ended no longer ago than that, or a text or banner. Answers how many.
 */
export async function endPictures(karat: Bag<'orders'>): Promise<number> {
  await notePicturesOut(karat.db)
  let ended = 0
  for (let names = await listPicturesOut(karat.db, ''); names.length > 0; ) {
    for (const name of names) if (await endOne(karat, name)) ended++
    names = await listPicturesOut(karat.db, names.at(-1) ?? '')
  }
  if (ended > 0) await karat.catalogue.refresh()
  return ended
}

const endOne = (karat: Bag<'orders'>, name: string): Promise<boolean> =>
  karat.db
    .transaction(async (tx) => {
      if (!(await holdPictureOut(tx, name))) return false
      if ((await isNamedInOrders(tx, name)) || (await isNamedInContent(tx, name))) return false
      return (await deletePicture(tx, name)) === 1
    })
    .catch((error) => {
      karat.log.warn({ err: error, picture: name }, 'picture cannot be ended')
      return false
    })

/** One statement: an order that is made of a guarantee meanwhile is seen as the one or as the other. */
async function isNamedInOrders(tx: Queryable, name: string): Promise<boolean> {
  const named = await tx.row<{ is: boolean }>(sql`
    select exists (select from orders.lines where image = ${name} and image like 'own-%')
      or exists (select from orders.guarantees where lines @? '$[*].image ? (@ starts with "own-")'
        and lines @> jsonb_build_array(jsonb_build_object('image', ${name}::text)) and used_at is null
        and expires_at > now() - make_interval(days => ${settings.catalogue.keepPictureDays}::int)) as "is"`)
  return named?.is !== false
}
