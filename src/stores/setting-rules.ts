/**
 * What a store says of itself and goes by, which its staff change: every name with its fields, their bounds, and what holds where
 * nobody has said anything. Pure, so that the pages show and check the same (decision 0140).
 */
import { isDay } from '../locale/day-rules.ts'
import { problem } from '../locale/field-rules.ts'
import type { Currency } from '../money/money.ts'
import { settings } from '../settings.ts'
import { faultsOfCauses, firstCauses } from './cause-rules.ts'
import { faultsOfCouriers } from './courier-rules.ts'
import { isDayName, MOST_DAYS, type NamedDays } from './day-rules.ts'
import type { RowValues } from './list-row-rules.ts'
import { firstTaxes, MOST_TAX_BPS } from './tax-rules.ts'
import { faultOfTiers, textOfTiers, tidyTiers } from './tier-rules.ts'
import { faultsOfZones } from './zone-rules.ts'

export type TextField = { kind: 'text'; most: number; needed?: true }
type NumberField = { kind: 'whole'; least: number; most: number; unit: Unit }
export type TimeField = { kind: 'time' }
/** "5: 10%; 10: 20%" (tier-rules.ts); empty: none. */
type TiersField = { kind: 'tiers' }
type SwitchField = { kind: 'switch' }
/** Whole units of the store's own currency; empty: no bound. */
type AmountField = { kind: 'amount' }
export type SettingField = TextField | NumberField | TimeField | TiersField | SwitchField | AmountField
type Unit = 'bps' | 'days' | 'orders' | 'pieces' | 'minutes' | 'hours' | 'grams' | 'years'

const text = (most: number): TextField => ({ kind: 'text', most })
const needed = (most: number): TextField => ({ kind: 'text', most, needed: true })
const whole = (unit: Unit, least: number, most: number): NumberField => ({ kind: 'whole', least, most, unit })
const onOff: SwitchField = { kind: 'switch' }
const amount: AmountField = { kind: 'amount' }
const way = { on: onOff, least: amount, most: amount }

export const settingRules = {
  /** Who sells, as papers, letters and pages name it, and how it is reached. */
  house: {
    second: false,
    fields: {
      /** What pages and letters are headed with; empty: the store's own name. As much as the head of a page on a telephone has room for. */
      brand: text(20),
      legal_name: needed(120),
      street: needed(160),
      city: needed(80),
      tax_number: text(60),
      registration: text(120),
      licence: text(160),
      insurer: text(120),
      auditor: text(120),
      telephone: needed(30),
      mail: needed(120),
      hours_id: needed(80),
      hours_en: needed(80),
      hours_zh: needed(80),
    },
  },
  /** When parcels leave, how long they take, what their insurance costs, and the most that one of them is insured for. */
  delivery: {
    second: true,
    fields: {
      cut_off: { kind: 'time' } as TimeField,
      days_from: whole('days', 1, 30),
      days_to: whole('days', 1, 60),
      packed_a_day: whole('orders', 1, 100_000),
      insurance_bps: whole('bps', 0, 500),
      insured_most: amount,
    },
  },
  /** What more pieces save, for how long a price is held, and from how few on pages say how many are left. */
  selling: {
    second: true,
    fields: {
      quantity_tiers: { kind: 'tiers' } as TiersField,
      guarantee_minutes: whole('minutes', 2, 30),
      few_left: whole('pieces', 0, 100),
    },
  },
  /** How long an order waits for its money, may be called off, and may be asked back; each order keeps what it was made under. */
  orders: {
    second: true,
    fields: {
      unpaid_minutes: whole('minutes', 3, 60),
      cancel_minutes: whole('minutes', 5, 240),
      refund_days: whole('days', 3, 90),
    },
  },
  /** Fine gold that the house binds itself to at a price of its past. */
  limits: {
    second: true,
    fields: {
      member_grams: whole('grams', 10, 10_000),
      store_grams: whole('grams', 100, 1_000_000),
      transfers_grams: whole('grams', 0, 1_000_000),
    },
  },
  /** By what the store is paid, for how much, and what members may let it charge later (payments/method-rules.ts). */
  pay_card: { second: true, fields: way },
  pay_va: { second: true, fields: { ...way, bca: onOff, bni: onOff, bri: onOff, mandiri: onOff } },
  pay_qris: { second: true, fields: way },
  /** To the house's own account; an order waits for one so long. */
  pay_transfer: { second: true, fields: { ...way, hours: whole('hours', 1, 72) } },
  /** What staff take at a counter, and the most that they take of a member in cash on a day; empty: the law's (decision 0170). */
  pay_counter: {
    second: true,
    fields: { cash: onOff, terminal: onOff, least: amount, most: amount, cash_day: amount },
  },
  pay_plans: { second: true, fields: { card: onOff, wallet: onOff } },
  /** What members of a level may do (kyc/level-rules.ts), from which sum on a day is looked at, and who is taken. The third level has no bounds. */
  members: {
    second: true,
    fields: {
      day_t1: amount,
      day_t2: amount,
      report_from: amount,
      hold_t1: whole('grams', 0, 10_000),
      hold_t2: whole('grams', 0, 100_000),
      minimum_age: whole('years', 17, 30),
      passport: onOff,
    },
  },
  /** From which amount on money takes a second person (second-person.ts); empty: the release's. */
  approvals: { second: true, fields: { back_from: amount, goldback_from: amount, counter_from: amount } },
  /** What tax is put on what is sold, by rules with names, and that somebody who answers for the store has confirmed them (tax-rules.ts). */
  taxes: {
    second: true,
    fields: {
      rule: needed(24),
      jewellery_bps: whole('bps', 0, MOST_TAX_BPS),
      bullion_bps: whole('bps', 0, MOST_TAX_BPS),
      in_grams_rule: needed(24),
      in_grams_bps: whole('bps', 0, MOST_TAX_BPS),
      confirmed: text(60),
    },
  },
  /** In how many working days complaints are decided, and who outside the house is turned to after that. */
  complaints: {
    second: false,
    fields: {
      answer_days: whole('days', 1, 60),
      longer_days: whole('days', 1, 60),
      reopen_days: whole('days', 1, 365),
      body: text(160),
      body_address: text(240),
      body_contact: text(160),
    },
  },
  /** Days on which nothing is packed or sent, and no counter opens: whatever days there are, each with its name. */
  holidays: { second: false, fields: {} },
  /** Where the courier goes and what that costs (zone-rules.ts). */
  zones: { second: true, fields: {} },
  /** Who is given parcels (courier-rules.ts). */
  couriers: { second: true, fields: {} },
  /** For what staff take a sale back (cause-rules.ts). */
  causes: { second: false, fields: {} },
} as const satisfies Record<string, { second: boolean; fields: Record<string, SettingField> }>

export type SettingName = keyof typeof settingRules
/** Those whose fields are whatever somebody lists; what is empty is not on the list. */
type Lists = { holidays: NamedDays; zones: RowValues; couriers: RowValues; causes: RowValues }
type ListName = keyof Lists
export type PlainName = Exclude<SettingName, ListName>
/** Whose virtual accounts there are. */
export const vaBanks = ['bca', 'bni', 'bri', 'mandiri'] as const
export const payNames = [
  'pay_card',
  'pay_va',
  'pay_qris',
  'pay_transfer',
  'pay_counter',
  'pay_plans',
] as const satisfies SettingName[]
export type PayName = (typeof payNames)[number]
export const isPay = (name: SettingName): name is PayName => (payNames as readonly SettingName[]).includes(name)
const listNames: readonly SettingName[] = ['holidays', 'zones', 'couriers', 'causes'] satisfies ListName[]
export const isList = (name: SettingName): name is ListName => listNames.includes(name)
type ValueOf<F> = F extends NumberField ? number : F extends AmountField ? number | '' : string
export type SettingValue<N extends SettingName> = N extends ListName
  ? Lists[N]
  : { -readonly [K in keyof (typeof settingRules)[N]['fields']]: ValueOf<(typeof settingRules)[N]['fields'][K]> }
export type StoreSettings = { [N in SettingName]: SettingValue<N> }
/** As it stands in the database and travels. */
export type AnySettingValue = RowValues

export const settingNames = Object.keys(settingRules) as SettingName[]
export const plainNames = settingNames.filter((name): name is PlainName => !isList(name))
export const fieldsOf = (name: SettingName): [string, SettingField][] => Object.entries(settingRules[name].fields)

/** A provider has to be there before a way is on; the house's own account needs none. */
const noWay = { on: 'off', least: '', most: '' } as const

/** What holds where a store has said nothing. */
export const firstSettings: StoreSettings = {
  house: {
    ...{
      brand: '',
      legal_name: '',
      street: '',
      city: '',
      tax_number: '',
      registration: '',
      licence: '',
      insurer: '',
      auditor: '',
    },
    ...{ telephone: '', mail: '', hours_id: '', hours_en: '', hours_zh: '' },
  },
  delivery: {
    cut_off: settings.delivery.cutOff,
    days_from: settings.delivery.daysFrom,
    days_to: settings.delivery.daysTo,
    packed_a_day: settings.delivery.packedADay,
    insurance_bps: settings.delivery.insuranceBps,
    insured_most: '',
  },
  selling: {
    quantity_tiers: textOfTiers(settings.quantityTiers),
    guarantee_minutes: settings.guarantee.shownSeconds / 60,
    few_left: settings.catalogue.fewLeft,
  },
  orders: {
    unpaid_minutes: settings.order.unpaidAfterGuaranteeSeconds / 60,
    cancel_minutes: settings.cancel.windowSeconds / 60,
    refund_days: settings.refund.askWithinDays,
  },
  limits: {
    member_grams: settings.exposure.memberGrams,
    store_grams: settings.exposure.storeGrams,
    transfers_grams: settings.exposure.transfersGrams,
  },
  ...{ pay_card: noWay, pay_va: { ...noWay, bca: 'off', bni: 'off', bri: 'off', mandiri: 'off' }, pay_qris: noWay },
  pay_transfer: { ...noWay, on: 'on', hours: settings.bankTransfer.seconds / 3600 },
  pay_counter: { cash: 'off', terminal: 'off', least: '', most: '', cash_day: '' },
  pay_plans: { card: 'off', wallet: 'off' },
  members: {
    ...{ day_t1: '', day_t2: '', report_from: '', minimum_age: settings.kyc.minimumAge.id, passport: 'on' },
    ...{ hold_t1: settings.kyc.holdsGrams.t1, hold_t2: settings.kyc.holdsGrams.t2 },
  },
  approvals: { back_from: '', goldback_from: '', counter_from: '' },
  taxes: { ...firstTaxes, confirmed: '' },
  complaints: {
    answer_days: settings.complaints.answerDays,
    longer_days: settings.complaints.longerDays,
    reopen_days: settings.complaints.reopenDays,
    ...{ body: '', body_address: '', body_contact: '' },
  },
  ...{ holidays: {}, zones: {}, couriers: {}, causes: firstCauses },
}

/** What a value of this name is refused for, by field, in a store that sells in `sold`. Fields that belong together are told at the later one. */
export function faultsOf(
  name: SettingName,
  value: AnySettingValue,
  sold: readonly Currency[] = [],
): Record<string, string> {
  if (name === 'holidays') return faultsOfDays(value)
  if (name === 'zones') return faultsOfZones(value, sold)
  if (name === 'couriers') return faultsOfCouriers(value)
  if (name === 'causes') return faultsOfCauses(value)
  const faults: Record<string, string> = {}
  for (const [field, rule] of fieldsOf(name)) {
    const fault = faultOf(rule, value[field])
    if (fault) faults[field] = fault
  }
  for (const field of name === 'limits' ? ['member_grams', 'transfers_grams'] : [])
    if (!faults[field] && !faults.store_grams && Number(value[field]) > Number(value.store_grams))
      faults[field] = problem('too_big', { n: Number(value.store_grams) })
  if (typeof value.least === 'number' && typeof value.most === 'number' && value.most < value.least && !faults.most)
    faults.most = problem('too_small', { n: value.least })
  if (name === 'members') Object.assign(faults, faultsOfMembers(value, faults))
  if (name === 'pay_va' && value.on === 'on' && !vaBanks.some((bank) => value[bank] === 'on'))
    faults.on = problem('no_bank')
  const { days_from: from, days_to: to } = value
  if (name === 'delivery' && !faults.days_from && !faults.days_to && Number(to) < Number(from))
    faults.days_to = problem('too_small', { n: Number(from) })
  return faults
}

/** A higher level never allows less; the two sums of a day are the release's or the store's, both. */
function faultsOfMembers(value: AnySettingValue, known: Record<string, string>): Record<string, string> {
  const faults: Record<string, string> = {}
  const { day_t1: first, day_t2: second } = value
  if (first === '' && second !== '') faults.day_t1 = problem('empty')
  if (second === '' && first !== '') faults.day_t2 = problem('empty')
  for (const field of ['day', 'hold']) {
    const [low, high] = [value[`${field}_t1`], value[`${field}_t2`]]
    if (known[`${field}_t1`] || known[`${field}_t2`] || typeof low !== 'number' || typeof high !== 'number') continue
    if (high < low) faults[`${field}_t2`] = problem('too_small', { n: low })
  }
  return faults
}

/** Told at the list as a whole. */
function faultsOfDays(value: AnySettingValue): Record<string, string> {
  const listed = Object.entries(value).filter(([, name]) => name !== '')
  if (listed.length > MOST_DAYS) return { days: problem('many_entries', { n: MOST_DAYS }) }
  const isRight = ([day, name]: [string, string | number]) => isDay(day) && typeof name === 'string' && isDayName(name)
  return listed.every(isRight) ? {} : { days: problem('named_days') }
}

function faultOf(rule: SettingField, value: string | number | undefined): string | null {
  if (rule.kind === 'whole') {
    if (typeof value !== 'number' || !Number.isInteger(value)) return problem('whole')
    if (value < rule.least) return problem('too_small', { n: rule.least })
    return value > rule.most ? problem('too_big', { n: rule.most }) : null
  }
  if (rule.kind === 'amount') return faultOfAmount(value)
  if (rule.kind === 'switch') return value === 'on' || value === 'off' ? null : problem('one_of', { list: 'on, off' })
  const typed = typeof value === 'string' ? value.trim() : ''
  if (rule.kind === 'tiers') return faultOfTiers(typed)
  if (rule.kind === 'time') return /^([01]\d|2[0-3]):[0-5]\d$/.test(typed) ? null : problem('time')
  if (typed === '') return rule.needed ? problem('empty') : null
  if (typed.length > rule.most) return problem('too_long', { n: rule.most })
  return /[\p{Cc}\u2028\u2029]/u.test(typed) || !typed.isWellFormed() ? problem('unstorable') : null
}

const MOST_AMOUNT = 1_000_000_000_000
function faultOfAmount(value: string | number | undefined): string | null {
  if (value === '') return null
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return problem('whole')
  if (value < 1) return problem('too_small', { n: 1 })
  return value > MOST_AMOUNT ? problem('too_big', { n: MOST_AMOUNT }) : null
}

/** Whether a change waits for a second person in a store that sells. What only switches off does not: it may not wait. */
export const takesTwo = (name: SettingName, after: AnySettingValue): boolean =>
  settingRules[name].second && !Object.values(after).every((value) => value === 'off')

/** Only fields of the name, where it has some of its own; texts trimmed, tiers as they are kept. */
export function cleanSetting(name: SettingName, value: AnySettingValue): AnySettingValue {
  const fields: Record<string, SettingField> = settingRules[name].fields
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => isList(name) || Object.hasOwn(fields, field))
      .map(([field, one]) => [field, typeof one === 'string' ? tidyText(fields[field], one) : one]),
  )
}

const tidyText = (rule: SettingField | undefined, text: string) =>
  rule?.kind === 'tiers' ? tidyTiers(text) : text.trim()

/** What holds when these rows have come, the later over the earlier; what none says, the release says. */
export function foldSetting<N extends SettingName>(name: N, rows: readonly object[]): StoreSettings[N] {
  const said: StoreSettings[N] = Object.assign({}, firstSettings[name], ...rows)
  if (!isList(name)) return said
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== '')) as StoreSettings[N]
}

/** The seller as papers name it: name, street, city, tax number; what nobody has said is left out. */
export const sellerLines = ({ house }: Pick<StoreSettings, 'house'>): string[] =>
  [house.legal_name, house.street, house.city, house.tax_number].filter(Boolean)
