import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Store } from '../stores/stores.ts'
import type { PriceState } from './price-rules.ts'

/** What state the price of a store is in, only to be shown; null while the store has no price yet. */
export function priceStateOf(
  { prices }: Pick<Karat, 'prices'>,
  { code, currency }: Pick<Store, 'code' | 'currency'>,
): PriceState | null {
  try {
    return prices.of(code, currency).state
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
