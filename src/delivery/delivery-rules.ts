/** What the insured courier costs and how long it takes. Pure. */
import { BPS_ONE, type Currency, divideUp, exponentOf, type Minor, minor, type Weight, weight } from '../money/money.ts'
import type { NamedDays } from '../stores/day-rules.ts'
import type { SettingValue } from '../stores/setting-rules.ts'
import { isWorkingDay, workingDaysAfter } from '../stores/working-day-rules.ts'
import type { Tariff, Zone } from '../stores/zone-rules.ts'

/** What the store goes by. */
type Terms = SettingValue<'delivery'>

const WEIGHT_STEP = weight(1_000_000n) // 100 g

export type Shipment = { grossWeight: Weight; value: Minor }

/** What the courier costs, in the tariff's minor units: by each 100 g begun, and by each step of value beyond the first. */
export function deliveryFee(
  { first, further, valueStep, perValueStep }: Tariff,
  { grossWeight, value }: Shipment,
): Minor {
  const furtherWeight = stepsBeyondFirst(grossWeight, WEIGHT_STEP) * further
  const furtherValue = valueStep === null ? 0n : stepsBeyondFirst(value, valueStep) * perValueStep
  return minor(first + furtherWeight + furtherValue)
}

const stepsBeyondFirst = (amount: bigint, step: bigint) => (amount <= step ? 0n : divideUp(amount, step) - 1n)

/** Insurance of the whole value on its way, rounded up. */
export const insuranceFee = (value: Minor, { insurance_bps: bps }: Pick<Terms, 'insurance_bps'>): Minor =>
  minor(divideUp(value * BigInt(bps), BPS_ONE))

/** The most that one parcel is insured for, in minor units of the store's own currency; null: no bound. */
export const insuredMost = ({ insured_most: most }: Pick<Terms, 'insured_most'>, own: Currency): Minor | null =>
  most === '' ? null : minor(BigInt(most) * 10n ** BigInt(exponentOf(own)))

/** Working days from payment to the door. */
export const deliveryDays = (
  { moreDays }: Pick<Zone, 'moreDays'>,
  { days_from, days_to }: Pick<Terms, 'days_from' | 'days_to'>,
): { from: number; to: number } => ({ from: days_from + moreDays, to: days_to + moreDays })

/**
 * Whether the codes name one place: a province, and below it exactly as many levels as the store's addresses have.
 * `known` are the regions found for these codes.
 */
export function isRegionChain(
  codes: (string | null)[],
  known: { code: string; parentCode: string | null; level: number }[],
  levels: number,
): boolean {
  return codes.every((code, above) => {
    if (above >= levels) return code === null
    const region = known.find((one) => one.code === code)
    return region?.level === above + 1 && region.parentCode === (above === 0 ? null : codes[above - 1])
  })
}

type Days = { from: number; to: number }
type Journey = { leavesOn: string; arrivesFrom: string; arrivesTo: string }

/**
 * The days, as yyyy-mm-dd of the store's zone, on which a parcel paid at `now` leaves and may arrive. It leaves on the
 * same day when that is a working day (Monday to Friday, no holiday of the store) and the time is before `cutOff`.
 */
export function journeyOf({ days, ...leaving }: Leaving & { days: Days }): Journey {
  const leavesOn = leavingDay(leaving)
  const { from, to } = arrivalDays(leavesOn, days, leaving.holidays)
  return { leavesOn, arrivesFrom: from, arrivesTo: to }
}

/** The days on which arrives what left on the day `leaves`. */
export function arrivalDays(leaves: string, { from, to }: Days, holidays: NamedDays): { from: string; to: string } {
  const day = (after: number) => workingDaysAfter(leaves, after, holidays)
  return { from: day(from), to: day(to) }
}

type Leaving = { now: number; timeZone: string; cutOff: string; holidays: NamedDays }

/** The day such as "2026-11-27" on which leaves what is paid `now`, with so many working days of other orders before it. */
export function leavingDay({ now, timeZone, cutOff, holidays }: Leaving, daysOfOthers = 0): string {
  const { date, time } = localTime(now, timeZone)
  const leaves = isWorkingDay(date, holidays) && time < cutOff ? date : workingDaysAfter(date, 1, holidays)
  return workingDaysAfter(leaves, daysOfOthers, holidays)
}

/** `2026-11-21` at this moment in the zone. */
export const dayOf = (now: number, timeZone: string): string => localTime(now, timeZone).date

/** `2026-11-21` and `14:32` at this moment in the zone. */
function localTime(now: number, timeZone: string): { date: string; time: string } {
  const [date = '', time = ''] = new Date(now).toLocaleString('sv-SE', { timeZone }).split(' ')
  return { date, time: time.slice(0, 5) }
}
