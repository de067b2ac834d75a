import { beforeEach, expect, test, vi } from 'vitest'
import { patience } from '../../tests/support/patience.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { envelopeOf } from '../http/wire.ts'
import * as contract from './contract.ts'

const shop = openShop()
beforeEach(() => freshTick(shop))

type Headers = Record<string, string>
const get = async (call: string, headers: Headers = {}, store = 'id') => {
  const reply = await shop.app.inject({ url: `/api/store${store}/product/${call}`, headers })
  return { http: reply.statusCode, ...reply.json() }
}
const list = async (query = '', headers: Headers = {}, store = 'id') =>
  (await get(`getList${query && `?${query}`}`, headers, store)).data as contract.ProductListView

test.each([
  ['getProductCategory', contract.CategoryList],
  ['getList', contract.ProductList],
  ['getList?q=cincin&sort=price_asc&page_size=100', contract.ProductList],
  ['getDetails?id=1001', contract.ProductDetails],
  ['getDetails?id=1042', contract.ProductDetails],
  ['productDetailRecommendList?id=1001', contract.Recommendations],
  ['product_attr?id=1042', contract.ProductAttributes],
  ['getProductSku?id=1001&weight=10', contract.SkuAnswer],
])('%s answers as it is declared, in every language and currency', async (call, answer) => {
  for (const language of ['en-US', 'id', 'zh'])
    for (const currency of ['IDR', 'USD']) {
      const { http, ...body } = await get(call, { cookie: `language=${language}`, currency })
      expect(http).toBe(200)
      expect(() => envelopeOf(answer).parse(body)).not.toThrow()
    }
})

test.each([
  ['getList?page=abc', 'page'],
  ['getList?page=0', 'page'],
  ['getList?page=1e3', 'page'],
  ['getList?page_size=1000', 'page_size'],
  ['getList?page_size=0', 'page_size'],
  ['getList?sort=cheap', 'sort'],
  ['getList?in_stock=yes', 'in_stock'],
  ['getList?karat=25', 'karat'],
  ['getList?karat=24,', 'karat'],
  ['getList?weight=2-3', 'weight'],
  ['getList?category=Bars', 'category'],
  ['getList?price_from=-1', 'price_from'],
  ['getList?price_from=10.50', 'price_from'],
  ['getList?price_to=1e9', 'price_to'],
  ['getList?q=%00', 'q'],
  [`getList?q=${'x'.repeat(81)}`, 'q'],
  ['getList?q=a&q=b', 'q'],
  ['getList?colour=white', 'colour'],
  ['getDetails', 'id'],
  ['getDetails?id=abc', 'id'],
  ['getDetails?id=1001&sku=1', 'sku'],
  ['getDetails?id=99999999999', 'id'],
  ['product_attr?id=-1', 'id'],
  ['getProductSku?id=1042&ring_size=%27%20or%201', 'ring_size'],
  ['getProductSku?id=1042&depth=3', 'depth'],
  ['getProductCategory?x=1', 'x'],
])('%s is refused by name', async (call, field) => {
  const { http, error, code, data } = await get(call)
  expect({ http, error, code }).toEqual({ http: 422, error: 'invalid_input', code: 422 })
  expect(Object.keys(data.fields)).toEqual([field])
})

test.each([
  ['an unknown store', 'xx', {}, 404, 'unknown_store'],
  ['a currency that the store does not show', 'id', { currency: 'MYR' }, 400, 'unknown_currency'],
  ['a currency that there is not', 'id', { currency: 'idr' }, 400, 'unknown_currency'],
  ['another platform', 'id', { platform: 'ios' }, 400, 'unknown_platform'],
])('%s is refused', async (_name, store, headers, http, error) => {
  expect(await get('getList', headers, store)).toMatchObject({ http, error })
})

test.each(['getDetails', 'productDetailRecommendList', 'product_attr', 'getProductSku'])(
  '%s answers for a product of another store as for one that there is not',
  async (call) => {
    const [missing, foreign] = [await get(`${call}?id=999`), await get(`${call}?id=2001`)]
    expect(missing).toMatchObject({ http: 404, error: 'not_found' })
    expect({ ...foreign, data: null }).toEqual({ ...missing, data: null })
    expect((await get(`${call}?id=2004${call === 'getProductSku' ? '&ring_size=12' : ''}`, {}, 'my')).http).toBe(200)
  },
)

test('the demo shop sells some 60 products in over 200 skus on the price table', async () => {
  const products = ['id', 'my'].flatMap((store) => shop.karat.catalogue.products(store))
  expect(products.length).toBeGreaterThanOrEqual(60)
  expect(products.flatMap(({ skus }) => skus).length).toBeGreaterThanOrEqual(200)
  const own = await list('brand=Karat%20Mint&form=minted,cast&sort=weight&page_size=100')
  const premiums = new Map(
    own.items
      .filter((item) => [1001, 1002].includes(item.product_id))
      .map((item) => [item.weight_label, item.over_ask_bps]),
  )
  expect(Object.fromEntries(premiums)).toEqual({
    ...{ '0,5 g': 687, '1 g': 256, '2 g': 127, '3 g': 91, '5 g': 62, '10 g': 38, '25 g': 17, '50 g': 10, '100 g': 7 },
    ...{ '250 g': 2, '500 g': 0, '1000 g': 0 },
  })
})

test('pages follow one another without gaps or repeats, and past the end there is nothing', async () => {
  const whole = await list('category=bars&page_size=100&sort=price_asc')
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => list(`category=bars&page_size=16&page=${page}&sort=price_asc`)),
  )
  expect(pages.flatMap(({ items }) => items)).toEqual(whole.items)
  expect(pages[0]).toMatchObject({ total: whole.total, page: 1, page_size: 16, page_count: 4 })
  expect(await list('category=bars&page_size=16&page=99')).toMatchObject({ items: [], total: whole.total, page: 99 })
})

test('search, filters and order work together', async () => {
  const found = await list('q=batangan+10+g&in_stock=1&sort=price_asc&brand=Karat%20Mint,Cakra')
  expect(found.items.map(({ product_id }) => product_id)).toEqual([1001, 1005, 1007, 1013, 1008, 1011])
  expect(found.facets.brand.filter(({ chosen }) => chosen).map(({ value, count }) => [value, count])).toEqual([
    ['Cakra', 1],
    ['Karat Mint', 5],
  ])
  expect((await list('q=戒指&page_size=100')).items.every(({ form }) => form === 'ring')).toBe(true)
  expect((await list('q=戒指')).total).toBe((await list('form=ring')).total)
})

test('the price filter is in the currency of the request', async () => {
  const dollars = await list('price_from=100.50&price_to=400&page_size=100', { currency: 'USD' })
  expect(dollars.currency).toBe('USD')
  expect(dollars.total).toBeGreaterThan(0)
  for (const { unit_price } of dollars.items) {
    expect(Number(unit_price)).toBeGreaterThanOrEqual(100.5)
    expect(Number(unit_price)).toBeLessThanOrEqual(400)
  }
})

test('a product answers in the language of the cookie', async () => {
  const names = await Promise.all(
    ['en-US', 'id', 'zh'].map(
      async (language) => (await get('getDetails?id=1042', { cookie: `language=${language}` })).data,
    ),
  )
  expect(names.map(({ name }) => name)).toEqual(['Melati ring', 'Cincin Melati', '茉莉戒指'])
  expect(names.map(({ attributes }) => attributes[1].label)).toEqual(['Colour', 'Warna', '颜色'])
})

test('details say what a piece costs, what it brings back, and when it breaks even', async () => {
  const { skus, price } = (await get('getDetails?id=1001')).data as contract.ProductDetailsView
  const sku = skus.find(({ attributes }) => attributes.weight === '10')
  const units = (text: string | undefined) => BigInt(text ?? '')
  expect(units(sku?.gold_value)).toBe(units(price.ask) * 10n)
  expect(units(sku?.buyback)).toBe(units(price.bid) * 10n)
  expect(units(sku?.spread)).toBe(units(sku?.price_with_tax) - units(sku?.buyback))
  expect(units(sku?.break_even) * 10n).toBeGreaterThanOrEqual(units(sku?.price_with_tax))
  expect(sku?.tiers.map((tier) => tier.prices.map(({ method }) => method))).toEqual([
    ['card'],
    ['card'],
    ['card'],
    ['card'],
  ])
})

test('only combinations that exist lead to a sku; others say what is possible', async () => {
  const { combinations } = (await get('product_attr?id=1042')).data as contract.ProductAttributesView
  expect(combinations).toHaveLength(6)
  for (const { sku_id, attributes } of combinations) {
    const chosen = new URLSearchParams(attributes).toString()
    expect((await get(`getProductSku?id=1042&${chosen}`)).data.sku.sku_id).toBe(sku_id)
  }
  expect(await get('getProductSku?id=1042&colour=rose&ring_size=10')).toMatchObject({
    ...{ http: 404, error: 'no_such_combination' },
    data: { possible: { colour: ['yellow'], ring_size: ['12'] } },
  })
  expect(await get('getProductSku?id=1001&ring_size=10')).toMatchObject({ http: 404, error: 'no_such_combination' })
  expect(await get('getProductSku?id=1042&ring_size=12')).toMatchObject({
    ...{ http: 422, error: 'invalid_input' },
    data: { fields: { colour: 'must be chosen' } },
  })
})

test('recommendations never name the product itself, nor one product twice, nor what is sold out', async () => {
  for (const { id } of shop.karat.catalogue.products('id')) {
    const { items } = (await get(`productDetailRecommendList?id=${id}`)).data as contract.RecommendationsView
    const ids = items.map(({ product_id }) => product_id)
    expect(ids).toHaveLength(8)
    expect(new Set([...ids, id]).size).toBe(9)
    expect(items.every(({ stock }) => stock.state !== 'out_of_stock')).toBe(true)
  }
})

test('the category tree counts what the list shows', async () => {
  const tree = (await get('getProductCategory')).data as contract.CategoryListView
  expect(tree.map(({ slug }) => slug)).toEqual(['bars', 'coins', 'jewellery'])
  for (const { slug, product_count } of tree.flatMap((root) => [root, ...root.children]))
    expect((await list(`category=${slug}&page_size=1`)).total).toBe(product_count)
  const malaysia = (await get('getProductCategory', {}, 'my')).data as contract.CategoryListView
  expect(malaysia.flatMap(({ children }) => children.map(({ slug }) => slug))).not.toContain('pendants')
})

const askOf = async (call: string, currency: string) => {
  const { data } = await get(call, { currency })
  return { ask: data.price.ask, state: data.price.state, unit: (data.items ?? data.skus ?? [data.sku])[0].unit_price }
}

test('no answer keeps an old price after a tick, in any currency', async () => {
  const calls = [
    'getList',
    'getDetails?id=1001',
    'productDetailRecommendList?id=1001',
    'getProductSku?id=1001&weight=1',
  ]
  const read = () => Promise.all(calls.flatMap((call) => ['IDR', 'USD'].map((currency) => askOf(call, currency))))
  const before = await read()
  expect(await read()).toEqual(before)
  await movePrice(shop, 100)
  const after = await read()
  for (const [at, { ask, unit }] of after.entries()) {
    expect(Number(ask)).toBeGreaterThan(Number(before[at]?.ask))
    expect(Number(unit)).toBeGreaterThan(Number(before[at]?.unit))
  }
})

test('a price that went stale by time alone is said to be stale at once', async () => {
  expect((await askOf('getList', 'IDR')).state).toBe('live')
  shop.clock.ms += 181_000
  expect((await askOf('getList', 'IDR')).state).toBe('stale')
  await freshTick(shop)
  expect((await askOf('getList', 'IDR')).state).toBe('live')
})

test('the last piece sold is sold out in every answer, though nothing else has changed', async () => {
  const states = async () => {
    const details = (await get('getDetails?id=1021')).data as contract.ProductDetailsView
    const found = await list('q=kawung+31.1035+g&in_stock=1')
    return [details.skus.find(({ attributes }) => attributes.weight === '31.1035')?.stock, found.total]
  }
  expect(await states()).toEqual([{ state: 'in_stock', left: null, scarce: false }, 1])
  const before = shop.karat.catalogue.version()
  await shop.karat.db.run(sql`update catalogue.skus set stock = 0 where id = 102104`)
  await vi.waitUntil(() => shop.karat.catalogue.version() > before, patience)
  expect(await states()).toEqual([{ state: 'out_of_stock', left: 0, scarce: false }, 0])
})

test('the API document describes every filter and every answer of the list', () => {
  const document = shop.app.swagger() as {
    paths: Record<string, { get: { parameters: { name: string; in: string }[] } }>
  }
  const { parameters } = document.paths['/api/store{code}/product/getList']?.get ?? { parameters: [] }
  const described = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  expect(described.sort()).toEqual(Object.keys(contract.ListQuery.shape).sort())
})
