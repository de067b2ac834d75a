/** Products and skus of another shop's file, in one step. Inside a transaction; who may and what is recorded is the caller's. */
import { brokenConstraint, sql, type Tx } from '../../db/database.ts'
import { Refusal } from '../../refusals.ts'
import type { Attributes } from '../attribute-rules.ts'
import type { Texts } from '../catalogue-memory.ts'
import { type Form, ruleOf } from '../new-goods-rules.ts'
import type { SourceWord } from './import-queries.ts'

export type ImportedSku = {
  code: string
  attributes: Attributes
  gross: bigint
  fine: bigint
  fineness: number
  karat: number
  premiumBps: number
}
type ImportedProduct = {
  handle: string
  category: string
  form: Form
  brand: string
  name: Texts
  description: Texts
  skus: ImportedSku[]
}
/** `texts` take the place of those in the languages that they have. */
export type Imported = {
  store: string
  source: string
  digest: string
  by: string
  made: ImportedProduct[]
  added: { productId: number; handle: string; skus: ImportedSku[] }[]
  texts: { productId: number; name: Texts; description: Texts }[]
  premiums: { skuId: number; before: number; after: number }[]
  words: SourceWord[]
}
export type Changed =
  | {
      kind: 'texts'
      id: number
      before: { name: Texts; description: Texts }
      after: { name: Texts; description: Texts }
    }
  | { kind: 'premium'; id: number; before: number; after: number }

/** One import of products at a time, everywhere: the next one plans with what this one made. */
export const lockImports = (tx: Tx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('catalogue.imports', 465))`)

/** Nobody changes these skus or products until the transaction ends. */
export async function lockGoods(tx: Tx, productIds: number[]): Promise<void> {
  await tx.run(
    sql`select id from catalogue.products where id = any(${productIds}::int[]) order by id for no key update`,
  )
  await tx.run(sql`
    select id from catalogue.skus where product_id = any(${productIds}::int[]) order by id for no key update`)
}

/**
 * New products are there for staff alone, their skus at once; skus that are new to a product which visitors see are hidden until
 * somebody shows them. The import is kept with all that it made and changed.
 *
 * Refuses edited_meanwhile when a number or a code was taken meanwhile.
 */
export async function addImported(tx: Tx, imported: Imported): Promise<{ id: bigint; products: number[] }> {
  try {
    const products = await addProducts(tx, imported)
    const skus = await addSkus(tx, imported, products)
    const changed = [...(await changeTexts(tx, imported)), ...(await changePremiums(tx, imported))]
    await Promise.all([keepHandles(tx, imported, products), keepWords(tx, imported)])
    const row = await tx.row<{ id: bigint }>(sql`
      insert into catalogue.imports (store, source, digest, products, skus, changed, made_by)
      values (${imported.store}, ${imported.source}, ${imported.digest}, ${products}::int[], ${skus}::int[],
        ${JSON.stringify(changed)}::jsonb, ${imported.by}) returning id`)
    if (!row) throw new Error('an import is kept')
    return { id: row.id, products }
  } catch (error) {
    const broken = brokenConstraint(error)
    if (broken && ['products_pkey', 'skus_pkey', 'skus_code_key', 'sku_attributes_are_single'].includes(broken))
      throw new Refusal('edited_meanwhile')
    throw error
  }
}

async function addProducts(tx: Tx, { store, made, by }: Imported): Promise<number[]> {
  const rows = made.map(({ skus: _, ...product }, at) => ({ ...product, at, kind: ruleOf(product.form).kind }))
  const added = await tx.rows<{ id: number }>(sql`
    insert into catalogue.products (id, store, category_id, kind, brand, form, name, description, certificate, gallery, updated_by)
    select (select coalesce(max(id), 1000) from catalogue.products) + 1 + at, ${store}, c.id, kind, brand, form, n.name, description,
      '{"en-US": "", "id": "", "zh": ""}', '[]', ${by}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(at int, category text, kind text, brand text, form text, name jsonb, description jsonb)
    join catalogue.categories c on c.slug = n.category
    returning id`)
  if (added.length !== made.length) throw new Refusal('edited_meanwhile')
  return added.map(({ id }) => id).sort((one, other) => one - other)
}

async function addSkus(tx: Tx, { made, added }: Imported, products: number[]): Promise<number[]> {
  const all = [
    ...made.map(({ skus }, at) => ({ productId: products[at] ?? 0, skus })),
    ...added.map(({ productId, skus }) => ({ productId, skus })),
  ]
  // Two products of a file may be one of ours.
  const byProduct = Map.groupBy(all, ({ productId }) => productId)
  const rows = [...byProduct].flatMap(([productId, own]) =>
    own
      .flatMap(({ skus }) => skus)
      .map(({ gross, fine, ...sku }, at) => ({ ...sku, productId, at, gross: `${gross}`, fine: `${fine}` })),
  )
  const ids = await tx.rows<{ id: number }>(sql`
    with last as (
      select product_id, max(id) as id, max(position) as position from catalogue.skus
      where product_id = any(${[...byProduct.keys()]}::int[]) group by product_id
    )
    insert into catalogue.skus (id, product_id, code, position, attributes, gross_weight_e4, fine_weight_e4, fineness, karat,
      premium_bps, published_at)
    select coalesce(last.id, n."productId" * 100) + 1 + at, n."productId", code, coalesce(last.position, 0) + 1 + at, attributes,
      gross, fine, fineness, karat, "premiumBps", case when p.published_at is null then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n("productId" int, at int, code text, attributes jsonb, gross bigint,
      fine bigint, fineness smallint, karat smallint, "premiumBps" int)
    join catalogue.products p on p.id = n."productId" left join last on last.product_id = p.id
    returning id`)
  const touched = added.filter(({ skus }) => skus.length > 0).map(({ productId }) => productId)
  await tx.run(sql`
    update catalogue.products set revision = revision + 1, updated_at = now() where id = any(${touched}::int[])`)
  return ids.map(({ id }) => id)
}

async function changeTexts(tx: Tx, { texts, by }: Imported): Promise<Changed[]> {
  if (texts.length === 0) return []
  const rows = await tx.rows<{ id: number; before: TextsOf; after: TextsOf }>(sql`
    with before as (select id, name, description from catalogue.products where id = any(${texts.map(({ productId }) => productId)}::int[]))
    update catalogue.products p set name = p.name || n.name, description = p.description || n.description, revision = revision + 1,
      updated_at = now(), updated_by = ${by}
    from before, jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as n("productId" int, name jsonb, description jsonb)
    where p.id = n."productId" and before.id = p.id
    returning p.id, jsonb_build_object('name', before.name, 'description', before.description) as before,
      jsonb_build_object('name', p.name, 'description', p.description) as after`)
  return rows.map((row) => ({ kind: 'texts', ...row }))
}
type TextsOf = { name: Texts; description: Texts }

async function changePremiums(tx: Tx, { premiums }: Imported): Promise<Changed[]> {
  if (premiums.length === 0) return []
  await tx.run(sql`
    update catalogue.skus s set premium_bps = n.after
    from jsonb_to_recordset(${JSON.stringify(premiums)}::jsonb) as n("skuId" int, after int) where s.id = n."skuId"`)
  return premiums.map(({ skuId, before, after }) => ({ kind: 'premium', id: skuId, before, after }))
}

const keepHandles = (tx: Tx, { store, source, made, added }: Imported, products: number[]) => {
  const rows = [
    ...made.map(({ handle }, at) => ({ handle, id: products[at] })),
    ...added.map(({ handle, productId }) => ({ handle, id: productId })),
  ]
  return tx.run(sql`
    insert into catalogue.source_handles (store, source, handle, product_id)
    select ${store}, ${source}, handle, id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(handle text, id int)
    on conflict do nothing`)
}

const keepWords = (tx: Tx, { store, source, words }: Imported) =>
  tx.run(sql`
    insert into catalogue.source_words (store, source, kind, theirs, ours, form)
    select ${store}, ${source}, kind, theirs, ours, form
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as n(kind text, theirs text, ours text, form text)
    on conflict (store, source, kind, theirs) do update set ours = excluded.ours, form = excluded.form`)
