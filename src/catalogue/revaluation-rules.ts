/** What the gold is worth that the house owns and has not sold. Pure. Grams in 0.0001 g, money in minor units of the store's currency. */
import { divideDown, type PricePerGram, WEIGHT_UNITS_PER_GRAM } from '../money/money.ts'

/** What is in the vault and nobody's, numbered pieces of the shop, and what of those is sold and not handed over. */
export type Position = { vault: bigint; stock: bigint; promised: bigint }

/** Grams whose price may still move for the house. Members' grams lie in no account of it. */
export const openGrams = ({ vault, stock, promised }: Position): bigint => vault + stock - promised

/** `basis`: what the grams were worth when they came to the position. */
export type Valued = { grams: bigint; value: bigint; basis: bigint }

export const unrealised = ({ value, basis }: Pick<Valued, 'value' | 'basis'>): bigint => value - basis

/**
 * The position at `spot`, after `before`. What came since then came at the spot of this day, and what went took its share of the
 * basis with it, on average; what came and went between two days is counted as neither. Each amount is rounded down.
 */
export function revalue(before: Valued | null, grams: bigint, spot: PricePerGram): Valued {
  const worth = (units: bigint) => divideDown(units * spot, WEIGHT_UNITS_PER_GRAM)
  return { grams, value: worth(grams), basis: basisOf(before ?? { grams: 0n, value: 0n, basis: 0n }, grams, worth) }
}

function basisOf(before: Valued, grams: bigint, worth: (units: bigint) => bigint): bigint {
  if (grams >= before.grams) return before.basis + worth(grams - before.grams)
  return divideDown(before.basis * grams, before.grams)
}
