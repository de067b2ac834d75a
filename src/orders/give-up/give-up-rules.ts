/** What staff may take back, and how it is said. Pure. */
import type { OrderState } from '../core/order-rules.ts'

/** Until the pieces leave the house. What has left is returned, lost or disputed, never taken back from here. */
const giveableStates = ['pending_payment', 'payment_review', 'paid', 'preparing'] as const
type GiveableState = (typeof giveableStates)[number]
export const isGiveable = (state: OrderState): state is GiveableState =>
  (giveableStates as readonly OrderState[]).includes(state)

/** What the buyer reads in the timeline: of an error that it was ours, of a suspicion nothing that would warn whoever it is about. */
export const saidOf = ({ isOurs }: { isOurs: boolean }): string =>
  isOurs ? 'the shop made an error' : 'the shop cancelled the order'
