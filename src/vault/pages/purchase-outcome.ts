/** How a purchase that is paid from outside stands for its member, from what the shop knows. Pure. */
import type { PurchaseInfoView } from '../purchases/purchase-contract.ts'

export type PurchaseOutcome =
  | 'bought'
  | 'refused'
  | 'waiting'
  | 'confirming'
  | 'asking'
  | 'declined'
  | 'returning'
  | 'cancelled'
  | 'expired'
  | 'expired_asking'

type Known = Pick<PurchaseInfoView, 'state' | 'payment' | 'returning'>

export function purchaseOutcome({ state, payment, returning }: Known): PurchaseOutcome {
  if (state === 'paid') return 'bought'
  if (state === 'refused') return 'refused'
  if (payment.confirming) return 'confirming'
  if (returning) return 'returning'
  if (state === 'cancelled') return 'cancelled'
  if (state === 'expired')
    return payment.state === 'pending' || payment.state === 'unknown' ? 'expired_asking' : 'expired'
  if (payment.state === 'declined') return 'declined'
  if (payment.state === 'expired') return 'expired'
  return payment.state === 'unknown' ? 'asking' : 'waiting'
}

/** Whether the page asks again by itself. */
export const followsBank = (outcome: PurchaseOutcome): boolean =>
  ['waiting', 'confirming', 'asking', 'expired_asking'].includes(outcome)
