/** What a change of tax rates does to what buyers pay, in words. */
import * as m from '../../../locale/paraglide/messages.js'
import { type Currency, isCurrency, type Minor, minor, moneyText } from '../../../money/money.ts'
import { lineTax } from '../../../pricing/price-rules.ts'
import { settings } from '../../../settings.ts'
import type { AnySettingValue } from '../../../stores/setting-rules.ts'
import { type TaxRates, taxBpsOf } from '../../../stores/tax-rules.ts'
import { formatDay, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'

const saleWords: [keyof TaxRates, Parameters<typeof taxBpsOf>[1], typeof m.office_settings_tax_sum_bullion][] = [
  ['bullion_bps', { kind: 'bar' }, m.office_settings_tax_sum_bullion],
  ['jewellery_bps', { kind: 'jewellery' }, m.office_settings_tax_sum_jewellery],
  ['in_grams_bps', { kind: 'bar', inGrams: true }, m.office_settings_tax_sum_in_grams],
]

/**
 * "Jewellery for Rp 10,000,000: tax Rp 120,000 instead of Rp 110,000, from 1 Jan 2027 on", for every rate that becomes another one. What is
 * no rate, since somebody is typing, says nothing. `from`: a day as 2027-01-01; null or empty: at once.
 */
export function taxEffects(before: AnySettingValue, after: AnySettingValue, own: string, from: unknown): string[] {
  if (!isCurrency(own)) return []
  const day = typeof from === 'string' && from !== '' ? formatDay(Date.parse(from), 'UTC', language()) : null
  const since = day ? m.office_settings_tax_from({ day }) : m.office_settings_tax_at_once()
  return saleWords.flatMap(([field, sale, words]) => {
    const [was, is] = [before[field], after[field]]
    if (typeof was !== 'number' || typeof is !== 'number' || was === is || is < 0) return []
    const taxed = (rate: number) => inMoney(lineTax(shownSum(own), taxBpsOf({ ...noTax, [field]: rate }, sale)), own)
    return [words({ sum: inMoney(shownSum(own), own), was: taxed(was), is: taxed(is), since })]
  })
}

const noTax: TaxRates = { jewellery_bps: 0, bullion_bps: 0, in_grams_bps: 0 }
const shownSum = (own: Currency): Minor => minor(settings.tax.shownSum[own])
const inMoney = (amount: Minor, own: Currency) => formatMoney(moneyText(amount, own), own, language())
