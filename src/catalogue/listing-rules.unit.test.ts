import { expect, test } from 'vitest'
import { bps, minor, perGram, weight } from '../money/money.ts'
import { unitPrice } from '../pricing/price-rules.ts'
import type { Category, Product, Sku } from './catalogue-memory.ts'
import { buildIndex, defaultSku, type Filter, listCards, rangeOf, type Sort } from './listing-rules.ts'
import { searchOf } from './search-rules.ts'

const words = (text: string) => ({ 'en-US': text, id: text, zh: text })
const categories: Category[] = [
  { id: 1, parentId: null, slug: 'bars', name: words('Bars'), image: null, text: {}, hidden: false },
  { id: 2, parentId: 1, slug: 'cast-bars', name: words('Cast bars'), image: null, text: {}, hidden: false },
  { id: 3, parentId: null, slug: 'rings', name: words('Rings'), image: null, text: {}, hidden: false },
]
const none: Filter = {
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

type Given = {
  fine: bigint
  premium?: number
  making?: bigint
  stock?: number
  karat?: number
  attributes?: Record<string, string>
}
let lastSku = 0
const sku = ({ fine, premium = 0, making = 0n, stock = 9, karat = 24, attributes = {} }: Given): Sku => {
  lastSku += 1
  return {
    ...{ id: lastSku, productId: 0, code: `code-${lastSku}`, attributes, karat, stock, scarce: false, fineness: 9999 },
    ...{
      fineWeight: weight(fine),
      grossWeight: weight((fine * 24n) / BigInt(karat)),
      premiumBps: bps(premium),
      making: minor(making),
    },
  }
}
const product = (id: number, given: Partial<Product>): Product => ({
  ...{
    id,
    store: 'id',
    categoryId: 1,
    kind: 'bar',
    brand: 'Mint',
    form: 'minted',
    series: null,
    popularity: 10,
    publishedAt: id,
  },
  ...{ name: words(`Product ${id}`), description: words(''), certificate: words(''), gallery: [], skus: [] },
  ...given,
})

const products = [
  product(1, {
    brand: 'Mint',
    popularity: 50,
    skus: [
      sku({ fine: 10_000n, premium: 256, attributes: { weight: '1' } }),
      sku({ fine: 100_000n, premium: 38, attributes: { weight: '10', packaging: 'gift' } }),
      sku({ fine: 100_000n, premium: 20, stock: 0, attributes: { weight: '10', packaging: 'sealed' } }),
    ],
  }),
  product(2, {
    brand: 'Nusa',
    categoryId: 2,
    form: 'cast',
    popularity: 40,
    skus: [sku({ fine: 10_000_000n, attributes: { weight: '1000' } })],
  }),
  product(3, {
    ...{ brand: 'Atelier', categoryId: 3, kind: 'jewellery', form: 'ring', popularity: 60 },
    skus: ['12', '14'].map((ring_size) =>
      sku({ fine: 30_000n, making: 500_000n, karat: 18, attributes: { karat: '18', ring_size } }),
    ),
  }),
  product(4, { brand: 'Nusa', popularity: 99, skus: [sku({ fine: 50_000n, stock: 0, attributes: { weight: '5' } })] }),
]
const index = buildIndex(products, categories)
const units = index.entries.map(({ sku }) =>
  unitPrice({ ...sku, ask: perGram(2_000_000n), tierBps: bps(0), methodBps: bps(0) }),
)
const list = (filter: Partial<Filter>, sort: Sort = 'popularity') =>
  listCards(index, units, { ...none, ...filter }, sort)
const shown = (filter: Partial<Filter>, sort?: Sort) =>
  list(filter, sort).cards.map(({ entry }) => `${entry.product.id}:${entry.sku.attributes.weight ?? entry.sku.karat}`)

test('a card is a product in one weight and karat; sizes and packagings share it', () => {
  const { cards } = list({})
  expect(cards.map(({ entry, skuCount, from }) => [entry.product.id, skuCount, from])).toEqual([
    [3, 2, false],
    [1, 2, true],
    [2, 1, false],
    [1, 1, false],
    [4, 1, false],
  ])
})

test('a card shows its cheapest sku in stock before a cheaper one that is sold out', () => {
  const card = list({ ranges: ['5-25'] }).cards[0]
  expect(card?.entry.sku.attributes.packaging).toBe('gift')
})

test.each<[Sort, string[]]>([
  ['price_asc', ['1:1', '3:18', '4:5', '1:10', '2:1000']],
  ['price_desc', ['2:1000', '1:10', '4:5', '3:18', '1:1']],
  ['weight', ['1:1', '3:18', '4:5', '1:10', '2:1000']],
  ['premium_per_gram', ['2:1000', '4:5', '1:10', '1:1', '3:18']],
  ['newest', ['4:5', '3:18', '2:1000', '1:10', '1:1']],
])('sorts by %s', (sort, order) => {
  expect(shown({}, sort)).toEqual(order)
})

test.each<[string, Partial<Filter>, string[]]>([
  ['a category with those below it', { categories: ['bars'] }, ['1:10', '2:1000', '1:1', '4:5']],
  ['a category below', { categories: ['cast-bars'] }, ['2:1000']],
  ['several categories', { categories: ['cast-bars', 'rings'] }, ['3:18', '2:1000']],
  ['karat', { karats: ['18'] }, ['3:18']],
  ['weight', { ranges: ['0-1', '100-'] }, ['2:1000', '1:1']],
  ['brand', { brands: ['Nusa'] }, ['2:1000', '4:5']],
  ['form', { forms: ['ring'] }, ['3:18']],
  ['price', { priceFrom: 2_051_200n, priceTo: 6_500_000n }, ['3:18', '1:1']],
  ['stock', { inStock: true }, ['3:18', '1:10', '2:1000', '1:1']],
  ['words', { search: searchOf('cast 1 kg') }, ['2:1000']],
  ['words with a letter wrong', { search: searchOf('prodact') }, ['3:18', '1:10', '2:1000', '1:1', '4:5']],
  ['nothing that is sold', { brands: ['Nobody'] }, []],
])('filters by %s', (_name, filter, order) => {
  expect(shown(filter)).toEqual(order)
})

test('the ends of a price filter belong to it', () => {
  const unit = units[0] ?? 0n
  expect(shown({ priceFrom: unit, priceTo: unit })).toEqual(['1:1'])
  expect(shown({ priceFrom: unit + 1n, priceTo: unit + 1n })).toEqual([])
})

test('each filter is counted under the others, not under itself, in cards and not in skus', () => {
  const { counts, inStock, price } = list({ brands: ['Nusa'], categories: ['bars'] })
  expect(Object.fromEntries(counts.brand)).toEqual({ Mint: 2, Nusa: 2, Atelier: 0 })
  expect(Object.fromEntries(counts.category)).toEqual({ bars: 2, 'cast-bars': 1, rings: 0 })
  expect(Object.fromEntries(counts.weight)).toEqual({ '0-1': 0, '5-25': 0, '100-': 1, '1-5': 1 })
  expect(Object.fromEntries(counts.karat)).toEqual({ 24: 2, 18: 0 })
  expect(inStock).toBe(1)
  expect(price).toEqual({ from: 10_000_000n, to: 2_000_000_000n })
})

test('a count is what choosing that value would show', () => {
  for (const filter of [
    {},
    { karats: ['24'] },
    { inStock: true },
    { ranges: ['5-25', '0-1'] },
    { search: searchOf('product') },
  ]) {
    const { counts } = list(filter)
    for (const [value, count] of counts.brand) expect(list({ ...filter, brands: [value] }).cards).toHaveLength(count)
    for (const [value, count] of counts.category)
      expect(list({ ...filter, categories: [value] }).cards).toHaveLength(count)
    for (const [value, count] of counts.weight) expect(list({ ...filter, ranges: [value] }).cards).toHaveLength(count)
  }
})

test('a range of weights owns its upper end', () => {
  expect([10_000n, 10_001n, 50_000n, 250_000n, 1_000_000n, 1_000_001n].map((value) => rangeOf(weight(value)))).toEqual([
    ...['0-1', '1-5', '1-5', '5-25', '25-100', '100-'],
  ])
})

test('a page opens on the weight that most people buy, if it is in stock', () => {
  expect(products.map((one) => defaultSku(one)?.attributes.weight)).toEqual(['10', '1000', undefined, '5'])
  const soldOut = product(9, {
    skus: [
      sku({ fine: 100_000n, stock: 0, attributes: { weight: '10' } }),
      sku({ fine: 5_000n, attributes: { weight: '0.5' } }),
    ],
  })
  expect(defaultSku(soldOut)?.attributes.weight).toBe('0.5')
})
