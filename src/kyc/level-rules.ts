/** What a level allows. The one place where limits are judged; settings.kyc has the figures. Pure. */
import type { Currency } from '../money/money.ts'
import { settings } from '../settings.ts'

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

/** What may be used in a day; null for no limit. */
export const dayLimit = (level: Level): bigint | null => {
  const allowed = settings.kyc.levels[level].shares
  return allowed === null ? null : BigInt(allowed) * DAY_SHARE
}
export const REPORT_FROM: bigint = BigInt(settings.kyc.reportShares) * DAY_SHARE

/** Used units as money, rounded up: a rest is never shown larger than it is. */
export const asMoney = (used: bigint, currency: Currency): bigint => {
  const unit = DAY_SHARE / shares[currency]
  return (used + unit - 1n) / unit
}

/** Units that are left as money, rounded down: so much is surely taken. */
export const asMoneyLeft = (left: bigint, currency: Currency): bigint =>
  left > 0n ? left / (DAY_SHARE / shares[currency]) : 0n

/** The lowest level whose day still takes this much; from 3 up everything goes. */
export const levelForDay = (used: bigint): Level =>
  levels.find((level) => {
    const limit = dayLimit(level)
    return limit === null || used <= limit
  }) ?? 3

/** Units of 0.0001 g that a level may hold in the vault; null for no limit. Physical pieces count nowhere. */
export const holdLimit = (level: Level): bigint | null => {
  const grams = settings.kyc.levels[level].holdsGrams
  return grams === null ? null : BigInt(grams) * 10_000n
}

/** The lowest level that may hold this weight in the vault. */
export const levelToHold = (weightE4: bigint): Level =>
  levels.find((level) => {
    const limit = holdLimit(level)
    return limit === null || weightE4 <= limit
  }) ?? 3
