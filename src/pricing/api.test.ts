import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { patience } from '../../tests/support/patience.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { buildApp } from '../app.ts'
import { sql } from '../db/database.ts'
import { bps, moneyText } from '../money/money.ts'
import type { CandleList, GoldPriceNow, KaratTable } from './contract.ts'
import { haltPrices, resumePrices } from './halt-prices.ts'
import { askOf, bidOf } from './price-rules.ts'
import { setSpread } from './set-spread.ts'

const shop = openShop()
beforeEach(async () => {
  shop.clock.ms += 1000
  await freshTick(shop)
})

async function get<T>(path: string, headers: Record<string, string> = {}, store = 'id') {
  const answer = await shop.app.inject({ url: `/api/store${store}/product/${path}`, headers })
  return {
    http: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    ...(answer.json() as { code: number; error: string | null; data: T }),
  }
}
/** A time before the shop of this test was opened: the minutes before it were all recorded. */
const hourAgo = () => shop.clock.ms - (shop.clock.ms % 300_000) - 3_600_000
const candles = (query = '', headers = {}, store = 'id') => get<CandleList>(`getGoldPriceK?${query}`, headers, store)

describe('getGoldPrice', () => {
  test('answers the ask in the currency of the header as a bare number, inside the envelope', async () => {
    const { ask } = shop.karat.prices.of('id', 'IDR')
    const answer = await get<number>('getGoldPrice', { currency: 'IDR', platform: 'web' })
    expect(answer.text).toBe(`{"status":"success","code":200,"message":"","error":null,"data":${ask}}`)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test('in ringgit it has sen', async () => {
    const { ask } = shop.karat.prices.of('my', 'MYR')
    expect((await get('getGoldPrice', {}, 'my')).text).toContain(`"data":${moneyText(ask, 'MYR')}}`)
  })

  test('follows the tick', async () => {
    const before = await get<number>('getGoldPrice')
    await movePrice(shop, 300)
    const after = await get<number>('getGoldPrice')
    expect(after.data / before.data).toBeCloseTo(1.03, 4)
  })

  test('goes on answering the last number when it is stale and when it is halted', async () => {
    const { data } = await get<number>('getGoldPrice')
    await haltPrices(shop.karat, { store: 'id', by: 'staff:desk', reason: 'test' })
    expect(await get<number>('getGoldPrice')).toMatchObject({ http: 200, data })
    await resumePrices(shop.karat, { store: 'id', by: 'staff:desk', reason: 'test' })
    shop.clock.ms += 600_000
    expect(shop.karat.prices.of('id', 'IDR').state).toBe('stale')
    expect(await get<number>('getGoldPrice')).toMatchObject({ http: 200, data })
    shop.clock.ms -= 600_000
  })

  test('refuses what it does not know', async () => {
    expect(await get('getGoldPrice?x=1')).toMatchObject({ http: 422, error: 'invalid_input' })
    expect(await get('getGoldPrice', { currency: 'MYR' })).toMatchObject({ http: 400, error: 'unknown_currency' })
    expect(await get('getGoldPrice', {}, 'xx')).toMatchObject({ http: 404, error: 'unknown_store' })
  })

  test('costs no statement', async () => {
    let statements = 0
    shop.intercept.current = (text) => {
      statements += 1
      return text
    }
    await Promise.all(Array.from({ length: 20 }, () => get('getGoldPrice')))
    shop.intercept.current = undefined
    expect(statements).toBe(0)
  })
})

test('getPrevGoldPrice is the close of the last finished day at the spread of then', async () => {
  const day = await shop.karat.db.row<{ close: bigint }>(sql`
    select close from pricing.candles where currency = 'IDR' and span = '1d'
      and starts_at < date_trunc('day', to_timestamp(${shop.clock.ms} / 1000.0), 'Asia/Jakarta') order by starts_at desc limit 1`)
  await setSpread(shop.karat, { store: 'id', askBps: bps(400), bidBps: bps(-170), by: 'staff:desk', reason: 'test' })
  const { data } = await get<number>('getPrevGoldPrice')
  await setSpread(shop.karat, { store: 'id', askBps: bps(170), bidBps: bps(-170), by: 'staff:desk', reason: 'test' })
  expect(data).toBe(Number(askOf((day?.close ?? 0n) as never, bps(170))))
})

test('goldPriceNow is what the rail shows, and adds up', async () => {
  const { data } = await get<GoldPriceNow>('goldPriceNow')
  const { spot, tickId } = shop.karat.prices.of('id', 'IDR')
  expect(data).toMatchObject({
    store: 'id',
    currency: 'IDR',
    state: 'live',
    tick_id: String(tickId),
    source_at: new Date(shop.clock.ms).toISOString(),
  })
  expect([data.spot, data.ask, data.bid]).toEqual([
    String(spot),
    String(askOf(spot, bps(170))),
    String(bidOf(spot, bps(-170))),
  ])
  expect(BigInt(data.spread)).toBe(BigInt(data.ask) - BigInt(data.bid))
  expect(data.spread_percent).toBe('3.34')
  expect(BigInt(data.change ?? '')).toBe(BigInt(data.ask) - BigInt(data.previous_close ?? ''))
  expect(BigInt(data.day?.high ?? '')).toBeGreaterThanOrEqual(BigInt(data.ask))
  expect(BigInt(data.day?.low ?? '')).toBeLessThanOrEqual(BigInt(data.ask))
})

describe('getGoldPriceK', () => {
  test('answers candles of an hour, oldest first and without a hole', async () => {
    const { data } = await candles()
    expect(data).toMatchObject({ type: 'candles', interval: '1h', currency: 'IDR', karat: 24 })
    expect(data.candles).toHaveLength(300)
    const starts = data.candles.map((candle) => Date.parse(candle.starts_at))
    for (const [index, start] of starts.slice(1).entries()) expect(start - (starts[index] ?? 0)).toBe(3_600_000)
    expect(shop.clock.ms - (starts.at(-1) ?? 0)).toBeLessThan(3_600_000)
  })

  test.each([
    ['1m', 60_000],
    ['5m', 300_000],
    ['15m', 900_000],
    ['1h', 3_600_000],
    ['1d', 86_400_000],
    ['1w', 7 * 86_400_000],
  ])('candles of %s are as far apart, whole and in order', async (interval, step) => {
    const { data, http } = await candles(`interval=${interval}&limit=60&to=${new Date(hourAgo()).toISOString()}`)
    expect(http).toBe(200)
    expect(data.candles).toHaveLength(60)
    for (const [index, { starts_at, ask, bid }] of data.candles.entries()) {
      expect(Date.parse(starts_at)).toBe(Date.parse(data.candles[0]?.starts_at ?? '') + index * step)
      const [open, high, low, close] = [ask.open, ask.high, ask.low, ask.close].map(BigInt) as [
        bigint,
        bigint,
        bigint,
        bigint,
      ]
      expect(high >= open && high >= close && low <= open && low <= close).toBe(true)
      expect(BigInt(bid.high)).toBeLessThan(high)
    }
  })

  test('five minutes are made of their five minutes', async () => {
    const from = new Date(hourAgo()).toISOString()
    const to = new Date(Date.parse(from) + 300_000).toISOString()
    const five = (await candles(`interval=5m&from=${from}&to=${to}`)).data.candles
    const ones = (await candles(`interval=1m&from=${from}&to=${to}`)).data.candles
    expect([five.length, ones.length]).toEqual([1, 5])
    const highs = ones.map((one) => BigInt(one.ask.high))
    expect(five[0]).toMatchObject({
      starts_at: from,
      ask: {
        open: ones[0]?.ask.open,
        close: ones[4]?.ask.close,
        high: String(highs.reduce((a, b) => (a > b ? a : b))),
      },
    })
  })

  test('days begin at midnight in Jakarta, weeks on its Monday', async () => {
    const days = (await candles('interval=1d&limit=3')).data.candles
    expect(days.map(({ starts_at }) => starts_at.slice(10))).toEqual(Array(3).fill('T17:00:00.000Z'))
    const [week] = (await candles('interval=1w&limit=1')).data.candles
    expect(new Date(Date.parse(week?.starts_at ?? '') + 7 * 3_600_000).getUTCDay()).toBe(1)
  })

  test('a day of the store my begins an hour earlier, for dollars too', async () => {
    for (const currency of ['MYR', 'USD']) {
      const { data } = await candles('interval=1d&limit=1', { currency }, 'my')
      expect(data.candles[0]?.starts_at.slice(10)).toBe('T16:00:00.000Z')
      expect(data.candles[0]?.ask.close).toMatch(/^\d+\.\d{2}$/)
    }
  })

  test('two years of days are there, and never more than the limit', async () => {
    expect((await candles('interval=1d&limit=1000')).data.candles.length).toBeGreaterThanOrEqual(730)
    expect((await candles('interval=1m&limit=1000')).data.candles).toHaveLength(1000)
  })

  test('from is included and to is not; candles that began before from are left out', async () => {
    const hour = shop.clock.ms - (shop.clock.ms % 3_600_000) - 48 * 3_600_000
    const at = (ms: number) => new Date(hour + ms).toISOString()
    const starts = async (from: string, to: string) =>
      (await candles(`interval=1h&from=${from}&to=${to}`)).data.candles.map((candle) => candle.starts_at)
    expect(await starts(at(0), at(7_200_000))).toEqual([at(0), at(3_600_000)])
    expect(await starts(at(1), at(7_200_001))).toEqual([at(3_600_000), at(7_200_000)])
    expect(await starts(at(7_200_000), at(0))).toEqual([])
  })

  test('the last candle closes at the price of now, and 18 karat is three quarters of it', async () => {
    await movePrice(shop, 100)
    const { ask, bid } = shop.karat.prices.of('id', 'IDR')
    const fine = (await candles('interval=1m&limit=1')).data.candles[0]
    expect([fine?.ask.close, fine?.bid.close]).toEqual([String(ask), String(bid)])
    const alloy = (await candles('interval=1m&limit=1&karat=18')).data
    expect(alloy.karat).toBe(18)
    expect([alloy.candles[0]?.ask.close, alloy.candles[0]?.bid.close]).toEqual([
      String((ask * 18n + 23n) / 24n),
      String((bid * 18n) / 24n),
    ])
  })

  test('a candle keeps the spread that it closed with', async () => {
    const to = new Date(shop.clock.ms - 86_400_000).toISOString()
    const before = (await candles(`interval=1h&limit=2&to=${to}`)).data
    await setSpread(shop.karat, { store: 'id', askBps: bps(500), bidBps: bps(-500), by: 'staff:desk', reason: 'test' })
    expect((await candles(`interval=1h&limit=2&to=${to}`)).data).toEqual(before)
    const { ask } = shop.karat.prices.of('id', 'IDR')
    expect((await candles('interval=1d&limit=1')).data.candles[0]?.ask.close).toBe(String(ask))
    await setSpread(shop.karat, { store: 'id', askBps: bps(170), bidBps: bps(-170), by: 'staff:desk', reason: 'test' })
  })

  test('type=karat answers the table of prices per karat', async () => {
    const { data } = await get<KaratTable>('getGoldPriceK?type=karat')
    const { ask, bid } = shop.karat.prices.of('id', 'IDR')
    expect(data).toMatchObject({ type: 'karat', currency: 'IDR', state: 'live' })
    expect(data.prices.map(({ karat }) => karat)).toEqual([24, 22, 21, 18, 17, 16, 14, 10, 9, 8])
    expect(data.prices[0]).toEqual({ karat: 24, ask: String(ask), bid: String(bid) })
  })

  test.each([
    'interval=2h',
    'limit=0',
    'limit=1001',
    'limit=1e2',
    'karat=25',
    'karat=0',
    'from=yesterday',
    'from=2026-02-30T00:00:00Z',
    'to=0000-01-01T00:00:00Z',
    'to=2026-01-01T00:00:00%2B07:00',
    'type=k',
    'unknown=1',
    'interval=1d&interval=1h',
  ])('refuses %s by name', async (query) => {
    expect(await candles(query)).toMatchObject({ http: 422, error: 'invalid_input' })
  })
})

/** Events of a real stream over a real port. */
describe('goldPriceStream', () => {
  let base = ''
  const open = (query = '', store = 'id') =>
    new Promise<{
      response: http.IncomingMessage
      text: () => string
      events: () => GoldPriceNow[]
      ended: Promise<void>
    }>((resolve, reject) => {
      http
        .get(`${base}/api/store${store}/product/goldPriceStream${query}`, (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part
          })
          const ended = new Promise<void>((done) => response.once('close', done))
          const events = () =>
            [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as GoldPriceNow)
          resolve({ response, text: () => text, events, ended })
        })
        .on('error', reject)
    })
  beforeAll(async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    base = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`
  })

  test('tells the price at once and after every change, the same bytes to everybody', async () => {
    const watchers = await Promise.all([open(), open(), open()])
    await vi.waitFor(() => expect(watchers.every(({ events }) => events().length === 1)).toBe(true), patience)
    await movePrice(shop, 200)
    const { ask } = shop.karat.prices.of('id', 'IDR')
    await vi.waitFor(
      () => expect(watchers.map(({ events }) => events().at(-1)?.ask)).toEqual(Array(3).fill(String(ask))),
      patience,
    )
    expect(new Set(watchers.map(({ text }) => text())).size).toBe(1)
    const [first] = watchers
    expect(first?.text()).toMatch(/^retry: 5000\nid: \d+\nevent: price\ndata: \{/)
    expect(first?.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    const now = (await get<GoldPriceNow>('goldPriceNow')).data
    expect(first?.events().at(-1)).toEqual(now)
    for (const { response } of watchers) response.destroy()
  })

  test('speaks of the asked currency and only of those the store takes', async () => {
    const dollars = await open('?currency=USD')
    await vi.waitFor(() => expect(dollars.events()[0]?.currency).toBe('USD'), patience)
    dollars.response.destroy()
    const refused = await open('?currency=MYR')
    await refused.ended
    expect([refused.response.statusCode, JSON.parse(refused.text()).error]).toEqual([400, 'unknown_currency'])
  })

  test('says that the price went stale without a tick', async () => {
    const watcher = await open()
    await vi.waitFor(() => expect(watcher.events()).toHaveLength(1), patience)
    shop.clock.ms += 181_000
    await vi.waitFor(() => expect(watcher.events().at(-1)?.state).toBe('stale'), patience)
    watcher.response.destroy()
  })

  test('has a last place, which is free again when its reader leaves', async () => {
    const { settings } = shop.karat
    const stream = { ...settings.price.stream, max: 1 } as unknown as typeof settings.price.stream
    const small = await buildApp({ ...shop.karat, settings: { ...settings, price: { ...settings.price, stream } } })
    const before = base
    base = await small.listen({ port: 0, host: '127.0.0.1' })
    const first = await open()
    const second = await open()
    await second.ended
    expect([second.response.statusCode, second.response.headers['retry-after']]).toEqual([503, '5'])
    first.response.destroy()
    await vi.waitFor(async () => {
      const third = await open()
      expect(third.response.statusCode).toBe(200)
      third.response.destroy()
    }, patience)
    base = before
    await small.close()
  })

  test('an application that closes ends its streams', async () => {
    const second = await buildApp(shop.karat)
    const before = base
    base = await second.listen({ port: 0, host: '127.0.0.1' })
    const watcher = await open()
    base = before
    await second.close()
    await watcher.ended
    expect(watcher.response.complete).toBe(true)
  })
})
