import { type Queryable, sql } from '../db/database.ts'
import { type AttributeName, type Attributes, attributeNames } from './attribute-rules.ts'
import type { Kind, Picture, Texts } from './catalogue-memory.ts'

export type NewCategory = { id: number; parent: number | null; slug: string; name: Texts; image: string | null }
export type NewSku = {
  attributes: Attributes
  gross: bigint
  fine: bigint
  fineness: number
  karat: number
  premiumBps: number
  /** In minor units of the store's currency. */
  making: bigint
  stock: number
  scarce: boolean
}
export type NewProduct = {
  id: number
  store: string
  /** The slug of its category. */
  category: string
  kind: Kind
  brand: string
  form: string
  series: string | null
  name: Texts
  description: Texts
  certificate: Texts
  gallery: Picture[]
  popularity: number
  publishedDaysAgo: number
  skus: NewSku[]
}

export const hasCategories = async (db: Queryable): Promise<boolean> =>
  (await db.row(sql`select 1 from catalogue.categories limit 1`)) !== undefined

/** Adds categories, those above before those below, in the order given. */
export async function addCategories(tx: Queryable, categories: NewCategory[]): Promise<void> {
  await tx.run(sql`
    insert into catalogue.categories (id, parent_id, slug, position, name, image)
    select id, parent, slug, position, name, image
    from jsonb_to_recordset(${toJson(categories.map((category, position) => ({ ...category, position })))}::jsonb)
      as category(id integer, parent integer, slug text, position smallint, name jsonb, image text)`)
}

/**
 * Adds published products with their skus and the stock that has been received for them. The sku's number is its
 * product's times 100 and its place in the list; its code is its product's number and its attributes.
 */
export async function addProducts(tx: Queryable, products: NewProduct[]): Promise<void> {
  await tx.run(sql`
    insert into catalogue.products
      (id, store, category_id, kind, brand, form, series, name, description, certificate, gallery, popularity, published_at)
    select product.id, store, category.id, kind, brand, form, series, product.name, description, certificate, gallery, popularity,
      now() - make_interval(days => "publishedDaysAgo")
    from jsonb_to_recordset(${toJson(products)}::jsonb) as product(id integer, store text, category text, kind text, brand text, form text,
      series text, name jsonb, description jsonb, certificate jsonb, gallery jsonb, popularity integer, "publishedDaysAgo" integer)
    join catalogue.categories category on category.slug = product.category`)
  await tx.run(sql`
    with added as (
      insert into catalogue.skus (id, product_id, code, position, attributes, gross_weight_e4, fine_weight_e4, fineness, karat,
        premium_bps, making_minor, scarce, received, stock, published_at)
      select id, product, code, position, attributes, gross, fine, fineness, karat, "premiumBps", making, scarce, stock, stock, now()
      from jsonb_to_recordset(${toJson(skusOf(products))}::jsonb) as sku(id integer, product integer, code text, position smallint,
        attributes jsonb, gross bigint, fine bigint, fineness smallint, karat smallint, "premiumBps" integer, making bigint,
        scarce boolean, stock integer)
      returning id, stock
    )
    insert into catalogue.stock_moves (sku_id, quantity, reason, reference)
    select id, stock, 'received', 'first delivery' from added where stock > 0`)
}

/** Gives products their pictures, in place of those that they had; a product that there is not is passed over. */
export async function setGalleries(tx: Queryable, galleries: Record<number, Picture[]>): Promise<void> {
  await tx.run(sql`
    update catalogue.products set gallery = new.value
    from jsonb_each(${JSON.stringify(galleries)}::jsonb) as new where products.id = new.key::integer`)
}

/** Gives categories their pictures, in place of those that they had. */
export async function setCategoryPictures(
  tx: Queryable,
  categories: Pick<NewCategory, 'slug' | 'image'>[],
): Promise<void> {
  await tx.run(sql`
    update catalogue.categories set image = new.image
    from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb) as new(slug text, image text) where categories.slug = new.slug`)
}

const skusOf = (products: NewProduct[]) =>
  products.flatMap((product) =>
    product.skus.map((sku, index) => ({
      ...sku,
      id: product.id * 100 + index + 1,
      product: product.id,
      position: index + 1,
      code: codeOf(product.id, sku),
    })),
  )

export const codeOf = (productId: number, { attributes, karat }: NewSku): string =>
  [productId, ...namesOf(attributes).map((name) => attributes[name]), ...(attributes.karat ? [] : [`${karat}k`])]
    .join('-')
    .toUpperCase()

const namesOf = (attributes: Attributes): AttributeName[] =>
  attributeNames.filter((name) => attributes[name] !== undefined)

const toJson = (rows: object[]): string =>
  JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
