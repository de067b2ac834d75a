import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Store } from '../stores/stores.ts'
import type { PriceState } from './price-rules.ts'

/** The state of a store's price; null before there was any. */
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
