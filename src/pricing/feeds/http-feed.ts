/** The gold price from any JSON endpoint. It is the operator's address: no redirect is followed, size and time are bounded. */
import { divideDown } from '../../money/money.ts'
import { cutDecimal, parseKeepingDigits, pointAt } from './decimal-text.ts'
import { FeedError } from './feed-trouble.ts'
import type { PriceFeed } from './price-feed.ts'

export type HttpFeedOptions = {
  url: string
  pricePointer: string
  /** Points at ISO 8601 text or at seconds or milliseconds since 1970; empty: the time of receipt counts. */
  timePointer: string
  unit: 'gram' | 'ounce'
  currency: string
  /** Sent as a bearer token; empty: none. */
  key: string
  /** Units of each currency per dollar, such as `IDR=16250,MYR=4.13`. */
  rates: string
  timeoutMs: number
  maxBytes: number
  now: () => number
}

/** One troy ounce is 31.1034768 g exactly. Source: NIST Handbook 44, appendix C. */
const OUNCE_E7 = 311_034_768n
const GRAM_E7 = 10_000_000n
const E6 = 1_000_000n

/** A feed whose `read` throws a sentence when the endpoint does not give one good positive price in time. */
export function httpFeed(options: HttpFeedOptions): PriceFeed {
  const ratesE6 = readRates(options.rates)
  const rateE6 = ratesE6[options.currency]
  if (!rateE6) throw new Error(`The rates of the price feed have none for ${options.currency}.`)
  const source = new URL(options.url).host
  return {
    async read() {
      const document = parseKeepingDigits(await fetchText(options))
      const sourceAt = timeOf(document, options)
      const priceE9 = cutDecimal(String(pointAt(document, options.pricePointer)), 9)
      if (!priceE9) throw new Error(`the price feed has no positive decimal at ${options.pricePointer}`)
      const unitE7 = options.unit === 'ounce' ? OUNCE_E7 : GRAM_E7
      const spotUsdE6 = divideDown(priceE9 * GRAM_E7 * E6, unitE7 * rateE6 * 1000n)
      if (spotUsdE6 <= 0n) throw new Error('the price feed gave a price of nothing')
      return { sourceAt, timed: options.timePointer !== '', spotUsdE6, ratesE6, source }
    },
  }
}

function readRates(text: string): Record<string, bigint> {
  const rates: Record<string, bigint> = { USD: E6 }
  for (const pair of text.split(',').filter(Boolean)) {
    const [currency = '', amount = ''] = pair.split('=')
    const rateE6 = cutDecimal(amount, 6)
    if (!rateE6) throw new Error(`The rates of the price feed have no positive one for ${currency}.`)
    rates[currency] = rateE6
  }
  return rates
}

async function fetchText({ url, key, timeoutMs, maxBytes }: HttpFeedOptions): Promise<string> {
  const answer = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
  })
  if (answer.status !== 200 || !answer.body) throw new FeedError('refused', `the price feed answered ${answer.status}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body) {
    size += part.byteLength
    if (size > maxBytes) throw new Error(`the price feed's answer is larger than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function timeOf(document: unknown, { timePointer, now }: HttpFeedOptions): number {
  if (!timePointer) return now()
  const text = String(pointAt(document, timePointer))
  const ms = /^\d{13}$/.test(text) ? Number(text) : /^\d{9,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text)
  if (!Number.isInteger(ms)) throw new Error(`the price feed has no time at ${timePointer}`)
  return ms
}
