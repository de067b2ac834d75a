/** The way from a request to a page, with a page that only says which address it was asked for. */
import net, { type AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '../tests/support/shop.ts'
import { stubPages } from '../tests/support/stub-pages.ts'
import { buildApp } from './app.ts'
import { securityHeaders } from './http/headers.ts'

const shop = openShop({ RATE_LIMITS: '1', PUBLIC_URL: 'https://shop.example' })
let app: FastifyInstance
const rendered: string[] = []
const load = (url: string) => rendered.push(url.replace(/^https:\/\/shop\.example/, '')) && url

beforeAll(async () => {
  app = await buildApp(shop.karat, { pages: { build: stubPages(load) } })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app?.close())

/** Asks with a Host header as it stands there. */
const ask = (path: string, host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    const { port } = app.server.address() as AddressInfo
    const socket = net.connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', (bytes) => (said += bytes))
    socket.on('error', reject)
    socket.on('close', () => resolve(said))
  })

test.each(['shop.example', 'evil.example', 'a b', '[', '', 'x:99999', 'x/..//y?z#'])(
  'a page and its data know the shop’s own address only, whatever the Host header says (%s)',
  async (host) => {
    for (const path of [`/page-${host.length}`, `/page-${host.length}.data`]) {
      const answer = await ask(path, host)
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
      expect(answer).toContain('https://shop.example/page-')
      expect(answer).not.toContain('evil')
    }
  },
)

test.each([
  '//',
  '//evil.example/x',
  '/\\evil',
  '/..%2f..%2fpackage.json',
  '/%00',
  '/?a=%00',
  '/__manifest?p=%2F&version=x',
])('an odd address (%s) is a page of ours or refused', async (path) => {
  const answer = await ask(path, 'shop.example')
  expect(answer).toMatch(/^HTTP\/1\.1 (200|204|308|400|404) /)
  expect(answer).not.toContain('"private": true')
})

test('a page has the security headers and a policy with a nonce of its own', async () => {
  const [one, other] = [await app.inject({ url: '/' }), await app.inject({ url: '/' })]
  for (const { headers } of [one, other]) expect(headers).toMatchObject(securityHeaders)
  const nonce = ({ headers }: typeof one) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
  expect(nonce(one)).toMatch(/^[\w+/]{22}==$/)
  expect(nonce(one)).not.toBe(nonce(other))
})

test('a payload fetched ahead is kept for the moment until the link is pressed; any other is not kept', async () => {
  const ahead = await app.inject({ url: '/x.data', headers: { 'sec-purpose': 'prefetch' } })
  expect(ahead.headers).toMatchObject({
    'cache-control': 'private, max-age=5',
    vary: 'Accept-Encoding, Cookie, Language',
  })
  for (const [url, purpose] of [
    ['/x.data', ''],
    ['/x', 'prefetch'],
  ] as const)
    expect((await app.inject({ url, headers: { 'sec-purpose': purpose } })).headers['cache-control']).toBe(
      'private, no-store',
    )
})

test('the build names itself and its manifest; another build has none here', async () => {
  const latest = await app.inject({ url: '/builds/latest.json?1795000000000' })
  expect(latest.json()).toEqual({ id: '1' })
  expect(latest.headers['cache-control']).toBe('no-store')
  const manifest = await app.inject({ url: '/builds/meta/1.json' })
  expect(manifest.json()).toEqual({
    id: '1',
    redirects: expect.arrayContaining([{ from: '/shop', to: '/product/product' }]),
  })
  expect((await app.inject({ url: '/builds/meta/2.json' })).statusCode).toBe(404)
})

test('pages count towards what one address may read in a minute', async () => {
  const answers = await Promise.all(
    Array.from({ length: 1201 }, () => app.inject({ url: '/', remoteAddress: '198.51.100.9' })),
  )
  expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true)
})

test.each(['/long', '/long.data', '/long?lang=en'])('%s comes as gzip to whoever reads it', async (path) => {
  const url = path.replace('long', 'x'.repeat(1200))
  const [plain, small] = [await app.inject({ url }), await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })]
  expect([plain.headers['content-encoding'], small.headers['content-encoding']]).toEqual([undefined, 'gzip'])
  expect(gunzipSync(small.rawPayload).toString()).toBe(plain.payload)
  for (const { headers } of [plain, small]) expect(headers.vary).toBe('Accept-Encoding, Cookie, Language')
})

test('other spellings of a page lead to it, and nothing is rendered for them', async () => {
  rendered.length = 0
  const send = (path: string, n: number) => app.inject({ url: `${path}?z=${n}&q=ring` })
  const spellings = ['/PRODUCT/product', '/product/product/', '/product/produc%74', '/Privacy']
  const answers = await Promise.all(spellings.map(send))
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
    ...Array(3).fill([308, '/product/product?q=ring']),
    [308, '/privacy'],
  ])
  for (const path of ['//?z=1', '/.?z=1', '/x/..?z=1'])
    expect(await ask(path, 'shop.example')).toMatch(/^HTTP\/1\.1 308 [\s\S]*\r\nlocation: \/\r\n/)
  expect(rendered).toEqual([])
})

test('a page asked for by HEAD is rendered once for all, and kept whole', async () => {
  rendered.length = 0
  const ask = (method: 'GET' | 'HEAD', n: number) => app.inject({ method, url: `/home/goldPrice?z=${n}` })
  const heads = await Promise.all([1, 2, 3].map((n) => ask('HEAD', n)))
  const got = await ask('GET', 4)
  expect(rendered).toEqual(['/home/goldPrice'])
  expect(got.payload).toBe('<p>https://shop.example/home/goldPrice</p>')
  for (const { statusCode, payload, headers } of heads)
    expect([statusCode, payload, headers['content-type']]).toEqual([200, '', got.headers['content-type']])
})

test('the back office is kept nowhere, however its address is spelled, and HEAD of it has no body', async () => {
  rendered.length = 0
  for (const url of ['/admin/orders', '/ADMIN/orders', '/%61dmin/orders', '/admin/orders/']) {
    const [got, head] = [await app.inject({ url }), await app.inject({ method: 'HEAD', url })]
    expect([got.statusCode, head.statusCode, head.payload]).toEqual([200, 200, ''])
    expect(got.headers['x-robots-tag']).toBe('noindex, nofollow')
  }
  expect(rendered).toHaveLength(8)
})
