/** The price as calls and pages show it. */
import { type Sql, sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { type BasisPoints, type Currency, decimal, moneyText, type PricePerGram, perGram } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'
import type { CandleList, CandleQuery, GoldPriceNow, Interval, KaratTable } from './contract.ts'
import { askOf, askOfKarat, bidOf, bidOfKarat, karats, moveBps } from './price-rules.ts'

type Prices = Pick<Karat, 'prices'>

/** What a page's rail shows: price, spread, day and change. Refuses price_unavailable when there never was a tick. */
export function priceSnapshot({ prices }: Prices, store: Store, currency: Currency): GoldPriceNow {
  const { tickId, state, sourceAt, spot, ask, bid, previousCloseAsk, day } = prices.of(store.code, currency)
  const text = (value: bigint) => moneyText(perGram(value), currency)
  return {
    store: store.code,
    currency,
    state,
    tick_id: String(tickId),
    source_at: momentText(sourceAt),
    spot: text(spot),
    ask: text(ask),
    bid: text(bid),
    spread: text(ask - bid),
    spread_percent: decimal(-moveBps(ask, bid), 2),
    previous_close: previousCloseAsk === null ? null : text(previousCloseAsk),
    change: previousCloseAsk === null ? null : text(ask - previousCloseAsk),
    change_percent: previousCloseAsk === null ? null : decimal(moveBps(previousCloseAsk, ask), 2),
    day: day && { open: text(day.open), high: text(day.high), low: text(day.low) },
  }
}

/** The price of one gram of each usual karat. Refuses price_unavailable when there never was a tick. */
export function karatTable({ prices }: Prices, store: Store, currency: Currency): KaratTable {
  const { state, sourceAt, ask, bid } = prices.of(store.code, currency)
  return {
    type: 'karat',
    currency,
    state,
    source_at: momentText(sourceAt),
    prices: karats.map((karat) => ({
      karat,
      ask: moneyText(askOfKarat(ask, karat), currency),
      bid: moneyText(bidOfKarat(bid, karat), currency),
    })),
  }
}

type CandleRow = {
  starts_at: Date
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  ask_bps: BasisPoints
  bid_bps: BasisPoints
}

/**
 * The newest `limit` candles that start from `from` up to before `to`, oldest first. Ask and bid are spot with the spread
 * that the store had when the candle closed; days and weeks (from Monday) begin at midnight of the store's zone.
 */
export async function listCandles(
  { db, now }: Pick<Karat, 'db' | 'now'>,
  store: Store,
  currency: Currency,
  { interval = '1h', from, to, limit = 300, karat = 24 }: Omit<CandleQuery, 'type'> = {},
): Promise<CandleList> {
  const range = { from: from ?? null, to: to ?? momentText(now() + 1), limit }
  const statement =
    interval === '1d' || interval === '1w'
      ? calendarCandles(store, currency, interval, range)
      : clockCandles(store, currency, interval, range)
  const rows = await db.rows<CandleRow>(statement)
  const bar = ({ open, high, low, close }: CandleRow, priceOf: (spot: PricePerGram) => PricePerGram) => {
    const text = (spot: bigint) => moneyText(priceOf(perGram(spot)), currency)
    return { open: text(open), high: text(high), low: text(low), close: text(close) }
  }
  return {
    type: 'candles',
    currency,
    karat,
    interval,
    candles: rows.reverse().map((row) => ({
      starts_at: row.starts_at.toISOString(),
      ask: bar(row, (spot) => askOfKarat(askOf(spot, row.ask_bps), karat)),
      bid: bar(row, (spot) => bidOfKarat(bidOf(spot, row.bid_bps), karat)),
    })),
  }
}

type Range = { from: string | null; to: string; limit: number }
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
  select bucket as starts_at, open, high, low, close, s.ask_bps, s.bid_bps
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

const momentText = (ms: number) => new Date(ms).toISOString()
