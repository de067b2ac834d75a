/** The price of gold as pages hold it: what goldPriceNow answers and the stream brings. */
import {
  type Currency,
  divideDown,
  exponentOf,
  isCurrency,
  minor,
  moneyText,
  type PricePerGram,
  parseDecimal,
  perGram,
} from '../money/money.ts'

export type LivePrice = {
  state: 'live' | 'closed' | 'stale' | 'quarantined' | 'halted'
  currency: string
  /** Exact decimal texts in major units, per gram of fine gold. */
  ask: string
  bid: string
  spot: string
  previous_close: string | null
  source_at: string
  tick_id: string
  /** Asks since midnight of the store. */
  day: { open: string; high: string; low: string } | null
}

/** Whether something is sold at such a price; one that is not sold at is struck through. */
export const sells = ({ state }: Pick<LivePrice, 'state'>): boolean => state === 'live' || state === 'closed'

const currencyOf = (code: string): Currency => (isCurrency(code) ? code : 'IDR')

/** Minor units of a wire text; wire texts are canonical, with an optional minus. */
export function minorOf(amount: string, currency: string): bigint {
  const units = parseDecimal(amount.replace(/^-/, ''), exponentOf(currencyOf(currency)))
  if (units === null) throw new Error(`${amount} is not an amount in ${currency}`)
  return amount.startsWith('-') ? -units : units
}

/** The wire text of minor units. */
export const wireMoney = (units: bigint, currency: string): string => moneyText(minor(units), currencyOf(currency))

/** `part` of `whole` in hundredths of a percent, rounded to the nearest. */
export const shareBps = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number(divideDown(part * 20_000n + whole, whole * 2n))

export type PriceChange = { amount: bigint; bps: number; way: 'up' | 'down' | 'flat' }

export function changeBetween(before: bigint, now: bigint): PriceChange {
  const amount = now - before
  return { amount, bps: shareBps(amount, before), way: amount > 0n ? 'up' : amount < 0n ? 'down' : 'flat' }
}

/** Change of the ask since yesterday's close; null before there is one. */
export const changeSinceClose = (price: LivePrice): PriceChange | null =>
  price.previous_close === null
    ? null
    : changeBetween(minorOf(price.previous_close, price.currency), minorOf(price.ask, price.currency))

export type Rates = { spot: PricePerGram; ask: PricePerGram; bid: PricePerGram }

/** The three prices per gram as whole minor units: what price rules compute with. */
export const ratesOf = ({ spot, ask, bid, currency }: Pick<LivePrice, 'spot' | 'ask' | 'bid' | 'currency'>): Rates => ({
  spot: perGram(minorOf(spot, currency)),
  ask: perGram(minorOf(ask, currency)),
  bid: perGram(minorOf(bid, currency)),
})
