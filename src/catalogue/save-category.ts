import { randomBytes } from 'node:crypto'
import { isKept, thumbnailOf } from '../content/picture-queries.ts'
import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Details } from '../staff/did-rules.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import type { Texts } from './catalogue-memory.ts'
import { drawOwnPicture } from './draw-own-picture.ts'
import { keepPicture } from './save-pictures.ts'

type Words = { name: Texts; text: Texts; image: string; hidden: boolean }
type NewCategory = Words & { slug: string; parent: number | null }
type Seen = { id: number; revision: number }
type Saved = { id: number; revision: number }

const misfit = () => invalidInput({ parent: problem('category_parent') })
const refusalsOf: Record<string, () => Refusal> = {
  categories_slug_key: () => invalidInput({ slug: problem('taken') }),
  categories_parent_id_fkey: misfit,
  categories_have_two_levels: misfit,
  category_keeps_its_kind: misfit,
  kinds_stand_at_the_top: misfit,
}
/** The same constraint refuses the parent that is not there and the removal of one that has some below it. */
const refusalsOfRemoval: Record<string, () => Refusal> = {
  categories_parent_id_fkey: () => new Refusal('category_in_use'),
  products_category_id_fkey: () => new Refusal('category_in_use'),
  kinds_stay: () => new Refusal('category_is_a_kind'),
}

const refusing = (refusals: Record<string, () => Refusal>) => (error: unknown) => {
  const refusal = refusals[brokenConstraint(error) ?? '']
  throw refusal ? refusal() : error
}

/** Every instance hears of it by the table's own notice; this one reads it before it answers. */
async function change<T>(karat: Bag<'catalogue'>, work: (tx: Tx) => Promise<T>, refusals = refusalsOf): Promise<T> {
  const done = await karat.db.transaction(work).catch(refusing(refusals))
  await karat.catalogue.refresh()
  return done
}

const record = (tx: Tx, staff: Staff, id: number, details: Details) =>
  recordAction(tx, staff, { action: 'catalogue.categories', subject: { kind: 'category', id: String(id) }, details })

/**
 * A new category, the last of those beside it.
 *
 * Refuses invalid_input for words that are missing, a code that is taken, a picture that is not kept, or a parent that is not at the top.
 */
export async function addCategory(
  karat: Bag<'catalogue'>,
  staff: Staff,
  wish: NewCategory,
  request: Once,
): Promise<Saved> {
  const words = sound(wish)
  const added = await once(karat.db, request, async (tx) => {
    await holdPicture(tx, wish.image)
    const row = await tx
      .row<Saved>(sql`
        insert into catalogue.categories (parent_id, slug, position, name, text, image, hidden, updated_by)
        select ${wish.parent}::int, ${wish.slug}, coalesce(max(position), 0) + 1, ${JSON.stringify(words.name)}::jsonb,
          ${JSON.stringify(words.text)}::jsonb, ${wish.image || null}, ${wish.hidden}, ${staff.name}
        from catalogue.categories where parent_id is not distinct from ${wish.parent}::int
        returning id, revision`)
      .catch(refusing(refusalsOf))
    if (!row) throw new Refusal('not_found')
    await record(tx, staff, row.id, { did: 'add_category', code: wish.slug })
    return row
  })
  await karat.catalogue.refresh()
  return added
}

/**
 * The category is named, shown and filed so, in place of the revision that the person saw. One that comes below another is its last.
 *
 * Refuses edited_meanwhile; invalid_input as `addCategory`, and for a parent of another kind.
 */
export function saveCategory(
  karat: Bag<'catalogue'>,
  staff: Staff,
  wish: Words & Seen & { parent: number | null },
): Promise<Saved> {
  const words = sound(wish)
  return change(karat, async (tx) => {
    await holdPicture(tx, wish.image)
    const before = await tx.row<Details>(sql`
      select name, text, image, hidden, parent_id as parent from catalogue.categories where id = ${wish.id}`)
    const saved = await tx.row<Saved>(sql`
      update catalogue.categories set name = ${JSON.stringify(words.name)}::jsonb, text = ${JSON.stringify(words.text)}::jsonb,
        image = ${wish.image || null}, hidden = ${wish.hidden},
        position = case when parent_id is distinct from ${wish.parent}::int
          then (select coalesce(max(b.position), 0) + 1 from catalogue.categories b where b.parent_id is not distinct from ${wish.parent}::int)
          else position end,
        parent_id = ${wish.parent}::int, revision = revision + 1, updated_at = now(), updated_by = ${staff.name}
      where id = ${wish.id} and revision = ${wish.revision} returning id, revision`)
    if (!saved) throw new Refusal('edited_meanwhile')
    const { image, hidden, parent } = wish
    await record(tx, staff, saved.id, { did: 'edit_category', before, after: { ...words, image, hidden, parent } })
    return saved
  })
}

/** The category stands one place further up or down among those beside it; at the end it stays. Refuses not_found. */
export function moveCategory(karat: Bag<'catalogue'>, staff: Staff, { id, to }: { id: number; to: 'up' | 'down' }) {
  return change(karat, async (tx) => {
    const beside = await tx.rows<{ id: number }>(sql`
      select id from catalogue.categories where parent_id is not distinct from (select parent_id from catalogue.categories where id = ${id})
      order by id for update`)
    if (!beside.some((one) => one.id === id)) throw new Refusal('not_found')
    // Read once all are held: what another has moved meanwhile counts.
    await tx.run(sql`
      with placed as (
        select id, row_number() over (order by position, id) * 2 as place from catalogue.categories where id = any(${beside.map((one) => one.id)}::int[])),
      moved as (
        select id, row_number() over (order by place + case when id = ${id} then ${to === 'up' ? -3 : 3}::int else 0 end) as place from placed)
      update catalogue.categories c set position = moved.place from moved where moved.id = c.id and c.position <> moved.place`)
    await record(tx, staff, id, { did: 'move_category', to })
    return { done: true as const }
  })
}

/** The category is no more. Refuses edited_meanwhile; category_in_use while products or categories are in it; category_is_a_kind. */
export function removeCategory(karat: Bag<'catalogue'>, staff: Staff, { id, revision }: Seen) {
  const work = async (tx: Tx) => {
    const gone = await tx.row<{ slug: string }>(sql`
      delete from catalogue.categories where id = ${id} and revision = ${revision} returning slug`)
    if (!gone) throw new Refusal('edited_meanwhile')
    await record(tx, staff, id, { did: 'remove_category', code: gone.slug })
    return { done: true as const }
  }
  return change(karat, work, refusalsOfRemoval)
}

type InTurn = <T>(task: () => Promise<T>) => Promise<T>

/**
 * A picture that a category may name from now on; one that none names is gone after `keepPictureDays`.
 *
 * Refuses file_type, file_too_many_pixels, file_unreadable, invalid_input (file); overloaded.
 */
export async function addCategoryPicture(karat: Bag<'catalogue'>, staff: Staff, file: Uint8Array, inTurn: InTurn) {
  const drawn = await inTurn(() => drawOwnPicture(file))
  const name = `own-${randomBytes(12).toString('hex')}`
  await change(karat, async (tx) => {
    await keepPicture(tx, { name, productId: null, madeBy: staff.name }, drawn)
    await record(tx, staff, 0, { did: 'add_picture', picture: name })
  })
  return { name, src: thumbnailOf(name) }
}

const without = (texts: Texts) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))

/** A language may be left out; a category without any name has none. */
function sound({ name, text, image }: Words): Pick<Words, 'name' | 'text'> {
  const words = { name: without(name), text: without(text) }
  if (Object.keys(words.name).length === 0) throw invalidInput({ name: problem('empty') })
  if (image !== '' && !isKept(image)) throw invalidInput({ image: problem('not_right') })
  return words
}

/** An uploaded picture cannot end while it is being named. */
async function holdPicture(tx: Tx, image: string) {
  if (!image.startsWith('own-')) return
  const held = await tx.row(sql`select name from catalogue.pictures where name = ${image} for key share`)
  if (!held) throw invalidInput({ image: problem('not_right') })
}
