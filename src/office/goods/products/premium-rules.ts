/** What a price of another shop would be as a premium on ours. Pure. */

import { LISTED_METHOD } from '../../../catalogue/sku-price-rules.ts'
import { BPS_ONE, divideDown, type Minor, type PricePerGram, WEIGHT_UNITS_PER_GRAM } from '../../../money/money.ts'
import { methodBpsFor } from '../../../pricing/price-rules.ts'
import { importBounds } from '../import-rules.ts'

/**
 * The premium at which a piece without making charge would be listed at `price` by this ask, to the nearest basis point; null for
 * one that could not be asked: below the gold itself, or above what a premium may be.
 */
export function premiumFor(price: Minor, fine: bigint, ask: PricePerGram): number | null {
  const gold = fine * ask * (BPS_ONE + BigInt(methodBpsFor(LISTED_METHOD)))
  if (gold <= 0n) return null
  const whole = price * BPS_ONE * BPS_ONE * WEIGHT_UNITS_PER_GRAM
  const points = Number(divideDown(2n * whole + gold, 2n * gold) - BPS_ONE)
  return points >= 0 && points <= importBounds.premiumBps ? points : null
}
