/** The spans of the price chart, and the candles each of them asks for. */
import type { CandleList } from '../../pricing/contract.ts'

export const ranges = ['1D', '1W', '1M', '1Y', 'all'] as const
export type Range = (typeof ranges)[number]
export type Candles = CandleList['candles']

const queries = {
  '1D': { interval: '15m', limit: 96 },
  '1W': { interval: '1h', limit: 168 },
  '1M': { interval: '1d', limit: 31 },
  '1Y': { interval: '1w', limit: 53 },
  all: { interval: '1w', limit: 1000 },
} as const

export const rangeQuery = (range: Range) => queries[range]
