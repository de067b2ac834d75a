/** What a member's gold has cost, and what came of it: the average cost method. Pure. Source: docs/decisions/0063. */
import { divideDown, divideUp, type Minor, type PricePerGram, perGram, WEIGHT_UNITS_PER_GRAM } from '../money/money.ts'
import type { Side } from './trade-rules.ts'

/**
 * Grams that were bought and are still there, what they cost with every part of their price, and what sales of bought grams brought
 * more than those had cost. Gold in units of 0.0001 g, money in minor units.
 */
export type Bought = { weight: bigint; cost: bigint; realised: bigint }
type Traded = { side: Side; weight: bigint; amount: bigint }

export const nothingBought: Bought = { weight: 0n, cost: 0n, realised: 0n }

/**
 * After one trade more. A sale takes its share of the cost of all bought grams, rounded down, so that the rest carries the part of a unit;
 * the last gram takes all that is left. Grams that came otherwise than by a purchase have no cost and are outside of this: a sale takes
 * bought grams first, and of a sale of more than those only their share of the money counts, rounded down.
 *
 * Whatever the order of trades: realised + (worth − cost) is exactly worth + got − paid, where all gold was bought here.
 */
export function afterTrade({ weight, cost, realised }: Bought, traded: Traded): Bought {
  if (traded.side === 'buy') return { weight: weight + traded.weight, cost: cost + traded.amount, realised }
  const own = traded.weight < weight ? traded.weight : weight
  if (own === 0n) return { weight, cost, realised }
  const took = divideDown(cost * own, weight)
  const got = divideDown(traded.amount * own, traded.weight)
  return { weight: weight - own, cost: cost - took, realised: realised + got - took }
}

/** The average cost of a bought gram, rounded up; null where none is left. */
export const averageCost = ({ weight, cost }: Pick<Bought, 'weight' | 'cost'>): PricePerGram | null =>
  weight === 0n ? null : perGram(divideUp(cost * WEIGHT_UNITS_PER_GRAM, weight))

/** What selling all bought grams at `bid` would bring more than they cost; the worth is rounded down, as a sale's is. */
export const unrealisedAt = ({ weight, cost }: Pick<Bought, 'weight' | 'cost'>, bid: PricePerGram): Minor =>
  (divideDown(weight * bid, WEIGHT_UNITS_PER_GRAM) - cost) as Minor
