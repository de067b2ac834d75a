/** How a deposit stands for its member, from what the shop knows. Pure. */
import type { DepositInfoView } from '../deposit-contract.ts'

export type DepositOutcome =
  | 'paid'
  | 'waiting'
  | 'confirming'
  | 'asking'
  | 'declined'
  | 'returning'
  | 'expired'
  | 'expired_asking'

export function depositOutcome({
  state,
  payment,
  returning,
}: Pick<DepositInfoView, 'state' | 'payment' | 'returning'>): DepositOutcome {
  if (state === 'paid') return 'paid'
  if (payment.confirming) return 'confirming'
  if (returning) return 'returning'
  if (state === 'expired')
    return payment.state === 'pending' || payment.state === 'unknown' ? 'expired_asking' : 'expired'
  if (payment.state === 'declined') return 'declined'
  if (payment.state === 'expired') return 'expired'
  return payment.state === 'unknown' ? 'asking' : 'waiting'
}

/** Whether the page asks again by itself. */
export const followsBank = (outcome: DepositOutcome): boolean =>
  ['waiting', 'confirming', 'asking', 'expired_asking'].includes(outcome)
