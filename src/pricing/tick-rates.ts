/** Exchange rates as a stored tick keeps them. */
import { parseKeepingDigits } from './feeds/decimal-text.ts'
import type { PriceReading } from './feeds/price-feed.ts'

/** The rates of a reading as the text of their jsonb. */
export const ratesText = ({ ratesE6 }: Pick<PriceReading, 'ratesE6'>): string =>
  `{${Object.entries(ratesE6).map(([currency, rate]) => `"${currency}":${rate}`)}}`

/** The rates of a stored tick, from the text of its jsonb. */
export const readRatesE6 = (text: string): Record<string, bigint> =>
  Object.fromEntries(
    Object.entries(parseKeepingDigits(text) as Record<string, string>).map(([currency, rate]) => [
      currency,
      BigInt(rate),
    ]),
  )
