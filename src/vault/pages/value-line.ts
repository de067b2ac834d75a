/** What a member's gold was worth over time. Pure. */
import { divideDown, parseDecimal, WEIGHT_UNITS_PER_GRAM } from '../../money/money.ts'
import { minorOf, wireMoney } from '../../ui/price.ts'
import type { HoldingView } from '../contract.ts'

type Close = { at: string; ask: string; bid: string }
type Traded = Pick<HoldingView['trades'][number], 'side' | 'weight' | 'made_at'>

const units = (weight: string): bigint => parseDecimal(weight, 4) ?? 0n

/**
 * At the end of each candle, the grams that were there at its bid: those of now, less what was traded since. Begins where the first
 * gold was there; `bought` are the places of candles in which the member bought.
 */
export function valueLine(
  candles: Close[],
  { gold, trades, currency }: { gold: string; trades: Traded[]; currency: string },
): { points: Close[]; bought: number[] } {
  const moved = trades.map(({ side, weight, made_at }) => ({
    at: Date.parse(made_at),
    grams: side === 'buy' ? units(weight) : -units(weight),
  }))
  const valued = candles.map(({ at, bid }, index) => {
    const begins = Date.parse(at)
    const next = candles[index + 1]
    const ends = next ? Date.parse(next.at) : Number.POSITIVE_INFINITY
    const since = moved.filter((trade) => trade.at >= ends).reduce((sum, { grams }) => sum + grams, 0n)
    const there = units(gold) - since
    const grams = there > 0n ? there : 0n
    const worth = wireMoney(divideDown(grams * minorOf(bid, currency), WEIGHT_UNITS_PER_GRAM), currency)
    const bought = moved.some((trade) => trade.grams > 0n && trade.at >= begins && trade.at < ends)
    return { point: { at, ask: worth, bid: worth }, grams, bought }
  })
  const first = valued.findIndex(({ grams }) => grams > 0n)
  const shown = first < 0 ? [] : valued.slice(first)
  return {
    points: shown.map(({ point }) => point),
    bought: shown.flatMap(({ bought }, index) => (bought ? [index] : [])),
  }
}

const DAY_MS = 86_400_000

/** The shortest span that shows a member's gold from its beginning. */
export function spanSince(firstTrade: string | undefined, now: number): '1D' | '1W' | '1M' | '1Y' | 'all' {
  const age = firstTrade === undefined ? Number.POSITIVE_INFINITY : now - Date.parse(firstTrade)
  if (age < DAY_MS) return '1D'
  if (age < 7 * DAY_MS) return '1W'
  if (age < 31 * DAY_MS) return '1M'
  return age < 365 * DAY_MS ? '1Y' : 'all'
}
