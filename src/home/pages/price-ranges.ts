/** The spans of the price chart, and the candles each of them asks for. */
import type { CandleList } from '../../pricing/contract.ts'

export const ranges = ['1D', '1W', '1M', '1Y', 'all'] as const
export type Range = (typeof ranges)[number]
/** What the chart and its table need of a candle: where it closed. */
export type Point = { at: string; ask: string; bid: string }

export const pointsOf = (candles: CandleList['candles']): Point[] =>
  candles.map(({ starts_at, ask, bid }) => ({ at: starts_at, ask: ask.close, bid: bid.close }))

const queries = {
  '1D': { interval: '15m', limit: 96 },
  '1W': { interval: '1h', limit: 168 },
  '1M': { interval: '1d', limit: 31 },
  '1Y': { interval: '1w', limit: 53 },
  all: { interval: '1w', limit: 1000 },
} as const

export const rangeQuery = (range: Range) => queries[range]
