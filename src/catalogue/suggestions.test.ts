import { beforeEach, expect, test } from 'vitest'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { envelopeOf } from '../http/wire.ts'
import { compareSkus, mostWanted } from './compare-queries.ts'
import * as contract from './contract.ts'

const shop = openShop()
beforeEach(() => freshTick(shop))

const get = async (call: string, headers: Record<string, string> = {}, store = 'id') => {
  const reply = await shop.app.inject({ url: `/api/store${store}/product/${call}`, headers })
  return { http: reply.statusCode, ...reply.json() }
}
const english = { cookie: 'language=en-US' }
const suggest = async (words: string, headers = english) =>
  (await get(`getSuggestions?q=${encodeURIComponent(words)}`, headers)).data as contract.SuggestionsView
const compare = async (skus: string, store = 'id') =>
  (await get(`getCompare?skus=${skus}`, english, store)).data as contract.ComparedView

/** The sku of a product that has these attributes. */
const skuOf = (product: number, attributes: Record<string, string>): number => {
  const skus = shop.karat.catalogue.product('id', product)?.skus ?? []
  const sku = skus.find((one) => Object.entries(attributes).every(([name, value]) => one.attributes[name] === value))
  if (!sku) throw new Error(`product ${product} has no such sku`)
  return sku.id
}

test.each([
  ['getSuggestions?q=cin', contract.Suggestions],
  ['getSuggestions?q=zzzz', contract.Suggestions],
  ['getCompare?skus=1', contract.Compared],
])('%s answers as it is declared, in every language and currency', async (call, answer) => {
  for (const language of ['en-US', 'id', 'zh'])
    for (const currency of ['IDR', 'USD']) {
      const { http, ...body } = await get(call, { cookie: `language=${language}`, currency })
      expect(http).toBe(200)
      expect(() => envelopeOf(answer).parse(body)).not.toThrow()
    }
})

test.each([
  ['getSuggestions', 'q'],
  ['getSuggestions?q=', 'q'],
  [`getSuggestions?q=${'x'.repeat(81)}`, 'q'],
  ['getSuggestions?q=a&page=2', 'page'],
  ['getCompare', 'skus'],
  ['getCompare?skus=', 'skus'],
  ['getCompare?skus=1,,2', 'skus'],
  ['getCompare?skus=0', 'skus'],
  ['getCompare?skus=1,2,3,4,5', 'skus'],
  ['getCompare?skus=99999999999', 'skus'],
])('%s is refused by naming %s', async (call, field) => {
  const { http, data } = await get(call)
  expect(http).toBe(422)
  expect(Object.keys(data.fields)).toEqual([field])
})

test('suggests for half a word what the list would show for it, at the price of the list', async () => {
  const { products, total } = await suggest('kara 10g')
  const list = (await get('getList?q=kara%2010g&page_size=5', english)).data as contract.ProductListView
  expect(total).toBe(list.total)
  expect(products.map(({ sku_id, price_with_tax }) => [sku_id, price_with_tax])).toEqual(
    list.items.map(({ sku_id, price_with_tax }) => [sku_id, price_with_tax]),
  )
  expect(products.length).toBeGreaterThan(0)
})

test('suggests the category that the words name before those that only hold what matches', async () => {
  const { categories } = await suggest('ring')
  expect(categories[0]).toMatchObject({ slug: 'rings', named: true })
  const list = (await get('getList?category=rings', english)).data as contract.ProductListView
  expect(categories[0]?.count).toBe(list.total)
})

test('suggests in the language of the visitor, whatever language is typed', async () => {
  const [category] = (await suggest('rings', { cookie: 'language=id' })).categories
  expect(category).toMatchObject({ slug: 'rings', name: 'Cincin' })
})

test('a suggestion follows the price of gold', async () => {
  const before = (await suggest('karat')).products[0]?.price_with_tax
  await movePrice(shop, 100)
  expect((await suggest('karat')).products[0]?.price_with_tax).not.toBe(before)
})

test('compares in the order asked for, each piece once, leaving out what the store does not sell', async () => {
  const [ten, coin] = [skuOf(1001, { weight: '10' }), skuOf(1021, { weight: '5' })]
  const { items } = await compare(`${coin},${ten},${coin},99999999`)
  expect(items.map(({ sku }) => sku.sku_id)).toEqual([coin, ten])
  expect(items[1]).toMatchObject({ product_id: 1001, kind: 'bar', name: 'Karat Mint gold bar' })
  expect((await compare(`${coin},${ten}`, 'my')).items).toEqual([])
})

test('a compared piece costs what its own page says', async () => {
  const ten = skuOf(1001, { weight: '10' })
  const details = (await get('getDetails?id=1001', english)).data as contract.ProductDetailsView
  expect((await compare(String(ten))).items[0]?.sku).toEqual(details.skus.find(({ sku_id }) => sku_id === ten))
})

test('the product that stands for the shop is the one most people look for', () => {
  const store = shop.karat.stores.get('id')
  if (!store) throw new Error('no store')
  expect(mostWanted(shop.karat, { store })).toBe(1001)
  expect(compareSkus(shop.karat, { store, currency: 'IDR', language: 'id', skus: [] }).items).toEqual([])
})
