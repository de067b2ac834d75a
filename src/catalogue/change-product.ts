import { isKept } from '../content/picture-queries.ts'
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import type { Picture, Texts } from './catalogue-memory.ts'
import { type Change, change, type Named, type Saved } from './change-goods.ts'
import { requireLikeShown } from './like-charges.ts'
import { missingOf, shopLanguages } from './new-goods-rules.ts'

export type ProductTexts = { name: Texts; description: Texts; certificate: Texts }

/**
 * The shop says this of the product from now on, in place of the revision that the writer saw.
 *
 * Refuses edited_meanwhile when somebody else has saved since; invalid_input for a gap in what visitors see.
 */
export const saveProductTexts = (
  karat: Bag<'catalogue'>,
  staff: Staff,
  { productId, revision, ...texts }: Named & ProductTexts,
): Promise<Saved> =>
  change(karat, staff, 'catalogue.edit', async (tx) => {
    const { name, description, certificate } = texts
    const gaps = gapsOf(texts)
    const before = await tx.row<ProductTexts>(
      sql`select name, description, certificate from catalogue.products where id = ${productId}`,
    )
    const saved = await tx.row<Change & { published: boolean }>(sql`
      update catalogue.products set name = ${JSON.stringify(name)}, description = ${JSON.stringify(description)},
        certificate = ${JSON.stringify(certificate)}, revision = revision + 1, updated_at = now(), updated_by = ${staff.name}
      where id = ${productId} and revision = ${revision} returning store, id::text as id, revision, published_at is not null as published`)
    if (saved?.published && Object.keys(gaps).length > 0) throw invalidInput(gaps)
    const changed = (['name', 'description', 'certificate'] as const).flatMap((field) =>
      Object.keys(texts[field]).flatMap((language) =>
        before?.[field][language] === texts[field][language] ? [] : `${field} ${language}`,
      ),
    )
    return saved && { ...saved, details: { did: 'edit', changed, revision: saved.revision } }
  })

/** The texts that are not written yet: only a product that nobody sees may lack some. */
const gapsOf = (texts: ProductTexts): Record<string, string> =>
  Object.fromEntries(
    (['name', 'description', 'certificate'] as const).flatMap((field) =>
      shopLanguages.flatMap((language) =>
        texts[field][language]?.trim() ? [] : [[`${field}.${language}`, problem('empty')]],
      ),
    ),
  )

/**
 * Visitors see the product, with those of its skus that are shown; its age goes on counting where it was shown before.
 *
 * Refuses edited_meanwhile, also for no product of ours; charges_unlike for a twin of what is sold; product_incomplete with what is missing.
 */
export const publishProduct = (karat: Bag<'catalogue'>, staff: Staff, { productId, revision }: Named): Promise<Saved> =>
  change(karat, staff, 'catalogue.publish', async (tx) => {
    // held before its skus, as changes of them hold it
    const held = await tx.row(
      sql`select 1 from catalogue.products where id = ${productId} and revision = ${revision} for no key update`,
    )
    if (!held) return
    await requireLikeShown(tx, sql`product_id = ${productId} and published_at is not null`)
    const saved = await tx.row<Change & ProductTexts & { gallery: Picture[]; skusShown: number }>(sql`
      update catalogue.products p set published_at = coalesce(published_at, first_published_at, now()), revision = revision + 1,
        updated_at = now(), updated_by = ${staff.name}
      where id = ${productId} and revision = ${revision}
      returning store, id::text as id, revision, name, description, certificate, gallery,
        (select count(*)::int from catalogue.skus s where s.product_id = p.id and s.published_at is not null) as "skusShown"`)
    if (!saved) return
    const { store, id, name, description, certificate, gallery, skusShown } = saved
    const pictures = gallery.filter((one) => isKept(one.name))
    const missing = missingOf({ texts: [name, description, certificate], pictures, skusShown })
    if (missing.length > 0) throw new Refusal('product_incomplete', { missing })
    return { store, id, revision: saved.revision, details: { did: 'publish' } }
  })

/** Nobody sees or orders the product from now on; guarantees given before are kept. Refuses not_found; edited_meanwhile. */
export const hideProduct = (karat: Bag<'catalogue'>, staff: Staff, { productId, revision }: Named): Promise<Saved> =>
  change(karat, staff, 'catalogue.publish', async (tx) => {
    const saved = await tx.row<Change>(sql`
      update catalogue.products set first_published_at = coalesce(first_published_at, published_at), published_at = null,
        revision = revision + 1, updated_at = now(), updated_by = ${staff.name}
      where id = ${productId} and revision = ${revision} returning store, id::text as id, revision`)
    return saved && { ...saved, details: { did: 'hide' } }
  })

/** One sku is shown or not, beside the others of its product. Refuses edited_meanwhile; charges_unlike for a twin of what is sold; nothing_to_show for the last one of a shown product. */
export const showSku = (
  karat: Bag<'catalogue'>,
  staff: Staff,
  { skuId, shown, revision }: { skuId: number; shown: boolean; revision: number },
): Promise<Saved> =>
  change(karat, staff, 'catalogue.publish', async (tx) => {
    const saved = await tx.row<Change & { code: string; published: boolean }>(sql`
      update catalogue.products p set revision = revision + 1, updated_at = now(), updated_by = ${staff.name}
      from catalogue.skus s where s.id = ${skuId} and p.id = s.product_id and p.revision = ${revision}
      returning p.store, p.id::text as id, p.revision, s.code, p.published_at is not null as published`)
    if (!saved) return
    if (shown && saved.published) await requireLikeShown(tx, sql`id = ${skuId}`)
    await tx.run(sql`
      update catalogue.skus set published_at = case when ${shown} then coalesce(published_at, now()) end where id = ${skuId}`)
    const left = await tx.row(
      sql`select id from catalogue.skus where product_id = ${Number(saved.id)} and published_at is not null limit 1`,
    )
    if (saved.published && !left) throw new Refusal('nothing_to_show')
    return { ...saved, details: { did: shown ? 'show_sku' : 'hide_sku', sku: saved.code } }
  })
