/** Bars and coins in stock that a member's grams can become now. */

import { thumbnailOf } from '../../content/picture-queries.ts'
import type { Bag } from '../../karat.ts'
import { type Minor, moneyText, weight, weightText } from '../../money/money.ts'
import { storeOf } from '../../stores/stores.ts'
import { balancesOf } from '../../vault/holder.ts'
import { inGrams, priceLines } from '../guarantee/guarantee-rules.ts'
import type { Buyer } from './buyer.ts'
import { wantedLine } from './confirm-order.ts'
import { offerPacking } from './promise-packing.ts'
import type { RedeemableView } from './redeemable-contract.ts'

/** What is no heavier than the grams that the member has; whether they are cleared is judged when one is chosen. */
export async function listRedeemable(karat: Bag<'orders'>, buyer: Buyer): Promise<RedeemableView> {
  const { store, currency, language } = buyer
  const [{ gold }, queue] = await Promise.all([balancesOf(karat.db, buyer), offerPacking(karat.db, buyer.store)])
  const { ask } = karat.prices.of(store, currency)
  const { taxes } = storeOf(karat, store).settings
  const pieces = karat.catalogue
    .products(store)
    .filter(({ kind }) => kind !== 'jewellery')
    .flatMap(({ skus }) => skus)
    .filter(({ stock, fineWeight }) => stock > 0 && fineWeight <= gold)
    .toSorted((one, other) => Number(other.fineWeight - one.fineWeight) || one.id - other.id)
    .map(({ id, fineWeight }) => {
      const line = wantedLine(karat, buyer, { skuId: id, quantity: 1 })
      const rest = priceLines([inGrams(line)], ask, { tiers: [], method: 'card', taxes }).reduce(
        (sum, { total, tax }) => sum + total + tax,
        0n,
      )
      return {
        ...{ sku_id: id, product_id: line.productId, name: line.name[language] ?? line.name['en-US'] ?? '' },
        ...{ image: thumbnailOf(line.image), attributes: line.attributes },
        ...{ weight: weightText(fineWeight), rest: moneyText(rest as Minor, currency) },
      }
    })
  return { currency, gold: weightText(weight(gold)), packed_after: queue.before, packed_by: queue.by, pieces }
}
