/** Where an order goes and what that costs. */
import type { Sql } from '../../db/database.ts'
import {
  type AddressSnapshot,
  addressAsJson,
  defaultAddressAsJson,
  type PickupPoint,
  pickupPointAsJson,
} from '../../delivery/address-queries.ts'
import { deliveryDays, deliveryFee, insuranceFee } from '../../delivery/delivery-rules.ts'
import { type Minor, minor, type PricePerGram } from '../../money/money.ts'
import { Refusal } from '../../refusals.ts'
import { firstSettings, type SettingValue } from '../../stores/setting-rules.ts'
import type { DeliveryData } from '../contract.ts'
import { grossWeightOf, type PricedLine, worthOf } from '../guarantee/guarantee-rules.ts'
import type { Buyer, DeliveryWish } from './buyer.ts'

/** Where it is wished to go, or the default address: what `chooseDelivery` reads, as an SQL expression of type json. */
export const placeOf = (buyer: Buyer, wish: DeliveryWish): Sql => {
  if (wish?.mode === 'pickup') return pickupPointAsJson(buyer.store, wish.pickup_point_id)
  return wish ? addressAsJson(buyer.memberId, wish.address_id) : defaultAddressAsJson(buyer)
}
export type Place = PickupPoint | AddressSnapshot | null

/**
 * The delivery by the store's `terms` that the member chose, or the default address, or null when there is neither. The address is copied.
 * Refuses not_found for an address that is not the member's, pickup_point_unknown, also for one that is closed.
 */
export function chooseDelivery(
  terms: SettingValue<'delivery'>,
  buyer: Buyer,
  wish: DeliveryWish,
  place: Place,
): DeliveryData | null {
  if (wish?.mode === 'pickup') {
    const point = place as PickupPoint | null
    if (!point) throw new Refusal('pickup_point_unknown')
    return {
      mode: 'pickup',
      pickup_point_id: point.id,
      name: point.name,
      street: point.street,
      city: point.city,
      hours: point.hours,
    }
  }
  const address = place as AddressSnapshot | null
  if (!address || address.store !== buyer.store) {
    if (wish) throw new Refusal('not_found')
    return null
  }
  const days = deliveryDays(buyer.store, address.provinceCode, terms)
  return {
    mode: 'courier',
    address_id: address.id,
    label: address.label,
    recipient: address.recipient,
    mobile: address.mobile,
    street: address.street,
    area: address.area,
    postal_code: address.postalCode,
    province_code: address.provinceCode,
    days_from: days.from,
    days_to: days.to,
    insurance_bps: terms.insurance_bps,
  }
}

/** Courier fee and insurance; collecting costs nothing. */
export function chargesFor(
  buyer: Pick<Buyer, 'store' | 'currency'>,
  delivery: DeliveryData | null,
  lines: PricedLine[],
  ask: PricePerGram,
): { delivery: Minor; insurance: Minor } {
  if (delivery?.mode !== 'courier') return { delivery: minor(0n), insurance: minor(0n) }
  const value = worthOf(lines, ask)
  return {
    delivery: deliveryFee({
      store: buyer.store,
      currency: buyer.currency,
      provinceCode: delivery.province_code,
      grossWeight: grossWeightOf(lines),
      value,
    }),
    insurance: insuranceFee(value, {
      insurance_bps: delivery.insurance_bps ?? firstSettings.delivery.insurance_bps,
    }),
  }
}
