import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testEnvironment } from '../../tests/support/environment.ts'
import { patience } from '../../tests/support/patience.ts'
import { copyOfTemplate } from '../../tests/support/template-copy.ts'
import { readConfig } from '../config.ts'
import { type Intercept, sql } from '../db/database.ts'
import type { Worker } from '../db/rounds.ts'
import { type Karat, openKarat } from '../karat.ts'
import { openFeedTurn } from './feed-turn.ts'
import type { PriceFeed } from './feeds/price-feed.ts'
import { simulatedAt } from './feeds/simulated-feed.ts'
import { startPricingWorker } from './worker.ts'

const clock = { ms: 0 }
const POLL_MS = 50
let connectionString = ''
let watcher: pg.Client
let one: Karat
let two: Karat
const workers: Worker[] = []

/** A feed that can be cut, moved, and asked who read it last. */
const source = { cut: false, bps: 0, tries: 0, readers: [] as string[] }
/** Sees every statement of the instances. */
let planted: Intercept | undefined
/** What the instances logged as a warning. */
const said: string[] = []
function feedOf(reader: string): PriceFeed {
  return {
    async read() {
      source.tries += 1
      if (source.cut) throw new Error('the line is cut')
      source.readers.push(reader)
      clock.ms += 1
      const reading = simulatedAt(clock.ms)
      return { ...reading, spotUsdE6: (reading.spotUsdE6 * BigInt(10_000 + source.bps)) / 10_000n }
    },
  }
}
const open = () =>
  openKarat({
    config: readConfig({ ...testEnvironment, DATABASE_POOL: '5', PRICE_POLL_SECONDS: String(POLL_MS / 1000) }),
    connectionString,
    log: pino({ level: 'warn' }, { write: (line: string) => void said.push(JSON.parse(line).msg) }),
    now: () => clock.ms,
    intercept: (text) => planted?.(text) ?? text,
  })
function work(karat: Karat, name: string): Worker {
  const worker = startPricingWorker(karat, { feed: feedOf(name) })
  workers.push(worker)
  return worker
}
const stateOf = (karat: Karat) => karat.prices.of('id', 'IDR').state
const holder = async () =>
  (await watcher.query<{ holder: string | null }>('select holder from pricing.feed where held_until > now()')).rows[0]
    ?.holder

beforeAll(async () => {
  clock.ms = Date.now()
  connectionString = await copyOfTemplate()
  watcher = new pg.Client({ connectionString })
  await watcher.connect()
})
beforeEach(async () => {
  planted = undefined
  Object.assign(source, { cut: false, bps: 0, tries: 0, readers: [] })
  await watcher.query('delete from pricing.quarantines')
  one = await open()
  two = await open()
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await Promise.all([one.close(), two.close()])
})
afterAll(async () => {
  await watcher.end()
})

describe('two instances on one database', () => {
  test('read the feed through one of them, and both show every tick', async () => {
    work(one, 'one')
    await vi.waitFor(() => expect(source.readers.length).toBeGreaterThan(0), patience)
    work(two, 'two')
    await vi.waitFor(() => expect(source.readers.length).toBeGreaterThan(6), patience)
    expect(new Set(source.readers)).toEqual(new Set(['one']))
    expect(await holder()).toBeTruthy()
    source.cut = true
    await vi.waitFor(() => {
      expect(two.prices.of('id', 'IDR')).toEqual(one.prices.of('id', 'IDR'))
      expect(two.prices.of('id', 'IDR').sourceAt).toBe(clock.ms)
    }, patience)
  })

  test('go on when the reading one is gone without a word: its turn is over by time, and the other reads', async () => {
    await openFeedTurn(one.db).take()
    const dead = await holder()
    work(two, 'two')
    await watcher.query(`update pricing.feed set held_until = held_until - interval '15 seconds'`)
    await vi.waitFor(() => expect(source.readers.length).toBeGreaterThan(2), patience)
    expect(new Set(source.readers)).toEqual(new Set(['two']))
    expect(await holder()).not.toBe(dead)
  })

  test('hand the feed over when the reading one stops', async () => {
    const first = work(one, 'one')
    await vi.waitFor(() => expect(source.readers).toContain('one'), patience)
    work(two, 'two')
    await first.stop()
    await vi.waitFor(() => expect(source.readers.at(-1)).toBe('two'), patience)
  })
})

describe('a feed that is cut', () => {
  test('makes the price stale by its age, and the first good tick restores it within one poll', async () => {
    work(one, 'one')
    await vi.waitFor(() => expect(source.readers.length).toBeGreaterThan(0), patience)
    source.cut = true
    clock.ms += 600_000
    expect([stateOf(one), stateOf(two)]).toEqual(['stale', 'stale'])
    source.cut = false
    source.readers = []
    await vi.waitFor(() => expect([stateOf(one), stateOf(two)]).toEqual(['live', 'live']), {
      timeout: 5000,
      interval: 5,
    })
    expect(source.readers.length).toBeLessThanOrEqual(2)
  })

  test('is said once, and once that it is over', async () => {
    work(one, 'one')
    await vi.waitFor(() => expect(source.readers.length).toBeGreaterThan(0), patience)
    const lines = said.length
    source.cut = true
    await vi.waitFor(() => expect(source.tries).toBeGreaterThan(5), patience)
    source.cut = false
    source.readers = []
    await vi.waitFor(() => expect(source.readers.length).toBeGreaterThan(3), patience)
    expect(said.slice(lines)).toEqual(['the price feed gives no usable price', 'the price feed gives prices again'])
  })

  test('is not blamed for a database that gives no answer', async () => {
    work(one, 'one')
    await vi.waitFor(() => expect(source.readers.length).toBeGreaterThan(0), patience)
    const lines = said.length
    let looks = 0
    planted = (text) => {
      if (!text.includes('pricing.feed')) return text
      looks++
      throw Object.assign(new Error('nobody answers'), { code: '08006' })
    }
    await vi.waitFor(() => expect(looks).toBeGreaterThan(2), patience)
    planted = undefined
    source.readers = []
    await vi.waitFor(() => expect(source.readers.length).toBeGreaterThan(1), patience)
    expect(said.slice(lines)).toEqual([
      'no price is recorded: the database gives no answer',
      'prices are recorded again: the database answers',
    ])
  })

  test('comes back at a hundredth: no instance sells, and no number of polls changes that', async () => {
    work(one, 'one')
    await vi.waitFor(() => expect(source.readers.length).toBeGreaterThan(0), patience)
    const { ask } = one.prices.of('id', 'IDR')
    source.bps = -9900
    source.readers = []
    await vi.waitFor(() => expect(source.readers.length).toBeGreaterThan(20), patience)
    await vi.waitFor(() => expect([stateOf(one), stateOf(two)]).toEqual(['quarantined', 'quarantined']), patience)
    expect(one.prices.of('id', 'IDR').ask).toBeGreaterThan((ask * 9n) / 10n)
  })
})

test('an instance that takes over fills the minutes nobody recorded before it tells a price', async () => {
  const from = clock.ms - (clock.ms % 60_000)
  clock.ms += 3 * 3_600_000
  work(one, 'one')
  await vi.waitFor(() => expect(source.readers.length).toBeGreaterThan(1), patience)
  const gap = await one.db.row<{ minutes: bigint; holes: bigint; last: Date }>(sql`
    select count(*) as minutes, count(*) filter (where step <> interval '1 minute') as holes, max(starts_at) as last
    from (select starts_at, starts_at - lag(starts_at) over (order by starts_at) as step
      from pricing.candles where currency = 'IDR' and span = '1m' and starts_at >= to_timestamp(${from} / 1000.0)) steps`)
  expect(gap?.minutes).toBeGreaterThanOrEqual(180n)
  expect(gap?.holes).toBe(0n)
  expect(clock.ms - (gap?.last.getTime() ?? 0)).toBeLessThan(120_000)
})
