/** The price as calls and pages show it. */
import type { Karat } from '../karat.ts'
import { type Currency, decimal, moneyText, type PricePerGram, perGram } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'
import { candlesOf } from './candle-memory.ts'
import type { SpotCandle } from './candle-queries.ts'
import type { CandleList, CandleQuery, GoldPriceNow, KaratTable } from './contract.ts'
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

/**
 * The newest `limit` candles that start from `from` up to before `to`, oldest first. Ask and bid are spot with the spread
 * that the store had when the candle closed; days and weeks (from Monday) begin at midnight of the store's zone.
 */
export async function listCandles(
  karat: Pick<Karat, 'db' | 'now' | 'prices'>,
  store: Store,
  currency: Currency,
  { interval = '1h', from, to, limit = 300, karat: carats = 24 }: Omit<CandleQuery, 'type'> = {},
): Promise<CandleList> {
  const range = { from: from ?? null, to: to ?? momentText(karat.now() + 1), limit }
  const spots = await candlesOf(karat, { store, currency, interval }, range)
  const bar = ({ open, high, low, close }: SpotCandle, priceOf: (spot: PricePerGram) => PricePerGram) => {
    const text = (spot: bigint) => moneyText(priceOf(perGram(spot)), currency)
    return { open: text(open), high: text(high), low: text(low), close: text(close) }
  }
  return {
    type: 'candles',
    currency,
    karat: carats,
    interval,
    candles: spots.map((spot) => ({
      starts_at: spot.startsAt.toISOString(),
      ask: bar(spot, (price) => askOfKarat(askOf(price, spot.askBps), carats)),
      bid: bar(spot, (price) => bidOfKarat(bidOf(price, spot.bidBps), carats)),
    })),
  }
}

const momentText = (ms: number) => new Date(ms).toISOString()
