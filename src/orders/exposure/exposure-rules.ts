/** How much fine gold the house is bound to at prices of its past, at most. Pure; settings.exposure has the figures. */
import { dayLimit, type Level, usedBy } from '../../kyc/level-rules.ts'
import { type Currency, WEIGHT_UNITS_PER_GRAM } from '../../money/money.ts'
import { settings } from '../../settings.ts'

/** What open exposure is made of, each gram in one of them. */
export const exposureParts = ['guarantees', 'unpaid', 'transfers', 'cancellable', 'quotes'] as const
export type ExposurePart = (typeof exposureParts)[number]

const units = (grams: number): bigint => BigInt(grams) * WEIGHT_UNITS_PER_GRAM

/** What a store may be bound to in all, and to members without a completed order together; units of 0.0001 g. */
export const storeLimit = units(settings.exposure.storeGrams)
export const newcomersLimit: bigint = storeLimit / BigInt(settings.exposure.newcomersPart)
/** What unpaid orders that wait for a transfer may be of that. */
export const transfersLimit = ({ exposure }: Pick<typeof settings, 'exposure'>): bigint =>
  units(exposure.transfersGrams)
export const memberLimit = units(settings.exposure.memberGrams)

/** What one member holds open: fine gold, and money by currency. */
export type MemberOpen = { fine: bigint; totals: { currency: Currency; total: bigint }[] }

/** Whether it is more than their level allows at the same time: a day of that level, and never more than `memberGrams`. */
export function isBeyondMember(level: Level, { fine, totals }: MemberOpen): boolean {
  const most = dayLimit(level)
  const used = totals.reduce((sum, { currency, total }) => sum + usedBy(total, currency), 0n)
  return fine > memberLimit || (most !== null && used > most)
}

/** Whether so much of a limit is in use that the office is told. */
export const isAlarming = (open: bigint, limit: bigint): boolean =>
  open * 100n >= limit * BigInt(settings.exposure.alarmPercent)
