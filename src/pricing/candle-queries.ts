/** Candles of spot with the spread of their time, made from the candles that are kept. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { BasisPoints, Currency } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'
import type { Interval } from './contract.ts'

/** Prices per gram in minor units, and the spread that the asking store had when the candle closed. */
export type SpotCandle = {
  startsAt: Date
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  askBps: BasisPoints
  bidBps: BasisPoints
}
export type Series = { store: Store; currency: Currency; interval: Interval }

/** The newest `limit` candles that start from `from` up to before `to`, oldest first. */
export async function readCandles(db: Queryable, series: Series, range: Range): Promise<SpotCandle[]> {
  const { store, currency, interval } = series
  const statement =
    interval === '1d' || interval === '1w'
      ? calendarCandles(store, currency, interval, range)
      : clockCandles(store, currency, interval, range)
  return (await db.rows<SpotCandle>(statement)).reverse()
}

export type Range = { from: string | null; to: string; limit: number }
/** Of what each interval is made: the kept candles, and how many of them at most. */
const CLOCK = {
  '1m': ['1m', 1, '1 minute'],
  '5m': ['1m', 5, '5 minutes'],
  '15m': ['1m', 15, '15 minutes'],
  '1h': ['1h', 1, '1 hour'],
} as const
const CALENDAR = { '1d': [1, 'day', '1 day'], '1w': [7, 'week', '1 week'] } as const

function clockCandles(
  store: Store,
  currency: Currency,
  interval: Exclude<Interval, '1d' | '1w'>,
  { from, to, limit }: Range,
): Sql {
  const [span, parts, width] = CLOCK[interval]
  return grouped(
    store,
    limit,
    sql`
    select date_bin(${width}::interval, starts_at, 'epoch') as bucket, date_bin(${width}::interval, starts_at, 'epoch') + ${width}::interval as ends_at, k.*
    from pricing.candles k
    where currency = ${currency} and span = ${span} and zone = 'UTC' and starts_at >= coalesce(${from}::timestamptz, '-infinity')
      and starts_at < date_bin(${width}::interval, ${to}::timestamptz - interval '1 us', 'epoch') + ${width}::interval
    order by starts_at desc limit ${(limit + 1) * parts}`,
    from,
  )
}

function calendarCandles(store: Store, currency: Currency, interval: '1d' | '1w', { from, to, limit }: Range): Sql {
  const [parts, unit, width] = CALENDAR[interval]
  return grouped(
    store,
    limit,
    sql`
    select date_trunc(${unit}, starts_at, zone) as bucket,
      (date_trunc(${unit}, starts_at at time zone zone) + ${width}::interval) at time zone zone as ends_at, k.*
    from pricing.candles k
    where currency = ${currency} and span = '1d' and zone = ${store.timeZone} and starts_at >= coalesce(${from}::timestamptz, '-infinity')
      and starts_at < (date_trunc(${unit}, (${to}::timestamptz - interval '1 us') at time zone zone) + ${width}::interval) at time zone zone
    order by starts_at desc limit ${(limit + 1) * parts}`,
    from,
  )
}

/** Newest first. A bucket that begins before `from` is left out: only a part of it was read. */
const grouped = (store: Store, limit: number, parts: Sql, from: string | null): Sql => sql`
  select bucket as "startsAt", open, high, low, close, s.ask_bps as "askBps", s.bid_bps as "bidBps"
  from (
    select bucket, ends_at, (array_agg(open order by starts_at))[1] as open, max(high) as high, min(low) as low,
      (array_agg(close order by starts_at desc))[1] as close
    from (${parts}) as parts group by bucket, ends_at
  ) candles
  cross join lateral (
    select ask_bps, bid_bps from pricing.spreads where store = ${store.code} and set_at < ends_at order by set_at desc, id desc limit 1
  ) s
  where bucket >= coalesce(${from}::timestamptz, '-infinity')
  order by bucket desc limit ${limit}`
