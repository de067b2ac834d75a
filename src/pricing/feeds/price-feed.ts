/** Where the gold price comes from. A feed only reads; whether its answer is believed is decided in record-tick.ts. */
import type { Config } from '../../config.ts'
import { settings } from '../../settings.ts'
import { FeedError } from './feed-trouble.ts'
import { httpFeed } from './http-feed.ts'
import { simulatedFeed } from './simulated-feed.ts'

export type PriceReading = {
  /** When the price was true at its source, in milliseconds since 1970. */
  sourceAt: number
  /** Whether the source tells that time; of one that does not, `sourceAt` is the time of receipt. */
  timed: boolean
  /** Millionths of a US dollar for one gram of fine gold. */
  spotUsdE6: bigint
  /** Millionths of each currency for one US dollar, by its code; the dollar itself is among them. */
  ratesE6: Record<string, bigint>
  source: string
}

export type PriceFeed = { read(): Promise<PriceReading> }

/** A real shop sells at no made-up price. */
const noFeed: PriceFeed = {
  read: () =>
    Promise.reject(new FeedError('not_named', 'no price feed is named yet: set PRICE_FEED=http and PRICE_FEED_URL')),
}

/** The feed that the settings name. `now` is the clock of a feed that tells no time of its own. */
export function openFeed(config: Config, now: () => number): PriceFeed {
  if (config.PRICE_FEED === 'simulated') return config.DEMO === false ? noFeed : simulatedFeed(now)
  return httpFeed({
    url: config.PRICE_FEED_URL,
    pricePointer: config.PRICE_FEED_POINTER,
    timePointer: config.PRICE_FEED_TIME_POINTER,
    unit: config.PRICE_FEED_UNIT,
    currency: config.PRICE_FEED_CURRENCY,
    key: config.PRICE_FEED_KEY,
    rates: config.PRICE_FEED_RATES,
    ...bounds(now),
  })
}

/** The second source, or null where none is named. It vouches only for those currencies whose rates it has of its own. */
export function openReference(config: Config, now: () => number): PriceFeed | null {
  if (config.PRICE_REFERENCE_URL === '') return null
  return httpFeed({
    url: config.PRICE_REFERENCE_URL,
    pricePointer: config.PRICE_REFERENCE_POINTER,
    timePointer: config.PRICE_REFERENCE_TIME_POINTER,
    unit: config.PRICE_REFERENCE_UNIT,
    currency: config.PRICE_REFERENCE_CURRENCY,
    key: config.PRICE_REFERENCE_KEY,
    rates: config.PRICE_REFERENCE_RATES,
    ...bounds(now),
  })
}

const bounds = (now: () => number) => ({
  timeoutMs: settings.price.feedTimeoutMs,
  maxBytes: settings.price.feedMaxBytes,
  now,
})
