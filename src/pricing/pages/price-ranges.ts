/** The spans of the price chart, the candles each of them asks for, and what becomes of them while the price moves. Pure. */
import { minor, type PricePerGram, perGram } from '../../money/money.ts'
import { type LivePrice, minorOf, wireMoney } from '../../ui/price.ts'
import type { CandleList } from '../contract.ts'
import { askOfKarat, bidOfKarat } from '../price-rules.ts'

export const ranges = ['1D', '1W', '1M', '1Y', 'all'] as const
export type Range = (typeof ranges)[number]
export const chartKarats = [24, 22, 18] as const
export type ChartKarat = (typeof chartKarats)[number]

type Bar = CandleList['candles'][number]['ask']
/** Where a candle closed; the whole candle where it was asked for. */
export type Point = { at: string; ask: string; bid: string; bars?: { ask: Bar; bid: Bar } }

/** Where each candle closed: all that the first paint needs. */
export const pointsOf = (candles: CandleList['candles']): Point[] =>
  candles.map(({ starts_at, ask, bid }) => ({ at: starts_at, ask: ask.close, bid: bid.close }))

export const wholePointsOf = (candles: CandleList['candles']): Point[] =>
  candles.map(({ starts_at, ask, bid }) => ({ at: starts_at, ask: ask.close, bid: bid.close, bars: { ask, bid } }))

const queries = {
  '1D': { interval: '15m', limit: 96 },
  '1W': { interval: '1h', limit: 168 },
  '1M': { interval: '1d', limit: 31 },
  '1Y': { interval: '1w', limit: 53 },
  all: { interval: '1w', limit: 1000 },
} as const

export const rangeQuery = (range: Range) => queries[range]

/** Days and weeks end at a midnight of the store's zone; they are asked for anew rather than guessed. */
const stepMs: Partial<Record<Range, number>> = { '1D': 900_000, '1W': 3_600_000 }

/** The two prices of a gram of this karat now. */
export function pricesOfKarat(price: Pick<LivePrice, 'ask' | 'bid' | 'currency'>, karat: number) {
  const text = (units: PricePerGram) => wireMoney(minor(units), price.currency)
  return {
    ask: text(askOfKarat(perGram(minorOf(price.ask, price.currency)), karat)),
    bid: text(bidOfKarat(perGram(minorOf(price.bid, price.currency)), karat)),
  }
}

/** The points with the price of this moment at their end: in the last candle while it lasts, then in one of its own. */
export function withLive(
  points: Point[],
  range: Range,
  live: { ask: string; bid: string; at: number; currency: string },
): Point[] {
  const last = points.at(-1)
  const begins = last ? Date.parse(last.at) : 0
  if (!last || live.at < begins) return points
  const step = stepMs[range]
  const { ask, bid, currency } = live
  if (step && live.at >= begins + step) {
    const bar = (close: string): Bar => ({ open: close, high: close, low: close, close })
    const at = new Date(live.at - (live.at % step)).toISOString()
    return [...points, { at, ask, bid, ...(last.bars ? { bars: { ask: bar(ask), bid: bar(bid) } } : {}) }]
  }
  const bars = last.bars && { ask: reaching(last.bars.ask, ask, currency), bid: reaching(last.bars.bid, bid, currency) }
  return [...points.slice(0, -1), { at: last.at, ask, bid, ...(bars ? { bars } : {}) }]
}

function reaching(bar: Bar, close: string, currency: string): Bar {
  const [high, low, now] = [bar.high, bar.low, close].map((text) => minorOf(text, currency)) as [bigint, bigint, bigint]
  return { open: bar.open, high: now > high ? close : bar.high, low: now < low ? close : bar.low, close }
}

/** Lines of comma-separated values, oldest first, with points as decimal separators whatever the language. */
export const csvOf = (points: Point[], currency: string): string =>
  [`time,ask_${currency}_per_g,bid_${currency}_per_g`, ...points.map(({ at, ask, bid }) => `${at},${ask},${bid}`)].join(
    '\n',
  )
