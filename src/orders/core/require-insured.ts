/** The most that one parcel of a store is insured for. */
import { insuredMost } from '../../delivery/delivery-rules.ts'
import type { Bag } from '../../karat.ts'
import { divideUp, type Minor, minor, moneyText, type PricePerGram } from '../../money/money.ts'
import { Refusal } from '../../refusals.ts'
import { foldSetting } from '../../stores/setting-rules.ts'
import { type SettingsSaid, storeOf } from '../../stores/stores.ts'
import type { DeliveryData } from '../contract.ts'
import type { Buyer } from './buyer.ts'

type Parcel = {
  delivery: DeliveryData | null
  /** Whether the member chose where it goes: then they are told why it cannot. */
  chosen: boolean
  worth: Minor
  ask: PricePerGram
}

/**
 * The delivery, or null where nobody chose it and no parcel is insured for so much. The bound is money of the store's own currency; what is
 * sold in another one is held against it by what a gram costs in both.
 * Refuses parcel_not_insured where it was chosen.
 */
export function insuredDelivery(
  karat: Pick<Bag<'orders'>, 'prices' | 'stores'>,
  { store, currency }: Pick<Buyer, 'store' | 'currency'>,
  said: SettingsSaid,
  { delivery, chosen, worth, ask }: Parcel,
): DeliveryData | null {
  const { currency: own } = storeOf(karat, store)
  const most = insuredMost(foldSetting('delivery', [said.delivery ?? {}]), own)
  if (most === null || delivery?.mode !== 'courier') return delivery
  const inOwn = currency === own ? worth : divideUp(worth * karat.prices.of(store, own).ask, ask)
  if (inOwn <= most) return delivery
  if (chosen) throw new Refusal('parcel_not_insured', { most: moneyText(minor(most), own), currency: own })
  return null
}
