/** The database goes away, hangs and comes back: the process lives, says when to come again, and goes on by itself. */
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../src/app.ts'
import { openPulse } from '../src/db/pulse.ts'
import { openServers } from '../src/db/servers.ts'
import { type Karat, openKarat } from '../src/karat.ts'
import { settings } from '../src/settings.ts'
import { type Line, openLine } from './support/line.ts'
import { signedIn, type TestMember } from './support/members.ts'
import { patience } from './support/patience.ts'
import { openShop } from './support/shop.ts'

const shop = openShop()
let line: Line
let karat: Karat
let app: FastifyInstance
let member: TestMember

beforeAll(async () => {
  const address = new URL(shop.connectionString)
  line = openLine(address.hostname, Number(address.port))
  address.port = String(await line.open())
  karat = await openKarat({
    config: shop.karat.config,
    connectionString: address.href,
    log: pino({ level: 'silent' }),
    settings: { ...settings, handlerTimeoutMs: 1500 } as unknown as typeof settings,
  })
  app = await buildApp(karat)
  member = await signedIn(shop)
})
afterAll(async () => {
  await app?.close()
  await karat?.close()
  await line?.cut()
})

const cart = () => app.inject({ url: '/api/storeid/product/cartList', headers: member.headers })
const banner = () => app.inject({ url: '/api/storeid/product/getBanner' })
const price = () => app.inject({ url: '/api/storeid/product/getGoldPrice' })
const probes = async () =>
  (await Promise.all(['/live', '/ready'].map((url) => app.inject({ url })))).map((answer) => answer.statusCode)
const back = () =>
  vi.waitFor(async () => expect((await cart()).statusCode).toBe(200), { timeout: 10_000, interval: 50 })

const isAway = (answer: Awaited<ReturnType<typeof cart>>) => {
  expect(answer.json()).toMatchObject({ status: 'error', code: 503 })
  expect(answer.statusCode).toBe(503)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
}

test('while the database is away calls answer 503 with Retry-After, memory goes on, and all is well once it is back', async () => {
  expect((await cart()).statusCode).toBe(200)
  await line.cut()
  for (const answer of await Promise.all([cart(), banner(), cart()])) isAway(answer)
  expect(await probes(), 'it is known from here on').toEqual([200, 503])
  for (const url of ['getGoldPrice', 'goldPriceNow', 'getList', 'getDetails?id=1001']) {
    const { statusCode, headers } = await app.inject({ url: `/api/storeid/product/${url}` })
    expect([url, statusCode, headers['x-shown-as-of']]).toEqual([url, 200, expect.stringMatching(/^20.*Z$/)])
  }
  await line.open()
  await back()
  expect((await price()).headers['x-shown-as-of']).toBeUndefined()
  await vi.waitFor(async () => expect(await probes()).toEqual([200, 200]), { timeout: 10_000, interval: 50 })
})

test('a connection that breaks under a running call answers 503, not 500', async () => {
  await Promise.all(Array.from({ length: 8 }, cart))
  // Held first, so that every call has sent its statement and none has its answer when the line breaks.
  line.hold()
  const running = [cart(), banner(), cart(), banner()]
  await vi.waitFor(() => expect(karat.db.pool.totalCount - karat.db.pool.idleCount).toBeGreaterThan(1), patience)
  await line.cut()
  for (const answer of await Promise.all(running)) isAway(answer)
  await line.open()
  await back()
})

test('a transaction whose connection breaks answers 503, and its commit is never claimed', async () => {
  await back()
  const save = () =>
    app.inject({
      method: 'POST',
      url: '/api/storeid/address/delAddress',
      headers: member.headers,
      payload: { id: '019a0000-0000-7000-8000-000000000000' },
    })
  line.hold()
  const running = save()
  await vi.waitFor(() => expect(karat.db.pool.totalCount - karat.db.pool.idleCount).toBeGreaterThan(0), patience)
  await line.cut()
  isAway(await running)
  await line.open()
  await back()
})

test('a database that holds everything back does not hold the caller: 503 after the time that a call may take', async () => {
  await back()
  line.hold()
  isAway(await cart())
  expect((await price()).statusCode).toBe(200)
  expect(await probes()).toEqual([200, 503])
  await line.cut()
  await line.open()
  await back()
})

test('a process that stood still itself does not take the database for away', async () => {
  const pulse = openPulse({
    servers: openServers(shop.connectionString),
    settings: settings.database,
    now: () => shop.clock.ms,
    log: { warn() {} },
    changed() {},
  })
  const looked = pulse.look()
  await setImmediate() // its connections are being opened
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, settings.database.awayMs + 100)
  expect(await looked).toBe(null)
  await pulse.close()
})
