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
import { releasedZones } from '../../delivery/released-zone-rules.ts'
import {
  type Currency,
  exponentOf,
  type Minor,
  minor,
  moneyText,
  type PricePerGram,
  parseDecimal,
} from '../../money/money.ts'
import { Refusal } from '../../refusals.ts'
import { firstSettings, foldSetting } from '../../stores/setting-rules.ts'
import type { SettingsSaid } from '../../stores/stores.ts'
import { type Tariff, type Zone, zoneAt, zonesOf } from '../../stores/zone-rules.ts'
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
 * The delivery by what the store said that the member chose, or the default address, or null when there is neither. Address, days, tariff
 * and share of insurance are copied. Refuses not_found for an address that is not the member's, pickup_point_unknown, also for one that is
 * closed, delivery_not_served for an address that was chosen and that no courier of the store goes to; the default one is passed over then.
 */
export function chooseDelivery(
  said: SettingsSaid,
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
  const terms = termsTo(said, buyer.currency, address)
  if (!terms) {
    if (wish) throw new Refusal('delivery_not_served')
    return null
  }
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
    ...terms,
  }
}

type Courier = Extract<DeliveryData, { mode: 'courier' }>

/** The same place by what the store says now; null where its courier goes there no more. */
export function deliveryAnew(
  said: SettingsSaid,
  currency: Currency,
  delivery: DeliveryData | null,
): DeliveryData | null {
  if (delivery?.mode !== 'courier') return delivery
  const { province_code: provinceCode, postal_code: postalCode } = delivery
  const terms = termsTo(said, currency, { provinceCode, postalCode })
  return terms && { ...delivery, ...terms }
}

type To = { provinceCode: string; postalCode: string }

/** What a delivery keeps of what its store said; null where no zone that is served has the place, or none has a price in the currency. */
function termsTo(
  { delivery, zones }: SettingsSaid,
  currency: Currency,
  to: To,
): Pick<Courier, 'days_from' | 'days_to' | 'insurance_bps' | 'tariff'> | null {
  const zone = zoneAt(zonesOf(foldSetting('zones', [zones ?? {}])), to)
  const tariff = zone?.served && zone.tariffs[currency]
  if (!tariff) return null
  const terms = foldSetting('delivery', [delivery ?? {}])
  const days = deliveryDays(zone, terms)
  return {
    ...{ days_from: days.from, days_to: days.to, insurance_bps: terms.insurance_bps },
    tariff: tariffText(tariff, currency),
  }
}

const tariffText = ({ first, further, valueStep, perValueStep }: Tariff, currency: Currency) => ({
  first: moneyText(first, currency),
  further: moneyText(further, currency),
  value_step: valueStep === null ? null : moneyText(valueStep, currency),
  per_value_step: moneyText(perValueStep, currency),
})

/** Courier fee and insurance by what the delivery itself keeps; collecting costs nothing. */
export function chargesFor(
  buyer: Pick<Buyer, 'store' | 'currency'>,
  delivery: DeliveryData | null,
  lines: PricedLine[],
  ask: PricePerGram,
): { delivery: Minor; insurance: Minor } {
  if (delivery?.mode !== 'courier') return { delivery: minor(0n), insurance: minor(0n) }
  const value = worthOf(lines, ask)
  return {
    delivery: deliveryFee(tariffKept(buyer, delivery), { grossWeight: grossWeightOf(lines), value }),
    insurance: insuranceFee(value, {
      insurance_bps: delivery.insurance_bps ?? firstSettings.delivery.insurance_bps,
    }),
  }
}

/** A delivery that was chosen before tariffs were data goes by those of its release. */
function tariffKept({ store, currency }: Pick<Buyer, 'store' | 'currency'>, { tariff, ...to }: Courier): Tariff {
  if (!tariff) return releasedTariff(store, currency, to)
  const amount = (text: string) => {
    const read = parseDecimal(text, exponentOf(currency))
    if (read === null) throw new Error(`a delivery keeps ${text}, which is no amount in ${currency}`)
    return minor(read)
  }
  const { first, further, value_step, per_value_step } = tariff
  return {
    ...{ first: amount(first), further: amount(further), perValueStep: amount(per_value_step) },
    valueStep: value_step === null ? null : amount(value_step),
  }
}

function releasedTariff(store: string, currency: Currency, to: Pick<Courier, 'province_code'>): Tariff {
  const place = { provinceCode: to.province_code, postalCode: null }
  const zone: Zone | undefined = zoneAt(zonesOf(releasedZones[store] ?? {}), place)
  const tariff = zone?.tariffs[currency]
  if (!tariff) throw new Error(`a delivery of ${store} keeps no tariff`)
  return tariff
}
