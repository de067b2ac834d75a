/** What tax a store puts on what it sells: rates, and the names of their rules as papers say them. Pure (decision 0171). */
import { problem } from '../locale/field-rules.ts'
import { type BasisPoints, bps } from '../money/money.ts'
import { settings } from '../settings.ts'

export type TaxRates = { jewellery_bps: number; bullion_bps: number; in_grams_bps: number }
/** `in_grams_rule`: of premium and making charge of a piece whose gold is paid in grams: a service, no sale of gold. */
export type TaxNames = { rule: string; in_grams_rule: string }
type TaxRules = TaxRates & TaxNames
type Taxes = TaxRules & { confirmed: string }

/** No rate is above this. */
export const MOST_TAX_BPS = 3000
const NAME = /^[\p{L}\d][\p{L}\d ./()-]*$/u

/** What holds where a store has said nothing; orders and guarantees that keep no rate were made at these. */
export const firstTaxes: TaxRules = {
  rule: settings.tax.rule,
  jewellery_bps: settings.tax.jewelleryBps,
  bullion_bps: settings.tax.bullionBps,
  in_grams_rule: settings.tax.inGramsRule,
  in_grams_bps: settings.tax.inGramsBps,
}

type Taxed = { kind: 'bar' | 'coin' | 'jewellery'; inGrams?: boolean }
export const taxBpsOf = (rates: TaxRates, { kind, inGrams = false }: Taxed): BasisPoints =>
  bps(inGrams ? rates.in_grams_bps : kind === 'jewellery' ? rates.jewellery_bps : rates.bullion_bps)

/** As an order keeps them and papers print them. */
export const namesOf = (rules: readonly string[]): string => [...new Set(rules)].join(', ')

/** What somebody who answers for the store confirms: a name stands for its rates. */
export const rulesOf = ({ rule, in_grams_rule }: TaxNames): string => namesOf([rule, in_grams_rule])

/** Whether that is what the store goes by. */
export const isConfirmed = (taxes: Taxes): boolean => taxes.confirmed === rulesOf(taxes)

/**
 * With what a change of the rules says of its confirmation: two people who change them have confirmed them, one person confirms them as well
 * or has not.
 */
export function withConfirmation(was: Taxes, change: Partial<Taxes>, byTwo: boolean): Partial<Taxes> {
  const rules = { ...was, ...change }
  const changes = Object.keys(firstTaxes).some(
    (field) => rules[field as keyof TaxRules] !== was[field as keyof TaxRules],
  )
  if (!changes || change.confirmed !== undefined) return change
  return { ...change, confirmed: byTwo ? rulesOf(rules) : '' }
}

/** What the names of rules are refused for, by field; `sets` are all that the store went by and will go by: of one name the rates never change. */
export function faultsOfRules(taxes: TaxRules, sets: readonly TaxRules[]): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const field of ['rule', 'in_grams_rule'] as const)
    if (!NAME.test(taxes[field])) faults[field] = problem('tax_name')
  const taken = (field: keyof TaxNames, rates: (keyof TaxRates)[]) => {
    const others = sets.filter((one) => one[field] === taxes[field])
    if (others.some((one) => rates.some((rate) => one[rate] !== taxes[rate])))
      faults[field] ??= problem('tax_taken', { name: taxes[field] })
  }
  taken('rule', ['jewellery_bps', 'bullion_bps'])
  taken('in_grams_rule', ['in_grams_bps'])
  return faults
}
