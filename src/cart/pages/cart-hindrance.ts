/** Why what is chosen of a cart cannot be ordered now, said before the next step refuses it. */
import { parseDecimal } from '../../money/money.ts'
import { minorOf, sells } from '../../ui/price.ts'
import type { CartLineView, CartListView } from '../contract.ts'

export type Hindrance = 'nothing_chosen' | 'price' | 'too_heavy' | 'day_reached' | 'over_day'

type Cart = Pick<CartListView, 'currency' | 'left_today' | 'most_fine_weight'> & {
  price: Pick<CartListView['price'], 'state'>
}
type Line = Pick<CartLineView, 'line_total' | 'tax' | 'fine_weight' | 'quantity'>

/** The first of them, or null; delivery, which is not known yet, may still make a day too small. */
export function hindranceOf({ currency, price, left_today, most_fine_weight }: Cart, chosen: Line[]): Hindrance | null {
  if (chosen.length === 0) return 'nothing_chosen'
  if (!sells(price)) return 'price'
  const fine = chosen.reduce((sum, line) => sum + units(line.fine_weight) * BigInt(line.quantity), 0n)
  if (most_fine_weight !== null && fine > units(most_fine_weight)) return 'too_heavy'
  if (left_today === null) return null
  const left = minorOf(left_today, currency)
  if (left === 0n) return 'day_reached'
  const total = chosen.reduce((sum, line) => sum + minorOf(line.line_total, currency) + minorOf(line.tax, currency), 0n)
  return total > left ? 'over_day' : null
}

const units = (grams: string): bigint => parseDecimal(grams, 4) ?? 0n
