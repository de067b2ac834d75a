/**
 * Income tax that the seller of gold collects from its buyer (PPh 22), by dated rules. A rule applies from its day and never changes; the
 * one in force on the day of a quote is kept with it. Pure. Source: product.md §9; an adviser confirms before a dealer goes live.
 */
import { divideUp, type Minor, minor } from '../money/money.ts'

type Buyer = 'end_consumer' | 'gold_business' | 'small_business'
type Rule = { rule: string; store: string; from: string; bps: number }

/** PMK 48/2023, article 2: 0.25 % of the price, not from end consumers, small businesses with a certificate, holders of an exemption letter. */
const rules: readonly Rule[] = [{ rule: 'PPh22-2023-05', store: 'id', from: '2023-05-01', bps: 25 }]

export const withholdingReasons = ['collected', 'end_consumer', 'certificate', 'letter', 'sale', 'no_rule'] as const
export type WithholdingReason = (typeof withholdingReasons)[number]
type Withholding = { rule: string; bps: number; reason: WithholdingReason }

type Sale = {
  store: string
  side: 'buy' | 'sell'
  /** Of the store's zone, as 2026-11-26. */
  day: string
  buyer: Buyer
  /** Last day of the letter or certificate; null where none was seen. */
  letterUntil: string | null
}

/** What is collected of a trade and why; a letter counts on its last day. Nothing is collected of what a member sells to the house. */
export function withholdingOf({ store, side, day, buyer, letterUntil }: Sale): Withholding {
  const inForce = rules.filter((one) => one.store === store && one.from <= day).at(-1)
  if (!inForce) return { rule: 'none', bps: 0, reason: 'no_rule' }
  const { rule, bps } = inForce
  const free = (reason: WithholdingReason): Withholding => ({ rule, bps: 0, reason })
  if (side === 'sell') return free('sale')
  if (buyer === 'end_consumer') return free('end_consumer')
  const isValid = letterUntil !== null && letterUntil >= day
  if (isValid) return free(buyer === 'small_business' ? 'certificate' : 'letter')
  return { rule, bps, reason: 'collected' }
}

/** Of the price before tax; rounded up to a whole minor unit. */
export const withheld = (amount: Minor, { bps }: Pick<Withholding, 'bps'>): Minor =>
  minor(divideUp(amount * BigInt(bps), 10_000n))
