import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testEnvironment } from '../../tests/support/environment.ts'
import { patience } from '../../tests/support/patience.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { readConfig } from '../config.ts'
import { sql } from '../db/database.ts'
import { openKarat } from '../karat.ts'
import { bps } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { simulatedAt } from './feeds/simulated-feed.ts'
import { haltPrices, resumePrices } from './halt-prices.ts'
import { askOf, bidOf } from './price-rules.ts'
import { recordTick } from './record-tick.ts'
import { setSpread } from './set-spread.ts'

const shop = openShop()
const prices = () => shop.karat.prices
const idr = () => prices().of('id', 'IDR')
const staff = { store: 'id', by: 'staff:desk', reason: 'the market is closed' }
const ticks = async () => (await shop.karat.db.row<{ count: bigint }>(sql`select count(*) from pricing.ticks`))?.count

/** A reading whose spot is `bpsAway` from the last accepted one, now. */
async function readingAway(bpsAway: number) {
  const last = await shop.karat.db.row<{ spot: bigint }>(
    sql`select spot_usd_e6 as spot from pricing.ticks where verdict = 'accepted' order by id desc limit 1`,
  )
  const spotUsdE6 = ((last?.spot ?? 0n) * BigInt(10_000 + bpsAway)) / 10_000n
  return { ...simulatedAt(shop.clock.ms), spotUsdE6 }
}
async function tell(bpsAway: number) {
  shop.clock.ms += 5000
  const verdict = await recordTick(shop.karat, await readingAway(bpsAway))
  await prices().refresh()
  return verdict
}
function refusalOf(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, data: error.data }
    throw error
  }
}

/** Ends what a test has begun: the second source says what the feed says. */
async function believed() {
  shop.clock.ms += 5000
  const reading = await readingAway(0)
  expect(await recordTick(shop.karat, reading, { reference: reading })).toBe('accepted')
  await prices().refresh()
}

beforeEach(async () => {
  shop.clock.ms += 1000
  await freshTick(shop)
})

describe('the health of the price (G1)', () => {
  test.each([
    [179_000, 'live', undefined],
    [180_000, 'live', undefined],
    [180_001, 'stale', 'price_unavailable'],
    [181_000, 'stale', 'price_unavailable'],
  ])('%i ms after its source time it is %s', (age, state, code) => {
    shop.clock.ms += age
    expect(idr().state).toBe(state)
    expect(refusalOf(() => prices().requireSellable('id', 'IDR'))?.code).toBe(code)
  })

  test('a stale price still answers with the last number', () => {
    const { ask, bid, tickId } = idr()
    shop.clock.ms += 3_600_000
    expect(idr()).toMatchObject({ state: 'stale', ask, bid, tickId })
  })

  test('going stale changes the version at once and tells the subscribers without a tick', async () => {
    const before = prices().version()
    const states: string[] = []
    const unsubscribe = prices().subscribe(() => void states.push(idr().state))
    shop.clock.ms += 181_000
    expect(prices().version()).not.toBe(before)
    await vi.waitFor(() => expect(states).toContain('stale'), patience)
    unsubscribe()
  })

  test('the first good tick makes it live again', async () => {
    shop.clock.ms += 3_600_000
    expect(idr().state).toBe('stale')
    expect(await tell(100)).toBe('accepted')
    expect(prices().requireSellable('id', 'IDR').state).toBe('live')
  })

  test('a jump of 20 % is quarantined: the last number is shown and nothing is sold, however often it is said', async () => {
    const { ask, tickId } = idr()
    for (let poll = 0; poll < 5; poll++) expect(await tell(2000)).toBe('quarantined')
    expect(idr()).toMatchObject({ state: 'quarantined', ask, tickId })
    expect(refusalOf(() => prices().requireSellable('id', 'IDR'))).toEqual({
      code: 'price_unavailable',
      data: { state: 'quarantined' },
    })
    await believed()
  })

  test('a creep of many small steps stops at 8 % from the median of the hour', async () => {
    shop.clock.ms += 4_000_000
    for (let poll = 0; poll < 30; poll++) {
      shop.clock.ms += 5000
      await freshTick(shop)
    }
    const { spot } = idr()
    const verdicts: string[] = []
    for (let poll = 0; poll < 12; poll++) verdicts.push(await tell(-450))
    expect(verdicts).toEqual(['accepted', ...Array(11).fill('quarantined')])
    expect(idr()).toMatchObject({ state: 'quarantined' })
    expect(idr().spot * 100n).toBeGreaterThan(spot * 92n)
    await believed()
  })

  test('a source that repeats its time leaves no row and does not keep the price alive', async () => {
    const reading = await readingAway(0)
    await recordTick(shop.karat, reading)
    const before = await ticks()
    expect(await recordTick(shop.karat, reading)).toBe('unchanged')
    expect(await ticks()).toBe(before)
  })

  test('a source ahead of our clock leaves no row', async () => {
    const before = await ticks()
    const reading = await readingAway(0)
    expect(await recordTick(shop.karat, { ...reading, sourceAt: shop.clock.ms + 31_000 })).toBe('from_the_future')
    expect(await ticks()).toBe(before)
  })
})

describe('a halt', () => {
  test('refuses in one store, says so, and ends when staff resume', async () => {
    expect(await haltPrices(shop.karat, staff)).toBe(true)
    expect(await haltPrices(shop.karat, staff)).toBe(false)
    expect(refusalOf(() => prices().requireSellable('id', 'IDR'))).toEqual({
      code: 'price_unavailable',
      data: { state: 'halted' },
    })
    expect(idr().ask).toBeGreaterThan(0n)
    expect(prices().requireSellable('my', 'MYR').state).toBe('live')
    expect(await resumePrices(shop.karat, staff)).toBe(true)
    expect(await resumePrices(shop.karat, staff)).toBe(false)
    expect(prices().requireSellable('id', 'IDR').state).toBe('live')
    expect(
      await shop.karat.db.rows(sql`select store, halted_by, reason, resumed_by, resumed_because from pricing.halts`),
    ).toEqual([
      { store: 'id', halted_by: staff.by, reason: staff.reason, resumed_by: staff.by, resumed_because: staff.reason },
    ])
  })

  test('of twenty at once one is written', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => haltPrices(shop.karat, staff)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    await resumePrices(shop.karat, staff)
  })

  test('is still a halt when the price goes stale meanwhile', async () => {
    await haltPrices(shop.karat, staff)
    shop.clock.ms += 181_000
    expect(idr().state).toBe('halted')
    await resumePrices(shop.karat, staff)
    expect(idr().state).toBe('stale')
  })
})

describe('the two prices', () => {
  test('follow from spot and the spread that staff set last', async () => {
    const { spot, ask, bid } = idr()
    expect([ask, bid]).toEqual([askOf(spot, bps(170)), bidOf(spot, bps(-170))])
    const version = prices().version()
    await setSpread(shop.karat, {
      store: 'id',
      askBps: bps(300),
      bidBps: bps(-50),
      by: 'staff:desk',
      reason: 'wide market',
    })
    expect(prices().version()).not.toBe(version)
    expect(idr()).toMatchObject({ ask: askOf(spot, bps(300)), bid: bidOf(spot, bps(-50)), askBps: 300, bidBps: -50 })
    expect(prices().of('my', 'MYR').askBps).toBe(170)
    await setSpread(shop.karat, {
      store: 'id',
      askBps: bps(170),
      bidBps: bps(-170),
      by: 'staff:desk',
      reason: 'as before',
    })
  })

  test('a spread out of range is refused by the database', async () => {
    const wrong = { store: 'id', askBps: bps(-1), bidBps: bps(-170), by: 'staff:desk', reason: 'a slip' }
    await expect(setSpread(shop.karat, wrong)).rejects.toThrow('spreads_ask_bps_check')
  })

  test('a currency that the store does not take has no price', () => {
    expect(refusalOf(() => prices().of('id', 'MYR'))?.code).toBe('price_unavailable')
    expect(refusalOf(() => prices().of('nowhere', 'IDR'))?.code).toBe('price_unavailable')
  })

  test('a tick without the rate of a currency leaves that currency without a price', async () => {
    shop.clock.ms += 1000
    const { MYR: _, ...ratesE6 } = simulatedAt(shop.clock.ms).ratesE6
    expect(await recordTick(shop.karat, { ...(await readingAway(0)), ratesE6 })).toBe('accepted')
    await prices().refresh()
    expect(refusalOf(() => prices().requireSellable('my', 'MYR'))?.code).toBe('price_unavailable')
    expect(prices().requireSellable('my', 'USD').state).toBe('live')
    shop.clock.ms += 1000
    await recordTick(shop.karat, { ...(await readingAway(0)), ratesE6: simulatedAt(shop.clock.ms).ratesE6 })
  })
})

describe('the day of the store', () => {
  const local = (text: string) => Date.parse(`${text}+07:00`)

  test('closes at its midnight: the last ask before it is the previous close after it', async () => {
    shop.clock.ms = local('2031-03-09T23:59:30')
    await movePrice(shop, 2000)
    const closing = idr().ask
    const dollarsBefore = prices().of('my', 'USD').day?.open
    const day = idr().day
    expect(day?.open).toBe(closing)
    shop.clock.ms = local('2031-03-10T00:00:04')
    await movePrice(shop, 100)
    expect(idr().previousCloseAsk).toBe(closing)
    expect(idr().day).toEqual({ open: idr().ask, high: idr().ask, low: idr().ask })
    expect(prices().of('my', 'USD').day?.open).toBe(dollarsBefore)
  })

  test('the midnight passes while no tick comes: yesterday is a day further all the same', async () => {
    shop.clock.ms = local('2031-03-10T23:59:50')
    await freshTick(shop)
    const last = idr().ask
    shop.clock.ms = local('2031-03-11T00:00:01')
    await vi.waitFor(() => expect(idr()).toMatchObject({ previousCloseAsk: last, day: null }), patience)
  })
})

test('another instance has the tick, the halt and the spread in its memory without asking for them', async () => {
  const other = await openKarat({
    config: readConfig(testEnvironment),
    connectionString: shop.connectionString,
    log: shop.karat.log,
    now: () => shop.clock.ms,
  })
  try {
    await tell(50)
    await vi.waitFor(() => expect(other.prices.of('id', 'IDR')).toEqual(idr()), patience)
    await haltPrices(shop.karat, staff)
    await vi.waitFor(() => expect(other.prices.of('id', 'IDR').state).toBe('halted'), patience)
    await resumePrices(other, staff)
    await vi.waitFor(() => expect(idr().state).toBe('live'), patience)
  } finally {
    await other.close()
  }
})
