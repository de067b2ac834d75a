/** How much fine gold the house is bound to at prices of its past, at most. Pure; settings.exposure has the figures. */
import { usedBy } from '../../kyc/level-rules.ts'
import { type Currency, WEIGHT_UNITS_PER_GRAM } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import type { SettingValue } from '../../stores/setting-rules.ts'

/** What open exposure is made of, each gram in one of them. */
export const exposureParts = ['guarantees', 'unpaid', 'transfers', 'cancellable', 'quotes'] as const
export type ExposurePart = (typeof exposureParts)[number]

const units = (grams: number): bigint => BigInt(grams) * WEIGHT_UNITS_PER_GRAM

export type ExposureGrams = SettingValue<'limits'>
type Limits = Record<'member' | 'store' | 'newcomers' | 'transfers', bigint>

/**
 * What a store may be bound to by what its staff set, in units of 0.0001 g: to one member, in all, to members without a completed order
 * together, and by unpaid orders that wait for a transfer.
 */
export function limitsOf({ member_grams, store_grams, transfers_grams }: ExposureGrams): Limits {
  const store = units(store_grams)
  const newcomers = store / BigInt(settings.exposure.newcomersPart)
  return { member: units(member_grams), store, newcomers, transfers: units(transfers_grams) }
}

/** What one member holds open: fine gold, and money by currency. */
export type MemberOpen = { fine: bigint; totals: { currency: Currency; total: bigint }[] }

/** Whether it is more than a member may have at the same time: a day of their level (`most`, in units; null: no limit), and never more than `limit`, the store's for one member. */
export function isBeyondMember(most: bigint | null, limit: bigint, { fine, totals }: MemberOpen): boolean {
  const used = totals.reduce((sum, { currency, total }) => sum + usedBy(total, currency), 0n)
  return fine > limit || (most !== null && used > most)
}

/** Whether so much of a limit is in use that the office is told. */
export const isAlarming = (open: bigint, limit: bigint): boolean =>
  open * 100n >= limit * BigInt(settings.exposure.alarmPercent)
