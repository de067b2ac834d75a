/** What a level allows, by what a store said of it and else the release. The one place where limits are judged. Pure. */
import { type Currency, minorOfWhole, WEIGHT_UNITS_PER_GRAM } from '../money/money.ts'
import { settings } from '../settings.ts'
import type { StoreSettings } from '../stores/setting-rules.ts'

export const levels = [0, 1, 2, 3] as const
export type Level = (typeof levels)[number]
/** What is taken of a day: what is bought (`vault`: grams from a cash balance; `purchase`: grams with money from outside), and what is put into a cash balance. */
const limitedKinds = ['order', 'vault', 'deposit', 'purchase'] as const
export type LimitedKind = (typeof limitedKinds)[number]
/** What a day is made of: sales to the house as well, which nothing limits. */
export const takingKinds = [...limitedKinds, 'sale'] as const
export type TakingKind = (typeof takingKinds)[number]

export const levelName = (level: Level): `T${Level}` => `T${level}`
export const steps = ['real_name', 'documents', 'funds'] as const
/** What a member does to climb by one level. */
export type Step = (typeof steps)[number]
export type Approved = { [S in Step]: boolean }

/** The level that approved steps make: each counts only on top of those before it. */
export function levelOf(approved: Approved): Level {
  const missing = steps.findIndex((step) => !approved[step])
  return (missing === -1 ? steps.length : missing) as Level
}

/** What is left to do to reach a level. */
export const stepsTo = (level: Level, approved: Approved): Step[] =>
  steps.slice(0, level).filter((step) => !approved[step])

const greatestDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestDivisor(b, a % b))
const shares = settings.kyc.dayShare
/** One share of a day in the smallest unit that a minor unit of every currency is a whole number of. */
export const DAY_SHARE: bigint = Object.values(shares).reduce((all, one) => (all * one) / greatestDivisor(all, one), 1n)

/** What an amount takes of a day's limit. Exact: three purchases of a third take all of it. */
export const usedBy = (amountMinor: bigint, currency: Currency): bigint => amountMinor * (DAY_SHARE / shares[currency])

/** What may be used in a day and held in the vault at each level from T0 on (null: no bound), and from which day on staff look at it; in units, and in 0.0001 g. */
export type LevelLimits = { day: readonly (bigint | null)[]; hold: readonly (bigint | null)[]; report: bigint }
type Said = StoreSettings['members']

const shareOf = { day_t1: 't1', day_t2: 't2', report_from: 'report' } as const
export type DayField = keyof typeof shareOf
/** What holds where a store has said nothing, in units. */
export const releasedUnits = (field: DayField): bigint => BigInt(settings.kyc.shares[shareOf[field]]) * DAY_SHARE
/** Units of one whole rupiah, ringgit, dollar. */
export const unitsOfWhole = (own: Currency): bigint => usedBy(minorOfWhole(own), own)

/** By what a store said, in its own currency. */
export function levelLimits(said: Said, own: Currency): LevelLimits {
  const units = (field: DayField) =>
    said[field] === '' ? releasedUnits(field) : BigInt(said[field]) * unitsOfWhole(own)
  const grams = (of: number) => BigInt(of) * WEIGHT_UNITS_PER_GRAM
  return {
    day: [units('day_t1'), units('day_t1'), units('day_t2'), null],
    hold: [0n, grams(said.hold_t1), grams(said.hold_t2), null],
    report: units('report_from'),
  }
}

/** Used units as money, rounded up: a rest is never shown larger than it is. */
export const asMoney = (used: bigint, currency: Currency): bigint => {
  const unit = DAY_SHARE / shares[currency]
  return (used + unit - 1n) / unit
}

/** Units that are left as money, rounded down: so much is surely taken. */
export const asMoneyLeft = (left: bigint, currency: Currency): bigint =>
  left > 0n ? left / (DAY_SHARE / shares[currency]) : 0n

const lowestOf = (limits: readonly (bigint | null)[], asked: bigint): Level =>
  levels.find((level) => {
    const limit = limits[level] ?? null
    return limit === null || asked <= limit
  }) ?? 3

/** The lowest level whose day still takes this much; from 3 up everything goes. */
export const levelForDay = ({ day }: LevelLimits, used: bigint): Level => lowestOf(day, used)

/** The lowest level that may hold this weight in the vault. Physical pieces count nowhere. */
export const levelToHold = ({ hold }: LevelLimits, weightE4: bigint): Level => lowestOf(hold, weightE4)
