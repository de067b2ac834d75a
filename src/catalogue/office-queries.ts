/** Goods as staff see them: shown or not, of every store. */
import { thumbnailOf } from '../content/picture-queries.ts'
import { empty, type Queryable, type Sql, sql } from '../db/database.ts'
import { type Currency, moneyText, weightText } from '../money/money.ts'
import type { PriceNow } from '../pricing/current-prices.ts'
import { Refusal } from '../refusals.ts'
import { firstSettings } from '../stores/setting-rules.ts'
import { settingOf } from '../stores/stores.ts'
import type { QuantityTier } from '../stores/tier-rules.ts'
import { type Kind, type Picture, type Sku, skuColumns, type Texts } from './catalogue-memory.ts'
import { makerOf } from './maker-queries.ts'
import type { OfficeProductRow, OfficeSku, productSorts, productStates, stockStates } from './office-contract.ts'
import type { StockReason } from './piece-rules.ts'
import { skuLabel, textIn } from './product-views.ts'
import { LISTED_METHOD, tiersOf } from './sku-price-rules.ts'

export type ProductFilter = {
  q?: string | undefined
  category?: string | undefined
  state?: (typeof productStates)[number] | undefined
  store?: string | undefined
  stock?: (typeof stockStates)[number] | undefined
  sort?: (typeof productSorts)[number] | undefined
}

export const startsWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`

/** Whether a name of the product `p`, in whatever language, holds a text. */
const named = (text: string): Sql =>
  sql`exists (select from jsonb_each_text(p.name) n where n.value ilike ${`%${startsWith(text)}`})`

const states = {
  shown: sql`and p.published_at is not null`,
  hidden: sql`and p.published_at is null and p.first_published_at is not null`,
  draft: sql`and p.published_at is null and p.first_published_at is null`,
}

function fits({ q, category, state, store, stock }: ProductFilter): Sql {
  const text = q?.trim()
  return sql`true
    ${
      text
        ? sql`and (${named(text)} or p.brand ilike ${`%${startsWith(text)}`} or p.id::text = ${text}
      or exists (select from catalogue.skus s where s.product_id = p.id and s.code ilike ${startsWith(text)}))`
        : empty
    }
    ${category ? sql`and (c.slug = ${category} or above.slug = ${category})` : empty}
    ${state ? states[state] : empty}
    ${store ? sql`and p.store = ${store}` : empty}
    ${stock === 'low' ? sql`and t.low > 0` : stock === 'out' ? sql`and t.out > 0` : empty}`
}

/** From how few on the store of the product `p` counts what is left. */
const fewLeft = sql`coalesce((${settingOf(sql`p.store`, 'selling')}->>'few_left')::int, ${firstSettings.selling.few_left}::int)`

const rows = sql`catalogue.products p join catalogue.categories c on c.id = p.category_id
  left join catalogue.categories above on above.id = c.parent_id
  left join lateral (
    select count(*)::int as skus, coalesce(sum(stock), 0)::int as stock, min(premium_bps) as "fromBps", max(premium_bps) as "toBps",
      count(*) filter (where published_at is not null and stock <= few)::int as low,
      count(*) filter (where published_at is not null and stock = 0)::int as out
    from catalogue.skus, ${fewLeft} as few
    where product_id = p.id) t on true`

function orderBy(sort: ProductFilter['sort'], language: string): Sql {
  const down = sort?.startsWith('-') ? sql`desc` : empty
  switch (sort?.replace('-', '')) {
    case 'name':
      return sql`lower(coalesce(p.name->>${language}, p.name->>'en-US')) ${down}, p.id`
    case 'stock':
      return sql`t.stock ${down}, p.id`
    case 'premium':
      return sql`t."fromBps" ${down} nulls last, p.id`
    default:
      return sql`p.id ${down}`
  }
}

type ProductHead = {
  id: number
  store: string
  kind: Kind
  brand: string
  name: Texts
  category: Texts
  gallery: Picture[]
  shown: boolean
  draft: boolean
}
type Row = ProductHead & { skus: number; stock: number; low: number; fromBps: number | null; toBps: number | null }
const headOf = sql`p.id, p.store, p.kind, p.brand, p.name, c.name as category, p.gallery, p.published_at is not null as shown,
  p.published_at is null and p.first_published_at is null as draft`

/** One page of products, and how many the filter fits. */
export async function listOfficeProducts(
  db: Queryable,
  filter: ProductFilter,
  { page, size }: { page: number; size: number },
  language: string,
): Promise<{ total: number; rows: OfficeProductRow[] }> {
  const where = fits(filter)
  const [count, found] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from ${rows} where ${where}`),
    db.rows<Row>(sql`select ${headOf}, t.skus, t.stock, t.low, t."fromBps", t."toBps" from ${rows} where ${where}
      order by ${orderBy(filter.sort, language)} limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  return {
    total: count?.total ?? 0,
    rows: found.map(({ skus, stock, low, fromBps, toBps, ...product }) => ({
      ...viewHead(product, language),
      ...{ skus, stock, low },
      premium_bps: fromBps === null || toBps === null ? null : { from: fromBps, to: toBps },
    })),
  }
}

const viewHead = (
  { id, store, kind, brand, name, category, gallery, shown, draft }: ProductHead,
  language: string,
) => ({
  ...{ id, store, kind, brand, shown, draft },
  name: name[language] || Object.values(name).find(Boolean) || String(id),
  category: textIn(category, language),
  picture: thumbnailOf(gallery[0]?.name ?? ''),
})

type Whole = ProductHead & {
  description: Texts
  certificate: Texts
  categorySlug: string
  form: string
  series: string | null
  ordered: boolean
  stocked: boolean
  revision: number
  updatedAt: Date
  updatedBy: string
}

const movesOf = (which: Sql) =>
  sql`exists (select from catalogue.skus s join catalogue.stock_moves m on m.sku_id = s.id where s.product_id = p.id ${which})`

/** A product without its skus. Refuses not_found. */
export async function getOfficeProduct(db: Queryable, id: number, language: string) {
  const row = await db.row<Whole>(sql`
    select ${headOf}, p.description, p.certificate, c.slug as "categorySlug", p.form, p.series,
      ${movesOf(sql`and m.reason = 'held'`)} as ordered, ${movesOf(empty)} as stocked, p.revision, p.updated_at as "updatedAt", p.updated_by as "updatedBy"
    from catalogue.products p join catalogue.categories c on c.id = p.category_id where p.id = ${id}`)
  if (!row) throw new Refusal('not_found')
  const { name, description, certificate, gallery, revision, updatedAt, updatedBy, form, series, ordered, stocked } =
    row
  const pictures = gallery.flatMap((one) => {
    const src = thumbnailOf(one.name)
    return src ? { name: one.name, src, alt: one.alt, ...(one.shows && { shows: one.shows }) } : []
  })
  return {
    ...viewHead(row, language),
    revision,
    updated_at: updatedAt.toISOString(),
    updated_by: updatedBy,
    texts: { name, description, certificate },
    category_slug: row.categorySlug,
    ...{ form, series, ordered, stocked, pictures },
    numbered: row.kind !== 'jewellery',
    maker: row.kind === 'jewellery' ? null : await makerOf(db, row.brand),
  }
}

type SkuRow = Sku & { shown: boolean; stolen: number; ordered: boolean }

/** The skus of these products, shown or not. */
export const listSkuRows = (db: Queryable, productIds: number[]): Promise<SkuRow[]> =>
  db.rows(sql`
    select ${skuColumns}, s.published_at is not null as shown,
      exists (select from catalogue.stock_moves m where m.sku_id = s.id and m.reason = 'held') as ordered,
      (select count(*)::int from catalogue.pieces n where n.sku_id = s.id and n.state = 'reported_stolen') as stolen
    from catalogue.skus s where s.product_id = any(${productIds}::int[]) order by s.product_id, s.position, s.id`)

type Setting = {
  currency: Currency
  price: PriceNow | null
  tiers: QuantityTier[]
  promised: number
  language: string
}

/** A sku with what the shop asks for it now. */
export function viewSku(sku: SkuRow, { currency, price, tiers, promised, language }: Setting): OfficeSku {
  const piece = { fineWeight: sku.fineWeight, premiumBps: sku.premiumBps, making: sku.making }
  const priced = price ? tiersOf(piece, price, tiers) : []
  const listed = (index: number) => {
    const found = priced[index]?.prices.find(({ method }) => method === LISTED_METHOD)
    return found ? moneyText(found.unit, currency) : null
  }
  return {
    id: sku.id,
    code: sku.code,
    label: skuLabel(sku, language),
    attributes: sku.attributes,
    ordered: sku.ordered,
    gross_weight: weightText(sku.grossWeight),
    fine_weight: weightText(sku.fineWeight),
    fineness: sku.fineness,
    karat: sku.karat,
    premium_bps: sku.premiumBps,
    making: moneyText(sku.making, currency),
    unit_price: listed(0),
    tiers: tiers.map(({ from, offBps }, index) => ({
      from,
      off_bps: offBps as number,
      unit_price: listed(index),
    })),
    shown: sku.shown,
    scarce: sku.scarce,
    stock: sku.stock,
    promised,
    stolen: sku.stolen,
  }
}

type StockMove = {
  at: Date
  code: string
  quantity: number
  reason: StockReason
  actor: string | null
  note: string | null
}

/** What changed the stock of a product lately beside its orders, the newest first. */
export const listStockMoves = (db: Queryable, productId: number): Promise<StockMove[]> =>
  db.rows(sql`
    select m.created_at as at, s.code, m.quantity, m.reason, m.actor, m.note
    from catalogue.skus s join catalogue.stock_moves m on m.sku_id = s.id
    where s.product_id = ${productId} and m.reason not in ('held', 'released') order by m.id desc limit 20`)

/** Skus of a store that are shown and of which there is at least one piece. */
export async function countGoodsInStock(db: Queryable, store: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from catalogue.skus s join catalogue.products p on p.id = s.product_id
    where p.store = ${store} and p.published_at is not null and s.published_at is not null and s.stock > 0`)
  return row?.count ?? 0
}

/** Skus on sale of which few or none are left; `number` is their code. */
export const listFewLeft = (db: Queryable): Promise<{ id: string; number: string; store: string; since: null }[]> =>
  db.rows(sql`
    select s.id::text as id, s.code as number, p.store, null as since
    from catalogue.skus s join catalogue.products p on p.id = s.product_id, ${fewLeft} as few
    where s.published_at is not null and p.published_at is not null and s.stock <= few order by s.id limit 1000`)

/** A few products by a part of their name or brand, or the beginning of a code of theirs. */
export async function findProductsBegin(
  db: Queryable,
  typed: string,
  language: string,
): Promise<{ id: string; title: string; below: string; store: string }[]> {
  const rows = await db.rows<{ id: string; name: Texts; brand: string; store: string }>(sql`
    select p.id::text as id, p.name, p.brand, p.store from catalogue.products p where (${named(typed)}
      or p.brand ilike ${startsWith(typed)} or p.id in (select s.product_id from catalogue.skus s where s.code ilike ${startsWith(typed)}))
    order by p.published_at is null, p.id limit 8`)
  return rows.map(({ name, brand, ...row }) => ({ ...row, title: textIn(name, language), below: brand }))
}
