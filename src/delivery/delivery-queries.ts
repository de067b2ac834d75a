/** What a delivery would cost and take, before anything is ordered. */

import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import {
  type Currency,
  divideUp,
  exponentOf,
  type Minor,
  minor,
  moneyText,
  parseDecimal,
  type Weight,
  weight,
} from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Store } from '../stores/stores.ts'
import { goByPostcode, zoneAt, zonesOf } from '../stores/zone-rules.ts'
import { findProvince } from './address-queries.ts'
import type { DeliveryTermsView } from './contract.ts'
import { deliveryDays, deliveryFee, insuranceFee, insuredMost, journeyOf } from './delivery-rules.ts'

type Asked = {
  store: Store
  currency: Currency
  province_code: string
  postal_code?: string | undefined
  gross_weight: string
  value: string
}

/**
 * Refuses invalid_input for a province that the store's country does not have and for an amount with too many places; delivery_not_served for a
 * place that no courier goes to; parcel_not_insured above what one is insured for.
 */
export async function deliveryTerms(karat: Bag<'delivery'>, asked: Asked): Promise<DeliveryTermsView> {
  const { store, currency, province_code: provinceCode } = asked
  const { grossWeight, value } = parcelOf(asked)
  const province = await findProvince(karat.db, store.country, provinceCode)
  if (!province) throw invalidInput({ province_code: problem('province') })
  const { delivery: terms, holidays, zones: said } = store.settings
  const zones = zonesOf(said)
  const byPostcode = goByPostcode(zones)
  const zone = zoneAt(zones, { provinceCode, postalCode: asked.postal_code ?? null })
  const tariff = zone?.served && zone.tariffs[currency]
  if (!tariff) throw new Refusal('delivery_not_served', { by_postal_code: byPostcode })
  refuseUninsured(karat, asked, value)
  const fee = deliveryFee(tariff, { grossWeight, value })
  const insurance = insuranceFee(value, terms)
  const days = deliveryDays(zone, terms)
  const cutOff = terms.cut_off
  const journey = journeyOf({ now: karat.now(), timeZone: store.timeZone, days, cutOff, holidays })
  return {
    province: province.name,
    by_postal_code: byPostcode,
    fee: moneyText(fee, currency),
    insurance: moneyText(insurance, currency),
    total: moneyText(minor(fee + insurance), currency),
    currency,
    days_from: days.from,
    days_to: days.to,
    cut_off: cutOff,
    time_zone: store.timeZone,
    leaves_on: journey.leavesOn,
    arrives_from: journey.arrivesFrom,
    arrives_to: journey.arrivesTo,
  }
}

/** What is sold in another currency is held against the bound of the store's own by what a gram costs in both, where both have a price. */
function refuseUninsured({ prices }: Bag<'delivery'>, { store, currency }: Asked, value: Minor): void {
  const { code, currency: own, settings } = store
  const most = insuredMost(settings.delivery, own)
  if (most === null) return
  const [ask, ownAsk] = [prices.of(code, currency).ask, prices.of(code, own).ask]
  const worth = currency === own || ask <= 0n ? value : divideUp(value * ownAsk, ask)
  if (worth > most) throw new Refusal('parcel_not_insured', { most: moneyText(most, own), currency: own })
}

function parcelOf({ gross_weight, value, currency }: Asked): { grossWeight: Weight; value: Minor } {
  const places = exponentOf(currency)
  const [grams, amount] = [parseDecimal(gross_weight, 4), parseDecimal(value, places)]
  if (grams === null) throw invalidInput({ gross_weight: problem('grams') })
  if (amount === null) throw invalidInput({ value: problem('decimals', { n: places, currency }) })
  return { grossWeight: weight(grams), value: minor(amount) }
}
