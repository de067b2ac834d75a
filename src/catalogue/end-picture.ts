/** The end of pictures that the office has uploaded and taken out of every gallery. Who names them is asked by orders. */
import { type Db, type Queryable, sql, type Tx } from '../db/database.ts'
import { settings } from '../settings.ts'

/** In the gallery of a product, or of a category. */
const inGallery = sql`(exists (
    select from catalogue.products p where p.gallery @> jsonb_build_array(jsonb_build_object('name', n.name)))
  or exists (select from catalogue.categories c where c.image = n.name))`
const isOut = sql`n.out_since < now() - make_interval(days => ${settings.catalogue.keepPictureDays}::int)`

/** Notes since when a picture is in no gallery, drafts' too; one that is back in one has left none. */
export const notePicturesOut = (db: Db): Promise<number> =>
  db.run(sql`
    update catalogue.pictures n set out_since = case when ${inGallery} then null else now() end
    where (n.out_since is null) is distinct from ${inGallery}`)

/** Names of pictures that have been out for long, from the first after `after`, a hundred at most. */
export async function listPicturesOut(db: Queryable, after: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select n.name from catalogue.pictures n where ${isOut} and n.name > ${after} order by n.name limit 100`)
  return rows.map(({ name }) => name)
}

/** Nobody names the picture in a new guarantee until the transaction ends. False when somebody does just now, or it is not out. */
export async function holdPictureOut(tx: Tx, name: string): Promise<boolean> {
  const held = await tx.row(sql`
    select n.name from catalogue.pictures n where n.name = ${name} and ${isOut} for update skip locked`)
  if (!held) return false
  const back = await tx.row(sql`select n.name from catalogue.pictures n where n.name = ${name} and ${inGallery}`)
  return back === undefined
}

/** The picture and its files are gone. */
export const deletePicture = (tx: Tx, name: string): Promise<number> =>
  tx.run(sql`delete from catalogue.pictures where name = ${name}`)
