/** What search engines read: the map of the site, robots.txt, and the facts that a product's page states. */
import { existsSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProductDetails } from '../src/catalogue/catalogue-queries.ts'
import { productThings } from '../src/catalogue/pages/product-data.ts'
import { getNews, listNews } from '../src/content/news-queries.ts'
import { newsThings, problemsData } from '../src/content/pages/written-data.ts'
import { listProblems } from '../src/content/written-queries.ts'
import { demoHouses } from '../src/home/demo/houses.ts'
import { houseData } from '../src/home/pages/house-data.ts'
import routes from '../src/routes.ts'
import { breadcrumbData } from '../src/ui/breadcrumb-data.ts'
import { publicPages } from '../src/ui/public-pages.ts'
import type { ShellData } from '../src/ui/shell-data.ts'
import { scriptText } from '../src/ui/structured-data.tsx'
import { openShop } from './support/shop.ts'

const origin = 'https://shop.example'
const shop = openShop({ PUBLIC_URL: origin })
let db: pg.Client
beforeAll(async () => {
  db = new pg.Client({ connectionString: shop.connectionString })
  await db.connect()
})
afterAll(() => db?.end())

const mapOf = async () => (await shop.app.inject({ url: '/sitemap.xml' })).payload
const locations = (map: string) => [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place]) => place)

test('every page that search engines may list is a page', () => {
  const paths = (within: typeof routes): string[] =>
    within.flatMap(({ path, index, children = [] }) => [
      ...(index ? ['/'] : path ? [`/${path}`] : []),
      ...paths(children as typeof routes),
    ])
  expect(paths(routes)).toEqual(expect.arrayContaining(Object.keys(publicPages)))
})

test('the map names every product in every language, each with its other languages, and nothing twice', async () => {
  const answer = await shop.app.inject({ url: '/sitemap.xml' })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=600',
  })
  const places = locations(answer.payload)
  expect(new Set(places).size).toBe(places.length)
  expect(places).toContain(`${origin}/`)
  expect(places).toContain(`${origin}/product/product?lang=zh`)
  for (const { id } of shop.karat.catalogue.products('id'))
    for (const lang of ['', '&amp;lang=en', '&amp;lang=zh'])
      expect(places).toContain(`${origin}/product/productDetail?id=${id}${lang}`)
  for (const { id } of shop.karat.catalogue.products('my'))
    expect(places).not.toContain(`${origin}/product/productDetail?id=${id}`)
  expect(answer.payload.match(/<url>/g)?.length).toBe(places.length)
  expect(answer.payload.match(/hreflang="x-default"/g)?.length).toBe(places.length)
  expect(answer.payload).not.toMatch(/&(?!amp;|lt;|gt;|quot;|apos;)/)
  expect(answer.payload).not.toMatch(/\/user|\/mallOrder|\/pay|\/login/)
})

test('the map is drawn once for many, and anew when the catalogue changes or a minute has passed', async () => {
  const before = await mapOf()
  const [product] = shop.karat.catalogue.products('id')
  await db.query('update catalogue.products set published_at = null where id = $1', [product?.id])
  await expect.poll(mapOf).not.toContain(`id=${product?.id}<`)
  await db.query('update catalogue.products set published_at = now() where id = $1', [product?.id])
  await expect.poll(mapOf).toContain(`id=${product?.id}<`)
  expect(before).toContain(`id=${product?.id}<`)
})

test('robots.txt leaves the calls out and names the map', async () => {
  const { payload } = await shop.app.inject({ url: '/robots.txt' })
  expect(payload).toBe(`User-agent: *\nDisallow: /api/\nDisallow: /sandbox/\n\nSitemap: ${origin}/sitemap.xml\n`)
})

const shell = {
  ...{ origin, language: 'en-US', currency: 'IDR' },
  store: {
    code: 'id',
    name: 'Karat',
    currencies: ['IDR'],
    country: 'ID',
    language: 'id',
    house: demoHouses.id,
    days: { from: 2, to: 4 },
    minutes: 10,
  },
} as unknown as ShellData

function bar() {
  const store = shop.karat.stores.get('id')
  const [product] = shop.karat.catalogue.products('id')
  if (!store || !product) throw new Error('the demo sells nothing')
  const details = getProductDetails(shop.karat, { store, currency: 'IDR', language: 'en-US', id: product.id })
  const sku = details.skus[0]
  if (!sku) throw new Error('the demo sells nothing')
  return { details, sku }
}

test('a product is offered at its price of now, for as long as the shop itself calls that price live', () => {
  const { details, sku } = bar()
  const [product, path] = productThings(details, sku, shell)
  expect(product).toMatchObject({
    '@type': 'Product',
    sku: sku.code,
    brand: { '@type': 'Brand', name: details.brand },
    weight: { value: sku.gross_weight.replace(/\.?0+$/, ''), unitCode: 'GRM' },
    offers: {
      price: sku.price_with_tax,
      priceCurrency: 'IDR',
      priceValidUntil: new Date(Date.parse(details.price.source_at) + 180_000).toISOString(),
      itemCondition: 'https://schema.org/NewCondition',
    },
  })
  expect(Object(path).itemListElement).toHaveLength(details.category_path.length + 2)
})

test('a price that is not live is not offered', () => {
  const { details, sku } = bar()
  const [product] = productThings({ ...details, price: { ...details.price, state: 'stale' } }, sku, shell)
  expect(product).not.toHaveProperty('offers')
})

test('what is sold out is said to be', () => {
  const { details, sku } = bar()
  const out = { ...sku, stock: { ...sku.stock, state: 'out_of_stock' as const } }
  expect(productThings(details, out, shell)[0]).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock' },
  })
})

test('the house says who sells, where it is and how to search', () => {
  const [house, site] = houseData(shell)
  expect(house).toMatchObject({
    legalName: 'PT Karat Logam Mulia',
    address: { addressLocality: 'Jakarta Pusat', postalCode: '10310', addressCountry: 'ID' },
  })
  expect(site).toMatchObject({ potentialAction: { '@type': 'SearchAction' } })
})

test('no fact ends the element it stands in', () => {
  const crumbs = [{ name: '</script><script>alert(1)</script>', to: '/' }, { name: '<!-- & \u2028' }]
  const text = scriptText(breadcrumbData(crumbs, origin) as Parameters<typeof scriptText>[0])
  expect(text).not.toMatch(/[<>&]/)
  expect(JSON.parse(text)).toMatchObject({
    '@context': 'https://schema.org',
    itemListElement: [crumbs[0] && { name: crumbs[0].name }, { name: crumbs[1]?.name }],
  })
})

test.each(['id', 'en', 'zh'])('the shop installs as an application that speaks %s', async (lang) => {
  const answer = await shop.app.inject({ url: `/manifest.webmanifest?lang=${lang}` })
  const manifest = answer.json()
  expect(answer.headers['content-type']).toContain('application/manifest+json')
  expect(manifest).toMatchObject({ name: 'Karat', start_url: '/', scope: '/', display: 'standalone' })
  expect(manifest.lang.startsWith(lang)).toBe(true)
  for (const { src } of manifest.icons) expect(existsSync(`public${src}`), src).toBe(true)
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toContain('/home/goldPrice')
})

test('questions and news state themselves as they stand on the page', async () => {
  const reader = { store: { code: 'id' }, language: 'en-US' }
  const { groups } = await listProblems(shop.karat.db, reader)
  const problems = groups.flatMap((group) => group.problems)
  const faq = Object(problemsData(groups)).mainEntity
  expect(faq).toHaveLength(problems.length)
  expect(faq[0]).toMatchObject({ '@type': 'Question', name: problems[0]?.question })
  expect(faq[0].acceptedAnswer.text.length).toBeGreaterThan(10)

  const [first] = (await listNews(shop.karat.db, reader, {})).items
  const news = await getNews(shop.karat.db, reader, first?.id ?? 0)
  expect(newsThings(news, shell)[0]).toMatchObject({
    '@type': 'NewsArticle',
    headline: news.title,
    datePublished: news.published_at,
    mainEntityOfPage: `${origin}/home/newsDetail?id=${news.id}&lang=en`,
  })
  expect(locations(await mapOf())).toContain(`${origin}/home/newsDetail?id=${news.id}`)
})
