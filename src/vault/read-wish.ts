/** What a member has typed for a trade. */
import { problem } from '../locale/field-rules.ts'
import { type Currency, exponentOf, minor, type PricePerGram, parseDecimal, perGram, weight } from '../money/money.ts'
import { invalidInput } from '../refusals.ts'
import type { Wish } from './trade-rules.ts'

/** In minor units. Refuses invalid_input of the field for what has more places than the currency. */
export function readUnits(text: string, currency: Currency, field: string): bigint {
  const places = exponentOf(currency)
  const units = parseDecimal(text, places)
  if (units === null) throw invalidInput({ [field]: problem('decimals', { n: places, currency }) })
  return units
}

export const readPrice = (text: string, currency: Currency, field: string): PricePerGram =>
  perGram(readUnits(text, currency, field))

/** Refuses invalid_input of `value` for what is no amount of the currency or of grams, or nothing. */
export function readWish(by: Wish['by'], value: string, currency: Currency): Wish {
  const units = by === 'weight' ? parseDecimal(value, 4) : readUnits(value, currency, 'value')
  if (units === null) throw invalidInput({ value: problem('grams') })
  if (units === 0n) throw invalidInput({ value: problem('above_zero') })
  return by === 'weight' ? { by, weight: weight(units) } : { by, amount: minor(units) }
}
