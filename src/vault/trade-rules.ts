/** What a trade of grams costs and brings. Pure. Source: product.md §7, docs/decisions/0059. */
import {
  divideDown,
  divideUp,
  type Minor,
  minor,
  type PricePerGram,
  WEIGHT_UNITS_PER_GRAM,
  type Weight,
  weight,
} from '../money/money.ts'
import { settings } from '../settings.ts'

/** From the member's side: they buy grams from the house, or sell grams to it. */
export const sides = ['buy', 'sell'] as const
export type Side = (typeof sides)[number]

/** Where the money of a purchase is: in the cash balance, or yet to come. */
export const paidFrom = ['balance', 'outside'] as const
export type PaidFrom = (typeof paidFrom)[number]

/** What a member names: so many grams, or so much money. The other follows from the price. */
export type Wish = { by: 'weight'; weight: Weight } | { by: 'amount'; amount: Minor }

type Prices = { spot: PricePerGram; ask: PricePerGram; bid: PricePerGram }

/**
 * `amount`: what the member pays, or gets. It is made of the grams' `value` at spot, of the house's `spread`, and of what
 * `rounding` leaves to the house: a purchase costs their sum, a sale brings the value less the other two.
 */
export type TradeFigures = { weight: Weight; amount: Minor; value: bigint; spread: bigint; rounding: bigint }

/** What one gram costs or brings on a side. */
export const priceOf = (side: Side, { ask, bid }: Pick<Prices, 'ask' | 'bid'>): PricePerGram =>
  side === 'buy' ? ask : bid

/** Whether a price that was typed is so far from the one of this moment that it was hardly meant. */
export const isFar = (typed: bigint, now: bigint, farTimes: number): boolean =>
  typed > now * BigInt(farTimes) || typed * BigInt(farTimes) < now

const atDown = (of: Weight, price: PricePerGram) => divideDown(of * price, WEIGHT_UNITS_PER_GRAM)
const atUp = (of: Weight, price: PricePerGram) => divideUp(of * price, WEIGHT_UNITS_PER_GRAM)

/**
 * The figures of a trade. Money that is named is paid or got to the unit; grams that are named are moved to the unit. Whatever
 * has to be rounded is rounded against the member, by less than one unit of it: bought grams down, their price up; sold grams up,
 * their price down.
 */
export function figuresOf(side: Side, wish: Wish, prices: Prices): TradeFigures {
  return side === 'buy' ? bought(wish, prices) : sold(wish, prices)
}

function bought(wish: Wish, { spot, ask }: Prices): TradeFigures {
  const grams = wish.by === 'weight' ? wish.weight : weight(divideDown(wish.amount * WEIGHT_UNITS_PER_GRAM, ask))
  const due = atUp(grams, ask)
  const amount = wish.by === 'weight' ? due : wish.amount
  const value = atDown(grams, spot)
  return { weight: grams, amount: minor(amount), value, spread: due - value, rounding: amount - due }
}

function sold(wish: Wish, { spot, bid }: Prices): TradeFigures {
  const grams = wish.by === 'weight' ? wish.weight : weight(divideUp(wish.amount * WEIGHT_UNITS_PER_GRAM, bid))
  const worth = atDown(grams, bid)
  const amount = wish.by === 'weight' ? worth : wish.amount
  const value = atUp(grams, spot)
  return { weight: grams, amount: minor(amount), value, spread: value - worth, rounding: worth - amount }
}

/** Whether figures at a newer price are better for the member, by the share from which a better price is given and said. */
export function isBetter(side: Side, quoted: PricePerGram, now: PricePerGram): boolean {
  const gained = side === 'buy' ? quoted - now : now - quoted
  return gained * 10_000n >= quoted * BigInt(settings.guarantee.betterBps)
}

const units = (grams: number): bigint => BigInt(grams) * WEIGHT_UNITS_PER_GRAM
/** What open quotes of one member, and of a store, may be for; units of 0.0001 g. */
export const memberQuotesLimit: bigint = units(settings.trade.memberGrams)
export const storeQuotesLimit: bigint = units(settings.trade.storeGrams)
