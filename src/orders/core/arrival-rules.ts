/** When the courier brings an order that is paid. Pure. */
import { arrivalDays, leavingDay } from '../../delivery/delivery-rules.ts'
import type { DeliveryData } from '../contract.ts'
import type { OrderState } from './order-rules.ts'

/** `packed_day`: promised for an order in grams; any other leaves on the first day after it was paid. */
type Sent = { state: OrderState; delivery: DeliveryData; paid_at: Date | null; packed_day: string | null }

const onItsWay: readonly OrderState[] = ['paid', 'preparing', 'shipped']

/** Days such as "2026-11-27" in the time of the store; null for what is collected, not paid, or handed over. */
export function arrivalOf(
  { state, delivery, paid_at: paidAt, packed_day: packed }: Sent,
  leaving: { timeZone: string; cutOff: string },
): { from: string; to: string } | null {
  if (delivery.mode !== 'courier' || !paidAt || !onItsWay.includes(state)) return null
  const leaves = packed ?? leavingDay({ now: paidAt.getTime(), ...leaving })
  return arrivalDays(leaves, { from: delivery.days_from, to: delivery.days_to })
}
