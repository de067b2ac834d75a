import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import type { Attributes } from './attribute-rules.ts'
import type { Category, Texts } from './catalogue-memory.ts'
import { change, type Named, refusedByDatabase, type Saved } from './change-goods.ts'
import { ancestry } from './listing-rules.ts'
import { type Form, fitsForm, holdsForm, ruleOf } from './new-goods-rules.ts'

/** What a product is, beside its words: `category` is a slug. */
type Basics = { category: string; form: Form; brand: string; series: string | null }
type ProductWish = Basics & {
  number: number
  store: string
  name: Texts
  description: Texts
  certificate: Texts
}

/**
 * A new product that only staff see, without skus or pictures yet.
 *
 * Refuses invalid_input for an unknown store, a category that is not for this form, or a number that is taken.
 */
export async function addProduct(karat: Bag<'catalogue'>, staff: Staff, wish: ProductWish, request: Once) {
  const { number, store, form, brand, series, name, description, certificate } = wish
  if (!karat.stores.has(store)) throw invalidInput({ store: problem('unknown') })
  const category = categoryFor(karat, wish)
  const added = await once(karat.db, request, async (tx) => {
    try {
      await tx.run(sql`
        insert into catalogue.products
          (id, store, category_id, kind, brand, form, series, name, description, certificate, gallery, updated_by)
        values (${number}, ${store}, ${category.id}, ${ruleOf(form).kind}, ${brand}, ${form}, ${series},
          ${JSON.stringify(name)}, ${JSON.stringify(description)}, ${JSON.stringify(certificate)}, '[]', ${staff.name})`)
    } catch (error) {
      refusedByDatabase(error)
    }
    const details = { did: 'add_product' as const, category: category.slug, form, brand }
    await recordAction(tx, staff, {
      action: 'catalogue.add',
      subject: { kind: 'product', id: String(number) },
      store,
      details,
    })
    return { product_id: number, revision: 1 }
  })
  await karat.catalogue.refresh()
  return added
}

/** The number that a new product is offered: the one after the highest. */
export async function nextNumber(db: Pick<Tx, 'row'>): Promise<number> {
  const row = await db.row<{ next: number }>(sql`select coalesce(max(id), 1000) + 1 as next from catalogue.products`)
  return row?.next ?? 1001
}

/**
 * The product is filed, made and named so from now on. Its kind stays: bars and coins are numbered, jewellery is counted.
 *
 * Refuses edited_meanwhile; invalid_input for a category or a form of another kind, or a form that its skus do not fit; sku_ordered once a piece of it was ordered;
 * sku_numbered for another maker once it has had stock.
 */
export const saveBasics = (
  karat: Bag<'catalogue'>,
  staff: Staff,
  wish: Named & Basics & { reason: string },
): Promise<Saved> => {
  const { productId, revision, form, brand, series, reason } = wish
  const category = categoryFor(karat, wish)
  return change(karat, staff, 'catalogue.add', async (tx) => {
    const before = await tx.row<{
      category: string
      form: string
      brand: string
      series: string | null
      kind: string
    }>(sql`
      select c.slug as category, p.form, p.brand, p.series, p.kind from catalogue.products p
      join catalogue.categories c on c.id = p.category_id where p.id = ${productId}`)
    if (before && before.kind !== ruleOf(form).kind) throw invalidInput({ form: problem('same_kind') })
    const saved = await tx.row<{ store: string; id: string; revision: number }>(sql`
      update catalogue.products set category_id = ${category.id}, form = ${form}, brand = ${brand}, series = ${series},
        revision = revision + 1, updated_at = now(), updated_by = ${staff.name}
      where id = ${productId} and revision = ${revision} returning store, id::text as id, revision`)
    if (saved && before && before.form !== form) {
      const skus = await tx.rows<{ attributes: Attributes }>(
        sql`select attributes from catalogue.skus where product_id = ${productId}`,
      )
      if (!skus.every(({ attributes }) => fitsForm(attributes, form)))
        throw invalidInput({ form: problem('form_fits') })
    }
    const after = { category: category.slug, form, brand, series }
    return saved && { ...saved, reason, details: { did: 'edit_basics', before, after } }
  })
}

/** Refuses invalid_input for no category of ours, or one that holds other things. */
function categoryFor(
  { catalogue }: Bag<'catalogue'>,
  { category: slug, form }: Pick<Basics, 'category' | 'form'>,
): Category {
  const all = catalogue.allCategories()
  const category = all.find((one) => one.slug === slug)
  const root = category && ancestry(new Map(all.map((one) => [one.id, one])), category.id)[0]
  if (!category || !root || !holdsForm(root.slug, form)) throw invalidInput({ category: problem('of_form') })
  return category
}
