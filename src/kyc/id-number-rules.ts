/** What the numbers of identity cards say about their holders. Pure; the form and the door ask the same questions. */
import { isDay } from '../locale/day-rules.ts'
import { settings } from '../settings.ts'
import type { StoreSettings } from '../stores/setting-rules.ts'
import { isProvince, isRegency } from './nik-region-rules.ts'

export const idTypes = ['nik', 'nric', 'passport'] as const
export type IdType = (typeof idTypes)[number]
export type Sex = 'female' | 'male'
/** Why a number cannot be one of its kind. */
type NumberFault =
  | 'nik_digits'
  | 'nik_province'
  | 'nik_birth'
  | 'nik_serial'
  | 'nric_digits'
  | 'nric_birth'
  | 'passport_form'
/** Where a number does not fit what its holder says, or a name was approved before; a person looks at those. */
export type Doubt = 'birth_date' | 'sex' | 'region' | 'passport' | 'told_before'

export type Said = { birthDate: string; sex: Sex }

type Taken = Pick<StoreSettings['members'], 'minimum_age' | 'passport'>
/** What a person may be known by in a store; the first is proposed. A passport where the store takes it, or knows nothing else. */
export function idTypesOf(store: string, { passport }: Taken): IdType[] {
  const own: readonly IdType[] = settings.kyc.idTypes[store as keyof typeof settings.kyc.idTypes] ?? ['passport']
  return own.filter((type) => type !== 'passport' || passport === 'on' || own.length === 1)
}
/** Full years: what the store asks for, and never less than the law of its country. */
export const minimumAgeOf = (store: string, { minimum_age }: Taken): number =>
  Math.max(minimum_age, settings.kyc.minimumAge[store as keyof typeof settings.kyc.minimumAge] ?? 18)

/** The one spelling of a number that is compared and stored. */
export const plainNumber = (text: string): string => text.replace(/[\s.-]/g, '').toUpperCase()

/** Whether the number can be one of its kind; null when it can. `number` is plain. */
export function numberFault(type: IdType, number: string): NumberFault | null {
  if (type === 'nik') return nikFault(number)
  if (type === 'nric') return nricFault(number)
  return /^[A-Z0-9]{6,12}$/.test(number) && /\d/.test(number) ? null : 'passport_form'
}

/** Where the number and its holder disagree. `number` has no fault. */
export function doubtsOf(type: IdType, number: string, said: Said): Doubt[] {
  if (type === 'passport') return ['passport']
  const facts = numberFacts(type, number)
  const [year = '', month, day] = said.birthDate.split('-')
  return [
    ...(facts.birth === `${year.slice(2)}${month}${day}` ? [] : (['birth_date'] as const)),
    ...(facts.sex === said.sex ? [] : (['sex'] as const)),
    ...(type === 'nik' && !isRegency(number.slice(0, 4)) ? (['region'] as const) : []),
  ]
}

type NumberFacts = { /** YYMMDD */ birth: string; sex: Sex }

/** What a card's number says about its holder. `number` has no fault. */
export const numberFacts = (type: Exclude<IdType, 'passport'>, number: string): NumberFacts =>
  type === 'nik' ? nikFacts(number) : nricFacts(number)

/** NIK: province, regency, district (2 digits each), day (+40 for women), month, year, serial of four. Source: UU 24/2013, Perpres 96/2018. */
function nikFault(number: string): NumberFault | null {
  if (!/^\d{16}$/.test(number)) return 'nik_digits'
  if (!isProvince(number.slice(0, 2)) || /00/.test(`${number.slice(2, 4)} ${number.slice(4, 6)}`)) return 'nik_province'
  if (!isDate(nikFacts(number).birth)) return 'nik_birth'
  return number.endsWith('0000') ? 'nik_serial' : null
}

function nikFacts(number: string): NumberFacts {
  const day = Number(number.slice(6, 8))
  const plain = String(day > 40 ? day - 40 : day).padStart(2, '0')
  return { birth: `${number.slice(10, 12)}${number.slice(8, 10)}${plain}`, sex: day > 40 ? 'female' : 'male' }
}

/** NRIC: YYMMDD, place of birth, four digits of which the last is odd for men. Source: National Registration Regulations 1990. */
function nricFault(number: string): NumberFault | null {
  if (!/^\d{12}$/.test(number)) return 'nric_digits'
  return isDate(number.slice(0, 6)) ? null : 'nric_birth'
}

const nricFacts = (number: string): NumberFacts => ({
  birth: number.slice(0, 6),
  sex: Number(number.at(-1)) % 2 === 1 ? 'male' : 'female',
})

/** YYMMDD of one of the two centuries that living people were born in. */
const isDate = (yymmdd: string): boolean =>
  ['19', '20'].some((century) => isDay(`${century}${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4)}`))

/** Full years from a birthday to a day, both YYYY-MM-DD. */
export const yearsBetween = (birthDate: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(5) < birthDate.slice(5) ? 1 : 0)

/** A name as cards have it: letters of any script, and what stands between them. */
export const isPersonName = (text: string): boolean =>
  /^[\p{L}\p{M}][\p{L}\p{M} .,'’/-]{1,99}$/u.test(text.trim()) && (text.match(/\p{L}/gu)?.length ?? 0) >= 2

/** All but the last four characters hidden. */
export const masked = (end: string): string => `•••• ${end}`

/** Whether plain digits and letters can be a tax number: NPWP of 15 or 16 digits, TIN of letters and 9 to 13 digits, else anything. */
export function isTaxNumber(country: string, number: string): boolean {
  if (country === 'ID') return /^\d{15,16}$/.test(number)
  return country === 'MY' ? /^[A-Z]{1,2}\d{9,13}$/.test(number) : /^[A-Z0-9]{5,20}$/.test(number)
}
