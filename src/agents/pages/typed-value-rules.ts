/** What an agent types as the grams or the money of a purchase that they prepare. Pure. */
import { exponentOf, isCurrency } from '../../money/money.ts'
import { isNothing, readAmount } from '../../vault/pages/typed-amount-rules.ts'

/** As the API takes it, in grams or in major units of the currency; null for nothing and for what is no such amount. */
export function readValue(typed: string, by: string, currency: string): string | null {
  const places = isCurrency(currency) ? exponentOf(currency) : 0
  const wire = readAmount(typed, by === 'weight' ? 4 : places)
  return wire === null || isNothing(wire) ? null : wire
}
