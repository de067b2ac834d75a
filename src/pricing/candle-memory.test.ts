import { beforeEach, expect, test } from 'vitest'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { bps } from '../money/money.ts'
import { candlesOf } from './candle-memory.ts'
import { type Range, readCandles, type Series } from './candle-queries.ts'
import { intervals } from './contract.ts'
import { setSpread } from './set-spread.ts'

const shop = openShop()
/** Texts of the statements that read candles since the test began. */
let read: string[]
beforeEach(async () => {
  await freshTick(shop)
  read = []
  shop.intercept.current = (text) => {
    if (text.includes('pricing.candles k')) read.push(text)
    return text
  }
})

const series = (interval: Series['interval'] = '1h', code = 'id'): Series => {
  const store = shop.karat.stores.get(code)
  if (!store) throw new Error(`no store ${code}`)
  return { store, currency: store.currency, interval }
}
const soon = () => new Date(shop.karat.now() + 1).toISOString()
const range = (from: string | null = null, limit = 300, to = soon()): Range => ({ from, to, limit })

test('after any number of moves memory says what the database says, in every interval', async () => {
  for (const interval of intervals) await candlesOf(shop.karat, series(interval), range())
  for (const [bps, forward] of [
    [120, 40_000],
    [-90, 59_000],
    [200, 3_600_000],
  ] as const) {
    shop.clock.ms += forward
    await movePrice(shop, bps)
    for (const interval of intervals)
      for (const where of [range(), range(null, 1000), range(null, 3)]) {
        const told = await candlesOf(shop.karat, series(interval), where)
        expect(told, `${interval} ${where.limit}`).toEqual(await readCandles(shop.karat.db, series(interval), where))
      }
  }
})

test('nothing is read while the price stands still, and many who ask at once share one reading', async () => {
  await movePrice(shop, 10)
  read = []
  const before = shop.karat.prices.version()
  await Promise.all(Array.from({ length: 20 }, () => candlesOf(shop.karat, series('15m'), range())))
  await candlesOf(shop.karat, series('15m'), range(null, 5))
  // The notice of the move may come while they ask: one reading for each version.
  const versions = shop.karat.prices.version() - before + 1
  expect(read.length).toBeGreaterThanOrEqual(1)
  expect(read.length).toBeLessThanOrEqual(versions)
})

test('the spread of a closed candle stays, that of the last one follows', async () => {
  const before = await candlesOf(shop.karat, series(), range())
  await setSpread(shop.karat, { store: 'id', askBps: bps(300), bidBps: bps(-300), by: 'desk', reason: 'a test' })
  await shop.karat.prices.refresh()
  const after = await candlesOf(shop.karat, series(), range())
  expect(after.at(-1)?.askBps).toBe(300)
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1))
})

test('what is older than memory reaches comes from the database', async () => {
  const minutes = await candlesOf(shop.karat, series('1m'), range(null, 1000))
  const oldest = minutes[0]?.startsAt.getTime() ?? 0
  const before = range(null, 50, new Date(oldest).toISOString())
  const told = await candlesOf(shop.karat, series('1m'), before)
  expect(told).toHaveLength(50)
  expect(told).toEqual(await readCandles(shop.karat.db, series('1m'), before))
})

test('a reading that failed is tried again', async () => {
  await movePrice(shop, 10)
  shop.intercept.current = (text) => (text.includes('pricing.candles k') ? 'select 1 / 0' : text)
  await expect(candlesOf(shop.karat, series(), range())).rejects.toThrow()
  shop.intercept.current = undefined
  expect((await candlesOf(shop.karat, series(), range())).length).toBeGreaterThan(100)
})
