/** Tax numbers of agents, plain: without spaces, points and hyphens. Pure. */
import { isTaxNumber, numberFault } from '../kyc/id-number-rules.ts'

/** Taxpayers of Indonesia have a number of their own (NPWP), or use that of their identity card (NIK). */
export const isNumberOf = (country: string, number: string): boolean =>
  isTaxNumber(country, number) &&
  (country !== 'ID' || number.length === 15 || number.startsWith('0') || numberFault('nik', number) === null)

/** An NPWP of 15 digits is the same with a zero before it. */
const short = (number: string) => (/^0\d{15}$/.test(number) ? number.slice(1) : number)

export const taxChecks = ['none', 'unknown', 'same', 'other'] as const
/** What is said of the number of an agent: none was told, the identity check keeps none, it is one of those, or another. */
export type TaxCheck = (typeof taxChecks)[number]

export function checkTaxNumber(told: string | null, kept: readonly string[]): TaxCheck {
  if (told === null) return 'none'
  if (kept.length === 0) return 'unknown'
  return kept.some((number) => short(number) === short(told)) ? 'same' : 'other'
}
