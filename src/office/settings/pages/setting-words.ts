/** Settings and their fields by name, and their values as a reader sees them. */
import * as m from '../../../locale/paraglide/messages.js'
import { type Currency, isCurrency, minor, moneyText } from '../../../money/money.ts'
import { settings } from '../../../settings.ts'
import { type AnySettingValue, type PlainName, type SettingField, settingRules } from '../../../stores/setting-rules.ts'
import { rulesOf } from '../../../stores/tax-rules.ts'
import { formatBps, formatCount, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'

type Words<N extends PlainName> = {
  title: () => string
  /** In a store that sells in `own`, of these values. */
  text: (own: string, value: AnySettingValue) => string
  fields: Record<keyof (typeof settingRules)[N]['fields'], () => string>
}

const way = { on: m.office_settings_switch, least: m.office_settings_least, most: m.office_settings_most }

/** Every field has words: a new one does not compile without them. */
export const settingWords: { [N in PlainName]: Words<N> } = {
  house: {
    title: m.office_settings_house,
    text: m.office_settings_house_text,
    fields: {
      brand: m.office_settings_brand,
      legal_name: m.office_settings_legal_name,
      street: m.office_settings_street,
      city: m.office_settings_city,
      tax_number: m.office_settings_tax_number,
      registration: m.office_settings_registration,
      licence: m.office_settings_licence,
      insurer: m.office_settings_insurer,
      auditor: m.office_settings_auditor,
      telephone: m.office_settings_telephone,
      mail: m.office_settings_mail,
      hours_id: m.office_settings_hours_id,
      hours_en: m.office_settings_hours_en,
      hours_zh: m.office_settings_hours_zh,
    },
  },
  delivery: {
    title: m.office_settings_delivery,
    text: m.office_settings_delivery_text,
    fields: {
      cut_off: m.office_settings_cut_off,
      days_from: m.office_settings_days_from,
      days_to: m.office_settings_days_to,
      packed_a_day: m.office_settings_packed_a_day,
      insurance_bps: m.office_settings_insurance,
      insured_most: m.office_settings_insured_most,
    },
  },
  selling: {
    title: m.office_settings_selling,
    text: m.office_settings_selling_text,
    fields: {
      quantity_tiers: m.office_settings_quantity_tiers,
      guarantee_minutes: m.office_settings_guarantee_minutes,
      few_left: m.office_settings_few_left,
    },
  },
  orders: {
    title: m.office_settings_orders,
    text: m.office_settings_orders_text,
    fields: {
      unpaid_minutes: m.office_settings_unpaid_minutes,
      cancel_minutes: m.office_settings_cancel_minutes,
      refund_days: m.office_settings_refund_days,
    },
  },
  limits: {
    title: m.office_settings_limits,
    text: m.office_settings_limits_text,
    fields: {
      member_grams: m.office_settings_member_grams,
      store_grams: m.office_settings_store_grams,
      transfers_grams: m.office_settings_transfers_grams,
    },
  },
  members: {
    title: m.office_settings_members,
    text: (own) => m.office_settings_members_text(releaseDays(own)),
    fields: {
      day_t1: m.office_settings_day_t1,
      day_t2: m.office_settings_day_t2,
      report_from: m.office_settings_report_from,
      hold_t1: m.office_settings_hold_t1,
      hold_t2: m.office_settings_hold_t2,
      minimum_age: m.office_settings_minimum_age,
      passport: m.office_settings_passport,
    },
  },
  approvals: {
    title: m.office_settings_approvals,
    text: (own) => m.office_settings_approvals_text(releaseAmounts(own)),
    fields: {
      back_from: m.office_settings_back_from,
      goldback_from: m.office_settings_goldback_from,
      counter_from: m.office_settings_counter_from,
    },
  },
  pay_card: { title: m.office_settings_pay_card, text: m.office_settings_pay_card_text, fields: way },
  pay_va: {
    title: m.office_settings_pay_va,
    text: m.office_settings_pay_va_text,
    fields: {
      ...way,
      bca: m.office_settings_bank_bca,
      bni: m.office_settings_bank_bni,
      bri: m.office_settings_bank_bri,
      mandiri: m.office_settings_bank_mandiri,
    },
  },
  pay_qris: { title: m.office_settings_pay_qris, text: m.office_settings_pay_qris_text, fields: way },
  pay_transfer: {
    title: m.office_settings_pay_transfer,
    text: m.office_settings_pay_transfer_text,
    fields: { ...way, hours: m.office_settings_pay_hours },
  },
  pay_counter: {
    title: m.office_settings_pay_counter,
    text: (own) => m.office_settings_pay_counter_text({ amount: inOwn(own, settings.counter.cashBelow) }),
    fields: {
      cash: m.office_settings_counter_cash,
      terminal: m.office_settings_counter_terminal,
      ...{ least: m.office_settings_least, most: m.office_settings_most, cash_day: m.office_settings_cash_day },
    },
  },
  pay_plans: {
    title: m.office_settings_pay_plans,
    text: m.office_settings_pay_plans_text,
    fields: { card: m.office_settings_plan_card, wallet: m.office_settings_plan_wallet },
  },
  taxes: {
    title: m.office_settings_taxes,
    text: (_own, { rule, in_grams_rule }) =>
      m.office_settings_taxes_text({ rules: rulesOf({ rule: String(rule), in_grams_rule: String(in_grams_rule) }) }),
    fields: {
      rule: m.office_settings_tax_rule,
      bullion_bps: m.office_settings_tax_bullion,
      jewellery_bps: m.office_settings_tax_jewellery,
      in_grams_rule: m.office_settings_tax_in_grams_rule,
      in_grams_bps: m.office_settings_tax_in_grams,
      confirmed: m.office_settings_taxes_confirmed,
    },
  },
  complaints: {
    title: m.office_settings_complaints,
    text: m.office_settings_complaints_text,
    fields: {
      answer_days: m.office_settings_answer_days,
      longer_days: m.office_settings_longer_days,
      reopen_days: m.office_settings_reopen_days,
      body: m.office_settings_body,
      body_address: m.office_settings_body_address,
      body_contact: m.office_settings_body_contact,
    },
  },
}

/** Nothing of a currency that the release knows no amounts for. */
const inOwn = (own: string, amounts: Record<Currency, bigint>, times = 1) =>
  isCurrency(own) ? formatMoney(moneyText(minor(amounts[own] * BigInt(times)), own), own, language()) : ''

function releaseDays(own: string) {
  const { dayShare, shares } = settings.kyc
  const day = (times: number) => inOwn(own, dayShare, times)
  return { t1: day(shares.t1), t2: day(shares.t2), report: day(shares.report) }
}

const releaseAmounts = (own: string) => ({
  back: inOwn(own, settings.refund.twoPeopleFrom),
  goldback: inOwn(own, settings.goldback.twoPeopleFrom),
  counter: inOwn(own, settings.counter.twoPeopleFrom),
})

export const fieldOf = (name: PlainName, field: string): SettingField | undefined =>
  (settingRules[name].fields as Record<string, SettingField>)[field]

/** An amount is in whole units of the store's own currency. */
export const labelOf = (name: PlainName, field: string, label: () => string, currency: string): string =>
  fieldOf(name, field)?.kind === 'amount' ? m.office_settings_in({ field: label(), currency }) : label()

/** What is no value of its field, since somebody is typing, stands as it is. */
export function shownValue(
  name: PlainName,
  field: string,
  value: string | number | undefined,
  currency: string,
): string {
  if (value === undefined || value === '') return '–'
  const rule = fieldOf(name, field)
  if (rule?.kind === 'switch') return value === 'on' ? m.office_settings_on() : m.office_settings_off()
  if (rule?.kind === 'amount' && typeof value === 'number') return formatMoney(String(value), currency, language())
  if (typeof value === 'string' || rule?.kind !== 'whole') return String(value)
  return rule.unit === 'bps' ? formatBps(value, language()) : formatCount(value, language())
}

/** "Street: Jl. Thamrin 1 → Jl. Sudirman 2", for what is another value; without one before, what it is. */
export function differences(
  name: PlainName,
  currency: string,
  before: AnySettingValue | undefined,
  after: AnySettingValue,
): string[] {
  return Object.entries<() => string>(settingWords[name].fields)
    .filter(([field]) => (before?.[field] ?? '') !== (after[field] ?? ''))
    .map(([field, label]) => {
      const shown = (of: AnySettingValue | undefined) => shownValue(name, field, of?.[field], currency)
      const [was, is] = [shown(before), shown(after)]
      return before ? m.office_settings_difference({ field: label(), was, is }) : `${label()}: ${is}`
    })
}
