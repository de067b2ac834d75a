/**
 * What a list shows: filters over skus, cards made of the skus that match, counts beside every filter, order. Pure.
 * A card is a product in one weight and karat; ring sizes, lengths, colours and packagings share it.
 */
import { type Minor, type Weight, weight } from '../money/money.ts'
import { type AttributeName, attributeNames, formWords } from './attribute-rules.ts'
import type { Category, Product, Sku } from './catalogue-memory.ts'
import { type sorts, weightRanges } from './contract.ts'
import { isFound, isFoundRoughly, type Search, type Searchable, searchableOf } from './search-rules.ts'

export type Sort = (typeof sorts)[number]
type WeightRange = (typeof weightRanges)[number]

export type Entry = {
  product: Product
  sku: Sku
  card: number
  /** The slugs of its category and of those above. */
  categories: string[]
  range: WeightRange
  weight: Weight
  searchable: Searchable
}
export type Index = {
  /** Grouped by card. */
  entries: Entry[]
  /** For each card how strongly its product's popularity speaks for it. */
  appeal: number[]
  categories: Category[]
}

export type Filter = {
  search: Search | null
  categories: string[] | null
  karats: string[] | null
  ranges: string[] | null
  priceFrom: bigint | null
  priceTo: bigint | null
  brands: string[] | null
  forms: string[] | null
  inStock: boolean
}

/** The weight that a person asks for: of fine gold where pieces are named by it, gross for jewellery. */
export const listedWeight = ({ kind }: Pick<Product, 'kind'>, sku: Pick<Sku, 'fineWeight' | 'grossWeight'>): Weight =>
  kind === 'jewellery' ? sku.grossWeight : sku.fineWeight

/** The range that a weight falls into; its upper end belongs to it. */
export function rangeOf(value: Weight): WeightRange {
  const range = weightRanges.find((text) => {
    const to = text.split('-')[1]
    return to !== '' && value <= weight(BigInt(to ?? '') * 10_000n)
  })
  return range ?? '100-'
}

/** Everything about a store's skus that does not depend on the price. */
export function buildIndex(products: Product[], categories: Category[]): Index {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const entries: Entry[] = []
  const appeal: number[] = []
  for (const product of products) {
    const above = ancestry(byId, product.categoryId)
    const texts = textsOf(product, above)
    const cards = Map.groupBy(product.skus, (sku) => `${sku.karat} ${sku.attributes.weight ?? ''}`)
    const ranked = byAppeal(product, [...cards.values()])
    for (const skus of cards.values()) {
      const card = appeal.push(product.popularity / (1 + ranked.indexOf(skus))) - 1
      for (const sku of skus)
        entries.push({
          ...{ product, sku, card, categories: above.map(({ slug }) => slug) },
          weight: listedWeight(product, sku),
          range: rangeOf(listedWeight(product, sku)),
          searchable: searchableOf([...texts, ...textsOfSku(product, sku)]),
        })
    }
  }
  return { entries, appeal, categories }
}

/** The category and those above it, from the root down. */
export function ancestry(byId: Map<number, Category>, id: number): Category[] {
  const category = byId.get(id)
  if (!category) return []
  return [...(category.parentId === null ? [] : ancestry(byId, category.parentId)), category]
}

const textsOf = (product: Product, above: Category[]): string[] => [
  ...Object.values(product.name),
  product.brand,
  product.series ?? '',
  ...formWords(product.form),
  ...above.flatMap((category) => Object.values(category.name)),
]

/** Ounces that coins are asked for by, in 0.0001 g. */
const ounces: Record<string, string> = { '311035': '1 oz', '155517': '0.5 oz', '77759': '0.25 oz', '31103': '0.1 oz' }

function textsOfSku(product: Product, sku: Sku): string[] {
  const value = listedWeight(product, sku)
  const named = attributeNames.filter((name): name is AttributeName => name !== 'weight' && name !== 'karat')
  return [
    `${value / 10_000n}.${String(value % 10_000n).padStart(4, '0')} g`,
    ounces[String(value)] ?? '',
    `${sku.karat} karat`,
    `${sku.fineness} ${sku.fineness / 10}`,
    sku.code,
    ...named.flatMap((name) => sku.attributes[name] ?? []),
  ]
}

/** A product's cards, the weights that most people buy first: those nearest to ten grams. */
function byAppeal(product: Product, cards: Sku[][]): Sku[][] {
  const distance = ([sku]: Sku[]) => (sku ? Math.abs(Math.log(Number(listedWeight(product, sku)) / 100_000)) : 0)
  return cards.toSorted((a, b) => distance(a) - distance(b))
}

/** The sku that a page shows before one is chosen: in stock before out of stock, then the weight that most people buy. */
export function defaultSku(product: Product): Sku | undefined {
  const ranked = byAppeal(
    product,
    product.skus.map((sku) => [sku]),
  ).flat()
  return ranked.find((sku) => sku.stock > 0) ?? ranked[0]
}

const bit = { search: 1, category: 2, karat: 4, weight: 8, price: 16, brand: 32, form: 64, stock: 128 } as const
type Facet = 'category' | 'karat' | 'weight' | 'brand' | 'form'

export type Card = { entry: Entry; unit: Minor; skuCount: number; from: boolean }
export type Listing = {
  cards: Card[]
  /** How many cards each value would show under the other filters. */
  counts: Record<Facet, Map<string, number>>
  inStock: number
  price: { from: Minor; to: Minor } | null
}

/** The cards that match, in order; `units` holds the price of one piece for each entry of the index. */
export function listCards(index: Index, units: Minor[], filter: Filter, sort: Sort): Listing {
  const exact = faultsOf(index, units, filter, isFound)
  const nothing = filter.search !== null && exact.every((faults) => faults & bit.search)
  const faults = nothing ? faultsOf(index, units, filter, isFoundRoughly) : exact
  return {
    cards: sortCards(collectCards(index, units, faults), index, sort),
    counts: {
      category: countCards(index, faults, bit.category, (entry) => entry.categories),
      karat: countCards(index, faults, bit.karat, ({ sku }) => [String(sku.karat)]),
      weight: countCards(index, faults, bit.weight, (entry) => [entry.range]),
      brand: countCards(index, faults, bit.brand, ({ product }) => [product.brand]),
      form: countCards(index, faults, bit.form, ({ product }) => [product.form]),
    },
    inStock: countCards(index, faults, bit.stock, ({ sku }) => (sku.stock > 0 ? ['yes'] : [])).get('yes') ?? 0,
    price: priceRange(units, faults),
  }
}

/** For each entry the filters that it fails, as bits; 0 matches. */
function faultsOf({ entries }: Index, units: Minor[], filter: Filter, fits: typeof isFound): number[] {
  const { search, categories, karats, ranges, priceFrom, priceTo, brands, forms, inStock } = filter
  return entries.map((entry, at) => {
    const { product, sku } = entry
    const unit = units[at] ?? 0n
    return (
      (search && !fits(search, entry.searchable) ? bit.search : 0) |
      (categories && !categories.some((slug) => entry.categories.includes(slug)) ? bit.category : 0) |
      (karats && !karats.includes(String(sku.karat)) ? bit.karat : 0) |
      (ranges && !ranges.includes(entry.range) ? bit.weight : 0) |
      ((priceFrom !== null && unit < priceFrom) || (priceTo !== null && unit > priceTo) ? bit.price : 0) |
      (brands && !brands.includes(product.brand) ? bit.brand : 0) |
      (forms && !forms.includes(product.form) ? bit.form : 0) |
      (inStock && sku.stock === 0 ? bit.stock : 0)
    )
  })
}

/** Cards per value among the entries that fail no other filter than this one. */
function countCards(
  { entries }: Index,
  faults: number[],
  own: number,
  valuesOf: (entry: Entry) => string[],
): Map<string, number> {
  const counts = new Map<string, number>()
  const last = new Map<string, number>()
  for (const [at, entry] of entries.entries())
    for (const value of valuesOf(entry)) {
      const isFirstOfCard = ((faults[at] ?? 0) & ~own) === 0 && last.get(value) !== entry.card
      if (isFirstOfCard) last.set(value, entry.card)
      counts.set(value, (counts.get(value) ?? 0) + (isFirstOfCard ? 1 : 0))
    }
  return counts
}

function priceRange(units: Minor[], faults: number[]): Listing['price'] {
  let range: Listing['price'] = null
  for (const [at, unit] of units.entries()) {
    if (((faults[at] ?? 0) & ~bit.price) !== 0) continue
    range = { from: range && range.from < unit ? range.from : unit, to: range && range.to > unit ? range.to : unit }
  }
  return range
}

/** One card for each group of matching entries, shown by its cheapest: those in stock first. */
function collectCards({ entries }: Index, units: Minor[], faults: number[]): Card[] {
  const cards: Card[] = []
  let current: Card | undefined
  for (const [at, entry] of entries.entries()) {
    const unit = units[at]
    if (faults[at] !== 0 || unit === undefined) continue
    if (current?.entry.card !== entry.card) {
      current = { entry, unit, skuCount: 1, from: false }
      cards.push(current)
      continue
    }
    current.skuCount += 1
    current.from ||= unit !== current.unit
    if (isBetter({ entry, unit }, current)) Object.assign(current, { entry, unit })
  }
  return cards
}

const isBetter = (a: Pick<Card, 'entry' | 'unit'>, b: Card): boolean => {
  const [stocked, otherStocked] = [a.entry.sku.stock > 0, b.entry.sku.stock > 0]
  return stocked === otherStocked ? a.unit < b.unit : stocked
}

function sortCards(cards: Card[], { appeal }: Index, sort: Sort): Card[] {
  const appealOf = ({ entry }: Card) => appeal[entry.card] ?? 0
  const soldOut = ({ entry }: Card) => (entry.sku.stock === 0 ? 1 : 0)
  const orders: Record<Sort, (a: Card, b: Card) => number> = {
    popularity: (a, b) => soldOut(a) - soldOut(b) || appealOf(b) - appealOf(a),
    price_asc: (a, b) => compare(a.unit, b.unit),
    price_desc: (a, b) => compare(b.unit, a.unit),
    weight: (a, b) => compare(a.entry.weight, b.entry.weight) || compare(a.unit, b.unit),
    // The ask is the same for all, so the price per gram of fine gold orders by premium.
    premium_per_gram: (a, b) => compare(a.unit * b.entry.sku.fineWeight, b.unit * a.entry.sku.fineWeight),
    newest: (a, b) => b.entry.product.publishedAt - a.entry.product.publishedAt || appealOf(b) - appealOf(a),
  }
  return cards.toSorted((a, b) => orders[sort](a, b) || a.entry.card - b.entry.card)
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
