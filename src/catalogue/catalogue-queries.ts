/** What the shop shows, at the price of this moment. Everything comes from memory; nothing here asks the database. */

import { findPicture } from '../content/picture-queries.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { type Currency, exponentOf, type Minor, moneyText, parseDecimal } from '../money/money.ts'
import { methodBpsFor, NO_TIER, unitPrice } from '../pricing/price-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Store } from '../stores/stores.ts'
import { taxBpsOf } from '../stores/tax-rules.ts'
import {
  type Attributes,
  attributeNames,
  attributeValueLabel,
  compareValues,
  formLabel,
  weightRangeLabel,
} from './attribute-rules.ts'
import type { CatalogueMemory, Category, Product } from './catalogue-memory.ts'
import {
  type CategoryListView,
  type FacetValueView,
  type ListQuery,
  type ProductAttributesView,
  type ProductCardView,
  type ProductDetailsView,
  type ProductListView,
  type RecommendationsView,
  type SkuAnswerView,
  type SkuCardsQuery,
  type SkuCardsView,
  type SkuQuery,
  weightRanges,
} from './contract.ts'
import {
  ancestry,
  buildIndex,
  defaultSku,
  type Entry,
  type Filter,
  type Index,
  type Listing,
  listCards,
} from './listing-rules.ts'
import {
  attributeChoices,
  galleryOf,
  isoTime,
  type Moment,
  picture,
  pieceOf,
  priceTick,
  productCard,
  skuDetails,
  textIn,
} from './product-views.ts'
import { searchOf } from './search-rules.ts'
import { openAttributes, possibleValues, skusWith } from './sku-matrix-rules.ts'
import { LISTED_METHOD } from './sku-price-rules.ts'

/** Who looks: a page's `PageContext` and an API request both have these. */
export type Visit = { store: Store; currency: Currency; language: string }

/**
 * One page of cards with the counts beside every filter. Without matches for the words as typed, words that are one
 * letter off match too. Refuses invalid_input for an amount with more places than the currency has, price_unavailable
 * before the first price ever.
 */
export function listProducts(karat: Bag<'catalogue'>, where: Visit & ListQuery): ProductListView {
  const moment = momentOf(karat, where)
  const index = indexOf(karat.catalogue, where.store.code)
  const sort = where.sort ?? 'popularity'
  const listing = listCards(index, unitsOf(karat, index, where, moment), filterOf(where), sort)
  const size = where.page_size ?? settings.catalogue.pageSize
  const page = where.page ?? 1
  return {
    items: listing.cards.slice((page - 1) * size, page * size).map((card) => productCard(card, moment, where.language)),
    total: listing.cards.length,
    page,
    page_size: size,
    page_count: Math.ceil(listing.cards.length / size),
    sort,
    facets: facetsOf(index, listing, where),
    currency: where.currency,
    price: priceTick(moment.asked),
  }
}

/** A product with every sku at the price of this moment. Refuses not_found for another store's product. */
export function getProductDetails(karat: Bag<'catalogue'>, where: Visit & { id: number }): ProductDetailsView {
  const product = productOf(karat, where)
  const moment = momentOf(karat, where)
  const { language } = where
  const byId = new Map(karat.catalogue.categories().map((category) => [category.id, category]))
  return {
    product_id: product.id,
    kind: product.kind,
    name: textIn(product.name, language),
    brand: product.brand,
    form: product.form,
    form_label: formLabel(product.form, language),
    series: product.series,
    description: textIn(product.description, language),
    certificate: textIn(product.certificate, language),
    category_path: ancestry(byId, product.categoryId).map(({ slug, name }) => ({ slug, name: textIn(name, language) })),
    gallery: galleryOf(product).flatMap((one) => picture(one, language) ?? []),
    published_at: isoTime(product.publishedAt),
    attributes: attributeChoices(product, language),
    default_sku_id: defaultSku(product)?.id ?? 0,
    skus: product.skus.map((sku) => skuDetails(product, sku, moment, language)),
    tax_bps: taxBpsOf(moment.taxes, product),
    currency: where.currency,
    price: priceTick(moment.asked),
  }
}

/** Other products that somebody who looks at this one may want, one card each, in stock. Refuses not_found. */
export function listRecommendations(karat: Bag<'catalogue'>, where: Visit & { id: number }): RecommendationsView {
  const product = productOf(karat, where)
  const moment = momentOf(karat, where)
  const index = indexOf(karat.catalogue, where.store.code)
  const { cards } = listCards(index, unitsOf(karat, index, where, moment), { ...noFilter, inStock: true }, 'popularity')
  const category = index.entries.find((entry) => entry.product === product)?.categories ?? []
  const kinship = (other: Product, categories: string[]) =>
    categories.filter((slug) => category.includes(slug)).length * 2 +
    (other.series !== null && other.series === product.series ? 2 : 0) +
    (other.brand === product.brand ? 1 : 0)
  const seen = new Set([product.id])
  const firstOfEach = cards.filter(({ entry }) => !seen.has(entry.product.id) && seen.add(entry.product.id))
  const items = firstOfEach
    .map((card) => ({ card, kin: kinship(card.entry.product, card.entry.categories) }))
    .sort((a, b) => b.kin - a.kin)
    .slice(0, settings.catalogue.recommendations)
    .map(({ card }) => productCard(card, moment, where.language))
  return { items, currency: where.currency, price: priceTick(moment.asked) }
}

/** One card for each of the skus that this store sells, by sku, at the price of this moment. */
export function cardsOfSkus(karat: Bag<'catalogue'>, where: Visit, skuIds: number[]): Map<number, ProductCardView> {
  const wanted = new Set(skuIds)
  const moment = momentOf(karat, where)
  const entries = indexOf(karat.catalogue, where.store.code).entries.filter(({ sku }) => wanted.has(sku.id))
  const card = (entry: Entry) => productCard({ entry, skuCount: 1, from: false }, moment, where.language)
  return new Map(entries.map((entry) => [entry.sku.id, card(entry)]))
}

/** Cards of the skus in the order asked for, as a browser remembers what was looked at; those not sold here are left out. */
export function listCardsOfSkus(karat: Bag<'catalogue'>, where: Visit & SkuCardsQuery): SkuCardsView {
  const cards = cardsOfSkus(karat, where, where.sku_ids)
  return {
    items: where.sku_ids.flatMap((id) => cards.get(id) ?? []),
    currency: where.currency,
    price: priceTick(momentOf(karat, where).asked),
  }
}

const counted = new WeakMap<Index, Map<string, Set<number>>>()

/** The cards of each category, counted once for each state of the catalogue: every page has the categories in its menu. */
function cardsOf(index: Index): Map<string, Set<number>> {
  const known = counted.get(index)
  if (known) return known
  const cards = new Map<string, Set<number>>()
  for (const { categories, card } of index.entries)
    for (const slug of categories) cards.set(slug, (cards.get(slug) ?? new Set()).add(card))
  counted.set(index, cards)
  return cards
}

/** The categories in which this store sells something, with how many cards of a list each holds. */
export function listCategories(karat: Bag<'catalogue'>, where: Visit): CategoryListView {
  const index = indexOf(karat.catalogue, where.store.code)
  const cards = cardsOf(index)
  const below = (parentId: number | null) =>
    index.categories.filter((category) => category.parentId === parentId && cards.has(category.slug))
  const view = ({ id, slug, name, text, image }: Category) => ({
    ...{ id, slug },
    picture: image === null ? null : findPicture(image, ''),
    name: textIn(name, where.language),
    text: textIn(text, where.language),
    product_count: cards.get(slug)?.size ?? 0,
  })
  return below(null).map((root) => ({
    ...view(root),
    children: below(root.id).map((child) => ({ ...view(child), children: [] })),
  }))
}

/** The attributes of a product and the combinations that exist. Refuses not_found. */
export function getAttributes(karat: Bag<'catalogue'>, where: Visit & { id: number }): ProductAttributesView {
  const product = productOf(karat, where)
  return {
    product_id: product.id,
    attributes: attributeChoices(product, where.language),
    combinations: product.skus.map(({ id, attributes, stock }) => ({ sku_id: id, attributes, in_stock: stock > 0 })),
  }
}

/**
 * The sku that has the chosen attributes; those with a single value left need not be chosen. Refuses not_found,
 * no_such_combination with the values that go with the others, invalid_input naming what must still be chosen.
 */
export function findSkuByAttributes(karat: Bag<'catalogue'>, where: Visit & SkuQuery): SkuAnswerView {
  const product = productOf(karat, where)
  const chosen = chosenOf(where)
  const [sku, ...others] = skusWith(product.skus, chosen)
  if (!sku) throw new Refusal('no_such_combination', { possible: possibleValues(product.skus, chosen) })
  if (others.length > 0)
    throw invalidInput(Object.fromEntries(openAttributes([sku, ...others]).map((name) => [name, problem('chosen')])))
  const moment = momentOf(karat, where)
  return {
    product_id: product.id,
    sku: skuDetails(product, sku, moment, where.language),
    currency: where.currency,
    price: priceTick(moment.asked),
  }
}

function chosenOf(where: SkuQuery): Attributes {
  const chosen: Attributes = {}
  for (const name of attributeNames) if (where[name] !== undefined) chosen[name] = where[name]
  return chosen
}

export function productOf(karat: Bag<'catalogue'>, { store, id }: { store: Store; id: number }): Product {
  const product = karat.catalogue.product(store.code, id)
  if (!product) throw new Refusal('not_found')
  return product
}

export const momentOf = (karat: Bag<'catalogue'>, { store, currency }: Visit): Moment => ({
  ...{ selling: store.settings.selling, taxes: store.settings.taxes },
  asked: karat.prices.of(store.code, currency),
  home: karat.prices.of(store.code, store.currency),
  nowMs: karat.now(),
})

type Shown = { version: number; indexes: Map<string, Index>; units: Map<string, { asOf: number; prices: Minor[] }> }
const shown = new WeakMap<CatalogueMemory, Shown>()

function shownOf(catalogue: CatalogueMemory): Shown {
  const version = catalogue.version()
  const known = shown.get(catalogue)
  if (known?.version === version) return known
  const fresh: Shown = { version, indexes: new Map(), units: new Map() }
  shown.set(catalogue, fresh)
  return fresh
}

export function indexOf(catalogue: CatalogueMemory, store: string): Index {
  const { indexes } = shownOf(catalogue)
  const index = indexes.get(store) ?? buildIndex(catalogue.products(store), catalogue.categories())
  indexes.set(store, index)
  return index
}

/** The price of one piece for each entry of the index, computed once a tick. */
export function unitsOf(karat: Bag<'catalogue'>, index: Index, { store, currency }: Visit, moment: Moment): Minor[] {
  const { units } = shownOf(karat.catalogue)
  const asOf = karat.prices.version()
  const key = `${store.code} ${currency}`
  const known = units.get(key)
  if (known?.asOf === asOf) return known.prices
  const terms = { ask: moment.asked.ask, tierBps: NO_TIER, methodBps: methodBpsFor(LISTED_METHOD) }
  const prices = index.entries.map(({ product, sku }) => unitPrice({ ...pieceOf(product, sku, moment), ...terms }))
  units.set(key, { asOf, prices })
  return prices
}

export const noFilter: Filter = {
  ...{
    search: null,
    categories: null,
    karats: null,
    ranges: null,
    priceFrom: null,
    priceTo: null,
    brands: null,
    forms: null,
  },
  inStock: false,
}

function filterOf(where: Visit & ListQuery): Filter {
  const places = exponentOf(where.currency)
  const amount = (name: 'price_from' | 'price_to') => {
    const text = where[name]
    const units = text === undefined ? null : parseDecimal(text, places)
    if (text !== undefined && units === null)
      throw invalidInput({ [name]: problem('decimals', { n: places, currency: where.currency }) })
    return units
  }
  return {
    search: where.q?.trim() ? searchOf(where.q) : null,
    categories: where.category ?? null,
    karats: where.karat ?? null,
    ranges: where.weight ?? null,
    priceFrom: amount('price_from'),
    priceTo: amount('price_to'),
    brands: where.brand ?? null,
    forms: where.form ?? null,
    inStock: where.in_stock === '1',
  }
}

function facetsOf(
  { categories }: Index,
  { counts, inStock, price }: Listing,
  where: Visit & ListQuery,
): ProductListView['facets'] {
  const { language, currency } = where
  const values = (
    of: Map<string, number>,
    chosen: string[] | undefined,
    order: string[],
    label: (value: string) => string,
  ): FacetValueView[] =>
    order.flatMap((value) => {
      const count = of.get(value)
      return count === undefined ? [] : { value, label: label(value), count, chosen: chosen?.includes(value) ?? false }
    })
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  const byLabel = (of: Map<string, number>, label: (value: string) => string) =>
    [...of.keys()].sort((a, b) => label(a).localeCompare(label(b), language))
  const form = (value: string) => formLabel(value, language)
  const brand = (value: string) => value
  return {
    category: values(counts.category, where.category, [...bySlug.keys()], (slug) =>
      textIn(bySlug.get(slug)?.name ?? {}, language),
    ),
    karat: values(counts.karat, where.karat, [...counts.karat.keys()].sort(compareValues).reverse(), (value) =>
      attributeValueLabel('karat', value, language),
    ),
    weight: values(counts.weight, where.weight, [...weightRanges], (value) => weightRangeLabel(value, language)),
    brand: values(counts.brand, where.brand, byLabel(counts.brand, brand), brand),
    form: values(counts.form, where.form, byLabel(counts.form, form), form),
    in_stock: inStock,
    price: price ? { from: moneyText(price.from, currency), to: moneyText(price.to, currency) } : null,
  }
}
