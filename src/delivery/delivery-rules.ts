/** What the insured courier costs and how long it takes. Pure. */
import { BPS_ONE, type Currency, divideUp, type Minor, minor, type Weight, weight } from '../money/money.ts'
import type { NamedDays } from '../stores/day-rules.ts'
import type { SettingValue } from '../stores/setting-rules.ts'

/** What the store goes by. */
type Terms = SettingValue<'delivery'>
type Zone = 'near' | 'island' | 'far' | 'remote'

/** How far a province is from the store's vault, by the first digits of its code. Source: Permendagri codes; Malaysia's state codes. */
const zones: Record<string, { prefix: RegExp; zone: Zone }[]> = {
  id: [
    { prefix: /^3[126]/, zone: 'near' }, // Jakarta, West Java, Banten
    { prefix: /^(3[345]|51)/, zone: 'island' }, // the rest of Java, Bali
    { prefix: /^([12]|5[23]|6|7)/, zone: 'far' }, // Sumatra, Nusa Tenggara, Kalimantan, Sulawesi
  ],
  my: [
    { prefix: /^1[046]/, zone: 'near' }, // Selangor, Kuala Lumpur, Putrajaya
    { prefix: /^(0|11)/, zone: 'island' }, // the rest of the peninsula
  ],
}

/** The dearest zone for a province that no line names. */
export const zoneOf = (store: string, provinceCode: string): Zone =>
  zones[store]?.find(({ prefix }) => prefix.test(provinceCode))?.zone ?? (store === 'my' ? 'far' : 'remote')

/** Days beyond the settings' window. */
const moreDays: Record<Zone, number> = { near: 0, island: 1, far: 2, remote: 5 }

/** In minor units: the first 100 g, each further 100 g begun, and each further step of value begun. */
type Tariff = { first: Record<Zone, bigint>; further: Record<Zone, bigint>; valueStep: bigint; perValueStep: bigint }

const tariffs: Record<Currency, Tariff> = {
  IDR: {
    first: { near: 35_000n, island: 45_000n, far: 65_000n, remote: 120_000n },
    further: { near: 5_000n, island: 7_000n, far: 12_000n, remote: 25_000n },
    valueStep: 100_000_000n,
    perValueStep: 25_000n,
  },
  MYR: {
    first: { near: 1_200n, island: 1_500n, far: 2_800n, remote: 2_800n },
    further: { near: 150n, island: 200n, far: 500n, remote: 500n },
    valueStep: 3_000_000n,
    perValueStep: 800n,
  },
  USD: {
    first: { near: 250n, island: 300n, far: 450n, remote: 800n },
    further: { near: 35n, island: 50n, far: 80n, remote: 170n },
    valueStep: 600_000n,
    perValueStep: 170n,
  },
}

const WEIGHT_STEP = weight(1_000_000n) // 100 g

export type Shipment = { store: string; currency: Currency; provinceCode: string; grossWeight: Weight; value: Minor }

/** What the courier costs, in minor units of `currency`: by zone, by each 100 g begun, and by each step of value beyond the first. */
export function deliveryFee({ store, currency, provinceCode, grossWeight, value }: Shipment): Minor {
  const zone = zoneOf(store, provinceCode)
  const tariff = tariffs[currency]
  const furtherWeight = stepsBeyondFirst(grossWeight, WEIGHT_STEP) * tariff.further[zone]
  return minor(tariff.first[zone] + furtherWeight + stepsBeyondFirst(value, tariff.valueStep) * tariff.perValueStep)
}

const stepsBeyondFirst = (amount: bigint, step: bigint) => (amount <= step ? 0n : divideUp(amount, step) - 1n)

/** Insurance of the whole value on its way, rounded up. */
export const insuranceFee = (value: Minor, { insurance_bps: bps }: Pick<Terms, 'insurance_bps'>): Minor =>
  minor(divideUp(value * BigInt(bps), BPS_ONE))

/** Working days from payment to the door. */
export function deliveryDays(
  store: string,
  provinceCode: string,
  { days_from, days_to }: Pick<Terms, 'days_from' | 'days_to'>,
): { from: number; to: number } {
  const more = moreDays[zoneOf(store, provinceCode)]
  return { from: days_from + more, to: days_to + more }
}

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
  const day = (after: number) => isoDay(workingDaysAfter(Date.parse(leaves), after, holidays))
  return { from: day(from), to: day(to) }
}

type Leaving = { now: number; timeZone: string; cutOff: string; holidays: NamedDays }

/** The day such as "2026-11-27" on which leaves what is paid `now`, with so many working days of other orders before it. */
export function leavingDay({ now, timeZone, cutOff, holidays }: Leaving, daysOfOthers = 0): string {
  const { date, time } = localTime(now, timeZone)
  const today = Date.parse(date)
  const leaves = isWorkingDay(today, holidays) && time < cutOff ? today : workingDaysAfter(today, 1, holidays)
  return isoDay(workingDaysAfter(leaves, daysOfOthers, holidays))
}

const DAY_MS = 86_400_000

/** `2026-11-21` at this moment in the zone. */
export const dayOf = (now: number, timeZone: string): string => localTime(now, timeZone).date

/** `2026-11-21` and `14:32` at this moment in the zone. */
function localTime(now: number, timeZone: string): { date: string; time: string } {
  const [date = '', time = ''] = new Date(now).toLocaleString('sv-SE', { timeZone }).split(' ')
  return { date, time: time.slice(0, 5) }
}

const isWorkingDay = (day: number, holidays: NamedDays): boolean =>
  ![0, 6].includes(new Date(day).getUTCDay()) && !Object.hasOwn(holidays, isoDay(day))
const isoDay = (day: number): string => new Date(day).toISOString().slice(0, 10)

function workingDaysAfter(day: number, count: number, holidays: NamedDays): number {
  let [last, left] = [day, count]
  while (left > 0) {
    last += DAY_MS
    if (isWorkingDay(last, holidays)) left--
  }
  return last
}
