/** When the courier brings an order that is paid. Pure. */
import { arrivalDays, dayOf, leavingDay } from '../../delivery/delivery-rules.ts'
import type { NamedDays } from '../../stores/day-rules.ts'
import type { DeliveryData } from '../contract.ts'
import type { OrderState } from './order-rules.ts'

/** `packed_day`: promised for an order in grams; any other leaves on the first day after it was paid. */
type Sent = { state: OrderState; delivery: DeliveryData; paid_at: Date | null; packed_day: string | null; now: Date }
/** Its latest parcel; and until when money that pays it does not clear, before which it does not leave. */
type Known = { shipment: { at: Date; lost: Date | null } | undefined; clears: Date | null }

const onItsWay: readonly OrderState[] = ['paid', 'preparing', 'shipped']

/**
 * Days such as "2026-11-27" in the time of the store: after the day its parcel left, or is to leave. Null for what is collected, not paid,
 * handed over, or lost, and for what has not left by its last day: nobody knows then.
 */
export function arrivalOf(
  { state, delivery, paid_at: paidAt, packed_day: packed, now }: Sent,
  { shipment, clears }: Known,
  leaving: { timeZone: string; cutOff: string; holidays: NamedDays },
): { from: string; to: string } | null {
  if (delivery.mode !== 'courier' || !paidAt || !onItsWay.includes(state)) return null
  const days = { from: delivery.days_from, to: delivery.days_to }
  if (state === 'shipped' && shipment)
    return shipment.lost ? null : arrivalDays(dayOf(shipment.at.getTime(), leaving.timeZone), days, leaving.holidays)
  const leavesAfter = (moment: Date) => leavingDay({ now: moment.getTime(), ...leaving })
  const [first = '', later = first] = [packed ?? leavesAfter(paidAt), ...(clears ? [leavesAfter(clears)] : [])]
  const arrives = arrivalDays(later > first ? later : first, days, leaving.holidays)
  return arrives.to < dayOf(now.getTime(), leaving.timeZone) ? null : arrives
}
