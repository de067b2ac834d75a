import { sql, type Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import type { Permission } from '../staff/permission-rules.ts'
import { recordAction } from '../staff/record-action.ts'
import type { Texts } from './catalogue-memory.ts'

type Named = { productId: number; revision: number }
export type ProductTexts = { name: Texts; description: Texts; certificate: Texts }
type Saved = { revision: number }

/**
 * The shop says this of the product from now on, in place of the revision that the writer saw.
 *
 * Refuses not_found; edited_meanwhile when somebody else has saved since.
 */
export const saveProductTexts = (
  karat: Karat,
  staff: Staff,
  { productId, revision, ...texts }: Named & ProductTexts,
): Promise<Saved> =>
  change(karat, staff, 'catalogue.edit', async (tx) => {
    const { name, description, certificate } = texts
    const before = await tx.row<ProductTexts>(
      sql`select name, description, certificate from catalogue.products where id = ${productId}`,
    )
    const saved = await tx.row<Change>(sql`
      update catalogue.products set name = ${JSON.stringify(name)}, description = ${JSON.stringify(description)},
        certificate = ${JSON.stringify(certificate)}, revision = revision + 1, updated_at = now(), updated_by = ${staff.name}
      where id = ${productId} and revision = ${revision} returning store, id::text as id, revision`)
    const changed = (['name', 'description', 'certificate'] as const).flatMap((field) =>
      Object.keys(texts[field]).flatMap((language) =>
        before?.[field][language] === texts[field][language] ? [] : `${field} ${language}`,
      ),
    )
    return saved && { ...saved, details: { did: 'edit', changed, revision: saved.revision } }
  })

/**
 * Visitors see the product, with those of its skus that are shown; its age goes on counting where it was shown before.
 *
 * Refuses not_found; edited_meanwhile; nothing_to_show while none of its skus is shown.
 */
export const publishProduct = (karat: Karat, staff: Staff, { productId, revision }: Named): Promise<Saved> =>
  change(karat, staff, 'catalogue.publish', async (tx) => {
    const shown = await tx.row(
      sql`select id from catalogue.skus where product_id = ${productId} and published_at is not null limit 1`,
    )
    if (!shown) throw new Refusal('nothing_to_show')
    const saved = await tx.row<Change>(sql`
      update catalogue.products set published_at = coalesce(published_at, first_published_at, now()), revision = revision + 1,
        updated_at = now(), updated_by = ${staff.name}
      where id = ${productId} and revision = ${revision} returning store, id::text as id, revision`)
    return saved && { ...saved, details: { did: 'publish' } }
  })

/** Nobody sees or orders the product from now on; guarantees given before are kept. Refuses not_found; edited_meanwhile. */
export const hideProduct = (karat: Karat, staff: Staff, { productId, revision }: Named): Promise<Saved> =>
  change(karat, staff, 'catalogue.publish', async (tx) => {
    const saved = await tx.row<Change>(sql`
      update catalogue.products set first_published_at = coalesce(first_published_at, published_at), published_at = null,
        revision = revision + 1, updated_at = now(), updated_by = ${staff.name}
      where id = ${productId} and revision = ${revision} returning store, id::text as id, revision`)
    return saved && { ...saved, details: { did: 'hide' } }
  })

/** One sku is shown or not, beside the others of its product. Refuses as `publishProduct`; nothing_to_show for the last one of a shown product. */
export const showSku = (
  karat: Karat,
  staff: Staff,
  { skuId, shown, revision }: { skuId: number; shown: boolean; revision: number },
): Promise<Saved> =>
  change(karat, staff, 'catalogue.publish', async (tx) => {
    const saved = await tx.row<Change & { code: string; published: boolean }>(sql`
      update catalogue.products p set revision = revision + 1, updated_at = now(), updated_by = ${staff.name}
      from catalogue.skus s where s.id = ${skuId} and p.id = s.product_id and p.revision = ${revision}
      returning p.store, p.id::text as id, p.revision, s.code, p.published_at is not null as published`)
    if (!saved) return
    await tx.run(sql`
      update catalogue.skus set published_at = case when ${shown} then coalesce(published_at, now()) end where id = ${skuId}`)
    const left = await tx.row(
      sql`select id from catalogue.skus where product_id = ${Number(saved.id)} and published_at is not null limit 1`,
    )
    if (saved.published && !left) throw new Refusal('nothing_to_show')
    return { ...saved, details: { did: shown ? 'show_sku' : 'hide_sku', sku: saved.code } }
  })

type Change = { store: string; id: string; revision: number }
type Recorded = Change & { details: Record<string, unknown> }

/** One change of a product with its record; every instance reads the catalogue anew with the commit, this one before it answers. */
async function change(
  karat: Karat,
  staff: Staff,
  action: Permission,
  work: (tx: Tx) => Promise<Recorded | undefined>,
): Promise<Saved> {
  const saved = await karat.db.transaction(async (tx) => {
    const done = await work(tx)
    if (!done) throw new Refusal('edited_meanwhile')
    const { store, id, details } = done
    await recordAction(tx, staff, { action, subject: { kind: 'product', id }, store, details })
    return { revision: done.revision }
  })
  await karat.catalogue.refresh()
  return saved
}
