/** Which candles are kept: minutes and hours of each currency, and days of each currency in each zone that it is sold in. */
import { type Currency, currencies } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'

export type CandleSeries = {
  zone: string
  currency: Currency
  span: '1m' | '1h' | '1d'
  unit: 'minute' | 'hour' | 'day'
}

export function candleSeriesOf(stores: Iterable<Store>): CandleSeries[] {
  const all = [...stores]
  return currencies.flatMap((currency): CandleSeries[] => {
    const zones = new Set(all.filter((store) => store.currencies.includes(currency)).map((store) => store.timeZone))
    if (zones.size === 0) return []
    return [
      { zone: 'UTC', currency, span: '1m', unit: 'minute' },
      { zone: 'UTC', currency, span: '1h', unit: 'hour' },
      ...[...zones].map((zone): CandleSeries => ({ zone, currency, span: '1d', unit: 'day' })),
    ]
  })
}
