/** What a member may choose for a trade at a wrong price, and what it would have been. Pure. Source: product.md §5, docs/decisions/0086. */
import type { PricePerGram, Weight } from '../../money/money.ts'
import type { Sides } from '../../pricing/level-after.ts'
import { figuresOf, priceOf, type Side } from '../trade-rules.ts'
import type { RightFigures } from './choice-postings.ts'

export const tradeChoices = ['correct', 'undo'] as const
export type TradeChoice = (typeof tradeChoices)[number]

/** What a hold for a choice is called. */
export const CHOICE_PURPOSE = 'price_choice'

/** The same grams at the right price, rounded as every trade is. */
export function rightFigures(side: Side, weight: Weight, prices: Sides): RightFigures & { price: PricePerGram } {
  const { amount, value, spread, rounding } = figuresOf(side, { by: 'weight', weight }, prices)
  return { price: priceOf(side, prices), amount, value, spread, rounding }
}

/** What the member still pays where they choose the right price; nothing where they get it. */
export const duePay = (side: Side, amount: bigint, right: bigint): bigint => {
  const more = side === 'buy' ? right - amount : amount - right
  return more > 0n ? more : 0n
}
