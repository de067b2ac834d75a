import { expect, test } from 'vitest'
import { openBooks } from '../../tests/support/books.ts'
import { sql } from '../db/database.ts'
import { backfillHistory } from './backfill-history.ts'

const books = openBooks()
const DAY = 86_400_000
const now = Date.parse('2026-11-20T08:30:20Z')

type Row = { currency: string; span: string; zone: string; candles: bigint; first: Date; last: Date }
const summary = () =>
  books.db.rows<Row>(sql`
    select currency, span, zone, count(*) as candles, min(starts_at) as first, max(starts_at) as last
    from pricing.candles group by currency, span, zone order by currency, span, zone`)
const fill = (at: number) => books.db.transaction((tx) => backfillHistory(tx, at))
const empty = () => books.owner.query('truncate pricing.candles, pricing.ticks, pricing.spreads')
const holes = () =>
  books.db.row<{ holes: bigint }>(sql`
    select count(*) as holes from (
      select starts_at - lag(starts_at) over (order by starts_at) as step from pricing.candles where currency = 'IDR' and span = '1m'
    ) steps where step <> interval '1 minute'`)

test('an empty database gets two years of days and thirty days of minutes in few statements, a spread and a live price', async () => {
  await empty()
  let statements = 0
  books.intercept.current = (text) => {
    statements += 1
    return text
  }
  await fill(now)
  books.intercept.current = undefined
  const rows = await summary()
  const idr = (span: string) => rows.find((row) => row.currency === 'IDR' && row.span === span)
  expect(idr('1m')?.candles).toBe(30n * 1440n + 1n)
  expect(idr('1d')?.candles).toBe(731n)
  expect(idr('1d')?.first.toISOString()).toBe('2024-11-19T17:00:00.000Z')
  expect(idr('1d')?.last.toISOString()).toBe('2026-11-19T17:00:00.000Z')
  expect(rows.filter((row) => row.currency === 'USD' && row.span === '1d').map((row) => row.zone)).toEqual([
    'Asia/Jakarta',
    'Asia/Kuala_Lumpur',
  ])
  expect(await books.db.rows(sql`select store, ask_bps, bid_bps from pricing.spreads order by store`)).toEqual([
    { store: 'id', ask_bps: 170, bid_bps: -170 },
    { store: 'my', ask_bps: 170, bid_bps: -170 },
  ])
  expect(await books.db.rows(sql`select source_at from pricing.ticks where verdict = 'accepted'`)).toEqual([
    { source_at: new Date(now) },
  ])
  expect(statements).toBeLessThan(30)
})

test('running it again at the same moment changes nothing', async () => {
  const before = await summary()
  await fill(now)
  expect(await summary()).toEqual(before)
})

test('a gap of three days is filled without a hole and ends where the curve is', async () => {
  const later = now + 3 * DAY
  await fill(later)
  expect(await holes()).toEqual({ holes: 0n })
  const rows = await summary()
  const last = (span: string) => rows.find((row) => row.currency === 'IDR' && row.span === span)?.last.toISOString()
  expect([last('1m'), last('1h'), last('1d')]).toEqual([
    '2026-11-23T08:30:00.000Z', // the tick that goes on from there
    '2026-11-23T08:00:00.000Z',
    '2026-11-22T17:00:00.000Z',
  ])
})

test('a gap of forty days leaves no day out', async () => {
  await fill(now + 43 * DAY)
  const days = await books.db.row<{ days: bigint; holes: bigint }>(sql`
    select count(*) as days, count(*) filter (where step <> interval '1 day') as holes
    from (select starts_at - lag(starts_at) over (order by starts_at) as step from pricing.candles where currency = 'MYR' and span = '1d') steps`)
  expect(days).toEqual({ days: 731n + 43n, holes: 0n })
})

test('a day agrees with its minutes', async () => {
  const found = await books.db.row<{ whole: bigint; wrong: bigint }>(sql`
    select count(*) as whole, count(*) filter (where (d.high, d.low, d.close) <> (m.high, m.low, m.close)) as wrong
    from pricing.candles d
    join lateral (
      select max(high) as high, min(low) as low, (array_agg(close order by starts_at desc))[1] as close, count(*) as minutes
      from pricing.candles where span = '1m' and currency = d.currency
        and starts_at >= d.starts_at and starts_at < d.starts_at + interval '1 day'
    ) m on m.minutes = 1440
    where d.span = '1d' and d.starts_at > ${new Date(now + 15 * DAY)}`)
  expect(found).toEqual({ whole: 4n * 27n, wrong: 0n })
})
