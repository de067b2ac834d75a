/** Two instances, one of which loses its connections without a word: nothing is told to either end, as when a network breaks. */
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '../src/app.ts'
import { openKarat } from '../src/karat.ts'
import { haltPrices, resumePrices } from '../src/pricing/halt-prices.ts'
import { settings } from '../src/settings.ts'
import { type Line, openLine } from './support/line.ts'
import { signedIn, type TestMember } from './support/members.ts'
import { freshTick, movePrice } from './support/prices.ts'
import { call, someSku } from './support/purchase.ts'
import { openShop, type Shop } from './support/shop.ts'

const shop = openShop()
const desk = { store: 'id', by: 'staff:desk', reason: 'a rumour' }
const said: string[] = []
let line: Line
/** The instance behind the line, with a heartbeat twenty-five times as fast as a shop's. */
let far: Shop
let member: TestMember
let skuId: number

beforeAll(async () => {
  const address = new URL(shop.connectionString)
  line = openLine(address.hostname, Number(address.port))
  address.port = String(await line.open())
  const fast = { ...settings.database, heartbeatMs: 200, answerMs: 200, retryMs: 20, statementMs: 1500 }
  const karat = await openKarat({
    config: shop.karat.config,
    connectionString: address.href,
    log: pino({ level: 'warn' }, { write: (text) => void said.push(JSON.parse(text).msg) }),
    now: () => shop.clock.ms,
    settings: { ...settings, database: fast } as unknown as typeof settings,
  })
  far = { ...shop, karat, app: await buildApp(karat), connectionString: address.href }
  member = await signedIn(shop)
  skuId = await someSku(shop)
})
afterAll(async () => {
  await far?.app.close()
  await far?.karat.close()
  await line?.cut()
})
beforeEach(async () => {
  line.heal()
  await freshTick(shop)
  await heard()
  said.length = 0
})
afterEach(() => resumePrices(shop.karat, desk))

const heard = () =>
  vi.waitFor(() => expect([far.karat.listener.hears(), far.karat.pulse.trouble()]).toEqual([true, null]), {
    timeout: 15_000,
    interval: 20,
  })
const buy = () => call(far, member, '/product/confirm_order', { sku_id: skuId, quantity: 1 })
const about = (pattern: RegExp) => said.filter((sentence) => pattern.test(sentence))
const spot = (of: Shop) => of.karat.prices.of('id', 'IDR').spot

test('a halt is obeyed at once by an instance that was told nothing of it', async () => {
  line.hold()
  line.heal() // what it has open is dead, what it opens works
  await haltPrices(shop.karat, desk)
  expect(far.karat.prices.of('id', 'IDR').state).toBe('live')
  const answer = await buy()
  expect(answer.status).toBe('error')
  expect([6000, 503]).toContain(answer.code)
  await vi.waitFor(async () => expect((await buy()).error).toBe('price_unavailable'), { timeout: 10_000, interval: 50 })
})

test('the price is fresh again soon after the line is healed, with one line in the log each way', async () => {
  line.hold()
  await movePrice(shop, 30)
  expect(spot(far)).not.toBe(spot(shop))
  await vi.waitFor(() => expect(about(/not heard any more/)).toHaveLength(1), { timeout: 5000, interval: 20 })
  expect(far.karat.listener.hears()).toBe(false)
  // Several tries to come back fail meanwhile, and say nothing.
  await vi.waitFor(() => expect(far.karat.pulse.trouble()).toBe('away'), { timeout: 5000, interval: 20 })
  line.heal()
  await vi.waitFor(() => expect(spot(far)).toBe(spot(shop)), { timeout: 5000, interval: 20 })
  await heard()
  expect(about(/not heard any more/)).toHaveLength(1)
  expect(about(/is heard again/)).toHaveLength(1)
  expect(about(/does not answer/)).toHaveLength(1)
  expect(about(/takes writes again/)).toHaveLength(1)
  expect((await buy()).status).toBe('success')
})

test('what a cut instance shows of the goods is read again too', async () => {
  line.hold()
  line.heal()
  const { product } = shop.karat.catalogue.sku('id', skuId) ?? {}
  const version = far.karat.catalogue.version()
  await vi.waitFor(() => expect(far.karat.catalogue.version()).toBeGreaterThan(version), {
    timeout: 5000,
    interval: 20,
  })
  expect(far.karat.catalogue.product('id', product?.id ?? 0)?.name).toEqual(product?.name)
})
