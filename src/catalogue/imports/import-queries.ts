/** What is known of other shops' catalogues: their words, their products that are ours by now, and earlier imports. */
import { type Queryable, sql } from '../../db/database.ts'
import type { Attributes } from '../attribute-rules.ts'
import type { Texts } from '../catalogue-memory.ts'
import type { Form } from '../new-goods-rules.ts'

/** `form` is null for a brand. */
export type SourceWord = { kind: 'category' | 'brand'; theirs: string; ours: string; form: Form | null }

export const sourceWords = (db: Queryable, store: string, source: string): Promise<SourceWord[]> =>
  db.rows(
    sql`select kind, theirs, ours, form from catalogue.source_words where store = ${store} and source = ${source}`,
  )

type KnownSku = {
  id: number
  code: string
  productId: number
  attributes: Attributes
  fine: bigint
  gross: bigint
  premiumBps: number
}
export type KnownProduct = {
  id: number
  store: string
  form: Form
  brand: string
  category: string
  name: Texts
  description: Texts
  skus: KnownSku[]
}
/** Products by what they were called at the source; skus by code, of whatever store. */
export type Known = { byHandle: Map<string, KnownProduct>; byCode: Map<string, KnownProduct> }

export async function knownProducts(
  db: Queryable,
  { store, source, handles, codes }: { store: string; source: string; handles: string[]; codes: string[] },
): Promise<Known> {
  const named = await db.rows<{ handle: string; id: number }>(sql`
    select handle, product_id as id from catalogue.source_handles
    where store = ${store} and source = ${source} and handle = any(${handles}::text[])`)
  const coded = await db.rows<{ id: number }>(
    sql`select product_id as id from catalogue.skus where code = any(${codes}::text[])`,
  )
  const ids = [...new Set([...named, ...coded].map(({ id }) => id))]
  const [products, skus] = await Promise.all([
    db.rows<Omit<KnownProduct, 'skus'>>(sql`
      select p.id, p.store, p.form, p.brand, c.slug as category, p.name, p.description
      from catalogue.products p join catalogue.categories c on c.id = p.category_id where p.id = any(${ids}::int[])`),
    db.rows<KnownSku>(sql`
      select id, code, product_id as "productId", attributes, fine_weight_e4 as fine, gross_weight_e4 as gross,
        premium_bps as "premiumBps" from catalogue.skus where product_id = any(${ids}::int[]) order by id`),
  ])
  const byProduct = Map.groupBy(skus, ({ productId }) => productId)
  const byId = new Map(products.map((row) => [row.id, { ...row, skus: byProduct.get(row.id) ?? [] }]))
  return {
    byHandle: new Map(named.flatMap(({ handle, id }) => pair(handle, byId.get(id)))),
    byCode: new Map(skus.flatMap(({ code, productId }) => pair(code, byId.get(productId)))),
  }
}

const pair = <T>(key: string, value: T | undefined): [string, T][] => (value ? [[key, value]] : [])

type ImportRow = {
  id: bigint
  store: string
  source: string
  products: number
  skus: number
  changed: number
  madeBy: string
  madeAt: Date
  undoneBy: string | null
  undoneAt: Date | null
}

/** The last fifty, the latest first. */
export const listImports = (db: Queryable): Promise<ImportRow[]> =>
  db.rows(sql`
    select id, store, source, cardinality(products) as products, cardinality(skus) as skus,
      jsonb_array_length(changed) as changed, made_by as "madeBy", made_at as "madeAt", undone_by as "undoneBy", undone_at as "undoneAt"
    from catalogue.imports order by id desc limit 50`)
