/** What a member's gold has cost, against what it is worth. Pure. Source: docs/decisions/0099. */
import { divideDown, divideUp, type Minor, type PricePerGram, perGram, WEIGHT_UNITS_PER_GRAM } from '../money/money.ts'

/** Grams that are a member's, held ones too, and what they cost. Gold in units of 0.0001 g, money in minor units. */
export type Basis = { weight: bigint; cost: bigint }

/** The average cost of a gram, rounded up; null where there is none. */
export const averageCost = ({ weight, cost }: Basis): PricePerGram | null =>
  weight === 0n ? null : perGram(divideUp(cost * WEIGHT_UNITS_PER_GRAM, weight))

/** What selling all of it at `bid` would bring more than it cost; the worth is rounded down, as a sale's is. */
export const unrealisedAt = ({ weight, cost }: Basis, bid: PricePerGram): Minor =>
  (divideDown(weight * bid, WEIGHT_UNITS_PER_GRAM) - cost) as Minor
