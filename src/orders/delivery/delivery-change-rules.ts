/** Where a paid order may go instead. Pure. */
import type { DeliveryData } from '../contract.ts'
import type { OrderState } from '../core/order-rules.ts'

/** Paid, and still in the house. */
export const mayChange = (state: OrderState): boolean => state === 'paid' || state === 'preparing'

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

export const barriers = ['delivery_not_served', 'courier_unpaid', 'other_recipient', 'address_too_new'] as const
export type Barrier = (typeof barriers)[number]
type Place = { became: DeliveryData | null; isNew: boolean }

/**
 * What keeps an order from going there: a place that no zone of the store has, a courier that was not paid for, somebody else who would receive it, or an address that has not
 * stood in the buyer's book for a day. Null where nothing does.
 */
export function barrierOf(was: DeliveryData, { became, isNew }: Place): Barrier | null {
  if (became === null) return 'delivery_not_served'
  if (became.mode === 'pickup') return null
  if (was.mode === 'pickup') return 'courier_unpaid'
  if (plain(was.recipient) !== plain(became.recipient)) return 'other_recipient'
  return isNew ? 'address_too_new' : null
}

/** The place in one line, without who waits there. */
export const placeText = (delivery: DeliveryData): string =>
  (delivery.mode === 'courier'
    ? [delivery.street, delivery.area, delivery.postal_code]
    : [delivery.name, delivery.street, delivery.city]
  )
    .filter(Boolean)
    .join(', ')

/** Whether a courier or a buyer would not see a difference. */
export const isSamePlace = (one: DeliveryData, other: DeliveryData): boolean =>
  one.mode === 'courier' && other.mode === 'courier'
    ? placeText(one) === placeText(other) && one.recipient === other.recipient && one.mobile === other.mobile
    : one.mode === 'pickup' && other.mode === 'pickup' && one.pickup_point_id === other.pickup_point_id
