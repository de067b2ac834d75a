import { readdirSync, readFileSync } from 'node:fs'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { isListed, listedAddress, pageAddress, pageFields } from './page-fields.ts'
import routes from './routes.ts'
import { publicPages } from './ui/public-pages.ts'

test.each([
  ['/', '/', true],
  ['/?z=1', '/', true],
  ['/?utm_source=x&lang=zh&fbclid=1', '/?lang=zh', true],
  ['/?lang=nobody', '/', true],
  ['/product/product?page=2&z=8&category=bars', '/product/product?category=bars&page=2', false],
  ['/product/product?karat=24&weight=5&karat=22', '/product/product?karat=24&karat=22&weight=5', false],
  ['/product/product.data?z=1&q=ring&_routes=root', '/product/product.data?q=ring&_routes=root', false],
  ['/_root.data?z=1', '/_root.data', true],
  ['/_.data?z=1&lang=en', '/_.data?lang=en', true],
  ['/product/productDetail?sku=7&id=3', '/product/productDetail?id=3&sku=7', false],
  ['/admin/orders?state=paid&z=1', '/admin/orders?state=paid&z=1', false],
  ['/nowhere?z=1', '/nowhere?z=1', false],
  ['/toString?z=1', '/toString?z=1', false],
  ['/__manifest?p=%2F&version=x', '/__manifest?p=%2F&version=x', false],
])('%s is %s', (given, url, plain) => {
  expect(pageAddress(given)).toEqual({ url, plain })
  expect(pageAddress(url)).toEqual({ url, plain })
})

const letters: ((one: string) => string)[] = [
  (one) => one,
  (one) => one.toUpperCase(),
  (one) => `%${one.charCodeAt(0).toString(16)}`,
  (one) => one.toLowerCase(),
  (one) => `%${one.toUpperCase().charCodeAt(0).toString(16).toUpperCase()}`,
]
const wholes: ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/%2E${path}`,
  (path) => path.replaceAll('/', '\\'),
  (path) => path.replace(/.\//, (pair) => `${pair}/`),
  (path) => `${path}#z`,
  (path) => `${path}%2f`,
  (path) => `${path}%20`,
  (path) => `${path};z`,
]

test('what the router takes for a page of the table is spelled as there, or leads there', () => {
  const all: RouteObject[] = [{ children: routes as RouteObject[] }]
  const routed = (url: string) => {
    const last: RouteObject | undefined = matchRoutes(all, new URL(`http://here.invalid${url}`))?.at(-1)?.route
    return last?.path === '*' ? undefined : `/${last?.path ?? ''}`
  }
  const spellings = Object.keys(pageFields).flatMap((path, n) =>
    wholes.map((whole, m) =>
      whole(path.replace(/\w/g, (one, at) => letters[(at + n + m) % letters.length]?.(one) ?? one)),
    ),
  )
  const ledTo = (url: string) => (isListed(url) ? url : listedAddress(url)) ?? undefined
  for (const url of spellings) expect(ledTo(url), url).toBe(routed(url))
  expect(spellings.filter((url) => ledTo(url) !== undefined).length).toBeGreaterThan(300)
  expect(spellings.filter((url) => ledTo(url) === undefined).length).toBeGreaterThan(100)
})

test.each([
  ['/HOME/goldPrice?z=1', '/home/goldPrice'],
  ['/home/goldPrice/?z=1', '/home/goldPrice'],
  ['/home/gold%50rice?z=1', '/home/goldPrice'],
  ['/PRODUCT/product/?z=1&page=2&lang=en', '/product/product?page=2&lang=en'],
  ['/home/goldPrice#z', '/home/goldPrice'],
])('%s leads to %s', (given, url) => {
  expect(listedAddress(given)).toBe(url)
  expect(listedAddress(url)).toBeNull()
})

test.each([
  '/admin',
  '/ADMIN/orders',
  '/nowhere',
  '/home/goldPrice.data',
  '/HOME/goldPrice.data?z=1',
  '/__manifest',
  '/privacy%',
])('%s stays what it is, and is not kept', (url) => {
  expect([listedAddress(url), isListed(url)]).toEqual([null, false])
})

type Route = { path?: string; index?: boolean; children?: Route[] }
const pathsOf = (all: Route[]): string[] =>
  all.flatMap(({ path, index, children }) => [...(path || index ? [`/${path ?? ''}`] : []), ...pathsOf(children ?? [])])

test('every page of the shop says which fields it reads', () => {
  const paths = pathsOf(routes as Route[]).filter((path) => path !== '/*' && !path.startsWith('/admin'))
  expect(Object.keys(pageFields).sort()).toEqual(paths.sort())
})

test('what makes another page for a search engine is a field of that page', () => {
  for (const [path, fields] of Object.entries(publicPages))
    expect(pageFields[path], path).toEqual(expect.arrayContaining([...fields]))
})

test('no module of a page reads a field that no page has', () => {
  const known = new Set([...Object.values(pageFields).flat(), 'lang'])
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\/pages\/.*\.tsx?$/.test(file) && !file.startsWith('office') && !file.includes('.test.'),
  )
  const read = files.flatMap((file) =>
    [
      ...readFileSync(`src/${file}`, 'utf8').matchAll(/(?:search|searchParams|\[0\])\.(?:get|has|getAll)\('(\w+)'\)/gi),
    ].map(([, name]) => `${file} ${name}`),
  )
  expect(read.length).toBeGreaterThan(15)
  expect(read.filter((one) => !known.has(one.split(' ')[1] ?? ''))).toEqual([])
})
