/** What a delivery would cost and take, before anything is ordered. */

import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import {
  type Currency,
  exponentOf,
  type Minor,
  minor,
  moneyText,
  parseDecimal,
  type Weight,
  weight,
} from '../money/money.ts'
import { invalidInput } from '../refusals.ts'
import type { Store } from '../stores/stores.ts'
import { findProvince } from './address-queries.ts'
import type { DeliveryTermsView } from './contract.ts'
import { deliveryDays, deliveryFee, insuranceFee, journeyOf } from './delivery-rules.ts'

type Asked = { store: Store; currency: Currency; province_code: string; gross_weight: string; value: string }

/** Refuses invalid_input for a province that the store's country does not have and for an amount with too many places. */
export async function deliveryTerms(karat: Bag<'delivery'>, asked: Asked): Promise<DeliveryTermsView> {
  const { store, currency, province_code: provinceCode } = asked
  const { grossWeight, value } = parcelOf(asked)
  const province = await findProvince(karat.db, store.country, provinceCode)
  if (!province) throw invalidInput({ province_code: problem('province') })
  const fee = deliveryFee({ store: store.code, currency, provinceCode, grossWeight, value })
  const { delivery: terms, holidays } = store.settings
  const insurance = insuranceFee(value, terms)
  const days = deliveryDays(store.code, provinceCode, terms)
  const cutOff = terms.cut_off
  const journey = journeyOf({ now: karat.now(), timeZone: store.timeZone, days, cutOff, holidays })
  return {
    province: province.name,
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

function parcelOf({ gross_weight, value, currency }: Asked): { grossWeight: Weight; value: Minor } {
  const places = exponentOf(currency)
  const [grams, amount] = [parseDecimal(gross_weight, 4), parseDecimal(value, places)]
  if (grams === null) throw invalidInput({ gross_weight: problem('grams') })
  if (amount === null) throw invalidInput({ value: problem('decimals', { n: places, currency }) })
  return { grossWeight: weight(grams), value: minor(amount) }
}
