import { randomBytes } from 'node:crypto'
import { isKept, learnPictures } from '../content/picture-queries.ts'
import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import type { Picture } from './catalogue-memory.ts'
import { change, type Named, type Saved, touch } from './change-goods.ts'
import { type DrawnPicture, drawOwnPicture } from './draw-own-picture.ts'
import { isWhole } from './new-goods-rules.ts'
import { ownPicture } from './own-picture-rules.ts'

type InTurn = <T>(task: () => Promise<T>) => Promise<T>

/**
 * The product has one picture more, behind the others and without words yet: visitors see it once it has them.
 *
 * Refuses edited_meanwhile; picture_limit; file_type, file_too_many_pixels, file_unreadable, invalid_input (file); overloaded.
 */
export async function addPicture(
  karat: Bag<'catalogue'>,
  staff: Staff,
  { file, ...named }: Named & { file: Uint8Array },
  inTurn: InTurn,
) {
  const now = await karat.db.row<{ count: number }>(sql`
    select jsonb_array_length(gallery) as count from catalogue.products
    where id = ${named.productId} and revision = ${named.revision}`)
  if (!now) throw new Refusal('edited_meanwhile')
  // Asked before the drawing, which costs; the revision keeps it true until the picture is in.
  if (now.count >= ownPicture.perProduct) throw new Refusal('picture_limit', { limit: ownPicture.perProduct })
  const drawn = await inTurn(() => drawOwnPicture(file))
  const name = `own-${randomBytes(12).toString('hex')}`
  const saved = await change(karat, staff, 'catalogue.edit', async (tx) => {
    const product = await touch(tx, staff, named)
    if (!product) return
    await keepPicture(tx, { name, productId: named.productId, madeBy: staff.name }, drawn)
    await tx.run(sql`
      update catalogue.products set gallery = gallery || ${JSON.stringify([{ name, alt: {} }])}::jsonb where id = ${named.productId}`)
    const { store, id, revision } = product
    return { store, id, revision, details: { did: 'add_picture', picture: name } }
  })
  return { ...saved, name }
}

/** The picture and its files are kept, for the gallery of a product or for a category. */
export async function keepPicture(
  tx: Tx,
  { name, productId, madeBy }: { name: string; productId: number | null; madeBy: string },
  drawn: DrawnPicture,
) {
  const { facts, files } = drawn
  await tx.run(sql`
    insert into catalogue.pictures (name, product_id, width, height, blur, made_by)
    values (${name}, ${productId}, ${facts.width}, ${facts.height}, ${facts.blur}, ${madeBy})`)
  for (const { kind, width, content } of files)
    await tx.run(sql`
      insert into catalogue.picture_files (picture, kind, width, content) values (${name}, ${kind}, ${width}, ${content})`)
  learnPictures([{ name, ...facts }])
}

/**
 * The product's pictures stand in this order, with these words; one that is left out is shown no more. What orders name stays kept;
 * a picture of a product that nobody ever saw is deleted.
 *
 * Refuses edited_meanwhile; invalid_input for a picture that the product does not have, and for missing words where visitors see them.
 */
export const savePictures = (
  karat: Bag<'catalogue'>,
  staff: Staff,
  { pictures, ...named }: Named & { pictures: Picture[] },
): Promise<Saved> =>
  change(karat, staff, 'catalogue.edit', async (tx) => {
    const product = await touch(tx, staff, named)
    if (!product) return
    const before = await tx.row<{ gallery: Picture[] }>(
      sql`select gallery from catalogue.products where id = ${named.productId}`,
    )
    const names = pictures.map(({ name }) => name)
    const own = new Set(before?.gallery.map(({ name }) => name))
    if (names.some((name) => !own.has(name)) || new Set(names).size !== names.length)
      throw invalidInput({ pictures: problem('own_pictures') })
    if (product.published) requireWords(pictures)
    await tx.run(sql`update catalogue.products set gallery = ${JSON.stringify(pictures)} where id = ${named.productId}`)
    if (product.draft)
      await tx.run(
        sql`delete from catalogue.pictures where product_id = ${named.productId} and name <> all(${names}::text[])`,
      )
    const { store, id, revision } = product
    const gone = [...own].filter((name) => !names.includes(name))
    return { store, id, revision, details: { did: 'save_pictures', pictures: names, gone } }
  })

function requireWords(pictures: Picture[]) {
  if (!pictures.some(({ name }) => isKept(name))) throw new Refusal('product_incomplete', { missing: ['picture'] })
  const bare = pictures.findIndex(({ alt }) => !isWhole(alt))
  if (bare >= 0) throw invalidInput({ [`pictures.${bare}.alt`]: problem('empty') })
}
