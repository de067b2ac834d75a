/** What a limit order is, needs and waits for. Pure. Source: product.md §7, docs/decisions/0112. */
import { divideUp, type Minor, type PricePerGram, WEIGHT_UNITS_PER_GRAM, type Weight } from '../../money/money.ts'
import { figuresOf, type Side, type Wish } from '../trade-rules.ts'

/** `ended`: neither by its member nor by its time. */
export const limitStates = ['open', 'filled', 'cancelled', 'expired', 'ended'] as const
export type LimitState = (typeof limitStates)[number]

/** Why it was ended: the house did, or a bank asked back the money that was set aside. */
export const endings = ['house', 'asked_back'] as const
export type Ending = (typeof endings)[number]

/**
 * Why it was not filled although the price was there. It stays open and is tried again: what its member's level holds, their day, money that a
 * bank asks back, an account that is locked, an agreement, a vault without such grams; `not_possible_now` says as little as the refusal of
 * that name.
 */
export const waits = [
  'level',
  'day',
  'cash_disputed',
  'account_locked',
  'agreement',
  'gold_sold_out',
  'not_possible_now',
] as const
export type Waits = (typeof waits)[number]

/** What a hold for a limit order is called. */
export const LIMIT_PURPOSE = 'limit_order'

export type LimitWish = { side: 'buy'; wish: Wish } | { side: 'sell'; wish: Extract<Wish, { by: 'weight' }> }

/** What is set aside: the money that the grams cost at the limit, or the money that was named; of a sale its grams. */
export function reservedFor({ side, wish }: LimitWish, limit: PricePerGram): bigint {
  if (side === 'sell') return wish.weight
  return wish.by === 'amount' ? wish.amount : divideUp(wish.weight * limit, WEIGHT_UNITS_PER_GRAM)
}

type Prices = { ask: PricePerGram; bid: PricePerGram }

/** Whether the price is at the limit or better. */
export const isCrossed = (side: Side, limit: PricePerGram, prices: Prices): boolean =>
  side === 'buy' ? prices.ask <= limit : prices.bid >= limit

/** What it brings at the limit itself, which is the least that it does. */
export const atLimit = ({ side, wish }: LimitWish, limit: PricePerGram): { weight: Weight; amount: Minor } =>
  figuresOf(side, wish, { spot: limit, ask: limit, bid: limit })
