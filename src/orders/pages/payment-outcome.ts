/** How the payment of an order stands for its buyer, from what the shop knows. Pure. */
import type { OrderInfoView } from '../contract.ts'

export type Outcome =
  | 'paid'
  | 'waiting'
  | 'asking_bank'
  | 'confirming'
  | 'unpaid'
  | 'declined'
  | 'expired'
  | 'expired_asking'
  | 'cancelled'
  | 'review'

export function outcomeOf({ state, payment }: Pick<OrderInfoView, 'state' | 'payment'>): Outcome {
  // Nobody can close a QR code: one that is open says nothing of a payment.
  const undecided = payment?.method !== 'qris' && (payment?.state === 'pending' || payment?.state === 'unknown')
  switch (state) {
    case 'pending_payment':
      if (payment?.state === 'declined') return 'declined'
      if (payment?.confirming) return 'confirming'
      if (payment?.state === 'unknown') return 'asking_bank'
      return payment?.state === 'pending' || payment?.state === 'captured' ? 'waiting' : 'unpaid'
    case 'payment_review':
      return 'review'
    case 'cancelled':
      return 'cancelled'
    case 'expired':
      return undecided ? 'expired_asking' : payment?.state === 'captured' ? 'review' : 'expired'
    default:
      return 'paid'
  }
}
