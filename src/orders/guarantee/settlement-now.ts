/** What giving up a paid order comes to at a price of this moment. */
import type { Queryable } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'
import { type Currency, type Minor, minor, moneyText, type PricePerGram } from '../../money/money.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { buybackOf, unitPrice } from '../../pricing/price-rules.ts'
import { Refusal } from '../../refusals.ts'
import { chargesFor } from '../core/choose-delivery.ts'
import { addUp, type PricedLine, priceSold, soldGoldOf } from './guarantee-rules.ts'
import { findGuarantee, type Guaranteed } from './guarantee-store.ts'
import { capOf, type Settlement, type Sold, settleCancellation } from './settlement-rules.ts'

/** A paid order; `goods` is less the discount. */
export type PaidOrder = Omit<Sold, 'fineWeight'> & {
  guaranteeId: string
  memberId: string
  store: string
  currency: Currency
}
type SettledNow = Settlement & { again: Minor; fineWeight: Sold['fineWeight'] }

/** Refuses cancel_fallen when the house would keep more than the cap, with what the order's gold would bring at the bid. */
export async function settleNow(
  db: Queryable,
  karat: Pick<Karat, 'catalogue'>,
  order: PaidOrder,
  { ask, bid }: Pick<PriceNow, 'ask' | 'bid'>,
): Promise<SettledNow> {
  const guarantee = await findGuarantee(db, order, order.guaranteeId)
  if (!guarantee) throw new Error('an order without its guarantee')
  const fineWeight = soldGoldOf(guarantee.lines)
  const again = costNow(karat, order, guarantee, ask)
  const settlement = settleCancellation({ ...order, fineWeight }, { again, bid })
  if (settlement.beyondCap) {
    const text = (amount: bigint) => moneyText(minor(amount), order.currency)
    const sale = text(buybackOf(fineWeight, bid))
    const { currency, goods } = order
    throw new Refusal('cancel_fallen', { currency, kept: text(settlement.kept), cap: text(capOf(goods)), sale })
  }
  return { ...settlement, again, fineWeight }
}

/**
 * Everything that the same pieces, brought the same way, cost at this ask: each line by what it was sold by, or as the shop
 * sells the piece now if that is cheaper.
 */
function costNow(
  { catalogue }: Pick<Karat, 'catalogue'>,
  order: PaidOrder,
  sold: Guaranteed,
  ask: PricePerGram,
): Minor {
  const cheaper = (line: PricedLine): PricedLine => {
    const sku = catalogue.sku(order.store, line.skuId)?.sku
    const now = sku && { ...line, premiumBps: sku.premiumBps, making: sku.making }
    return now && unitPrice({ ...now, ask }) < unitPrice({ ...line, ask }) ? now : line
  }
  const lines = priceSold({ ...sold, lines: sold.lines.map(cheaper) }, ask)
  return addUp(lines, chargesFor(order, sold.delivery, lines, ask)).total
}
