/** What cancelling a paid order gives at this moment, held for a minute. */
import { sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { type Currency, type Minor, minor, moneyText, type PricePerGram, weightText } from '../money/money.ts'
import type { PriceNow } from '../pricing/current-prices.ts'
import { buybackOf, unitPrice } from '../pricing/price-rules.ts'
import { sellAtPrice } from '../pricing/require-selling.ts'
import { Refusal } from '../refusals.ts'
import type { Buyer } from './buyer.ts'
import { chargesFor } from './choose-delivery.ts'
import { addUp, type PricedLine, priceLines } from './guarantee-rules.ts'
import { findGuarantee, type Guaranteed } from './guarantee-store.ts'
import { refuseState } from './move-order.ts'
import type { OrderState } from './order-rules.ts'
import { requireNoChoice } from './price-windows/choose-price.ts'
import { insertQuote } from './quotes.ts'
import type { CancelQuoteView } from './refund-contract.ts'
import { capOf, fineWeightOf, settleCancellation } from './settlement-rules.ts'

export type CancelFigures = { kept: string; gain: string; back: string }

type Row = {
  id: string
  guarantee_id: string
  state: OrderState
  currency: Currency
  ask_minor: bigint
  /** Less the discount. */
  goods: Minor
  delivery: Minor
  insurance: Minor
  tax: Minor
  window_ends: Date
  in_window: boolean
}

/**
 * Quotes the cancellation of a paid order, so that the member sees the exact sum before agreeing. A quote never outlives
 * the time to cancel.
 *
 * Refuses not_found, order_state unless it is paid and nobody prepares it, cancel_window_over, price_unavailable,
 * cancel_fallen when the house would keep more than the cap, with what its gold would bring at the bid.
 */
export async function quoteCancel(karat: Karat, buyer: Buyer, orderId: string): Promise<CancelQuoteView> {
  const order = await karat.db.row<Row>(sql`
    select id, guarantee_id, state, currency, ask_minor, goods_minor - discount_minor as goods, delivery_minor as delivery,
      insurance_minor as insurance, tax_minor as tax,
      paid_at + make_interval(secs => ${karat.settings.cancel.windowSeconds}::int) as window_ends,
      paid_at + make_interval(secs => ${karat.settings.cancel.windowSeconds}::int) > now() as in_window
    from orders.orders where id = ${orderId} and member_id = ${buyer.memberId} and store = ${buyer.store}`)
  if (!order) throw new Refusal('not_found')
  if (order.state !== 'paid') return refuseState(karat.db, orderId)
  await requireNoChoice(karat.db, orderId)
  if (!order.in_window) throw new Refusal('cancel_window_over')
  const guarantee = await findGuarantee(karat.db, buyer, order.guarantee_id)
  if (!guarantee) throw new Error('an order without its guarantee')
  return sellAtPrice(karat, { store: buyer.store, currency: order.currency }, (price) =>
    quoteAt(karat, buyer, { order, guarantee }, price),
  )
}

type Paid = { order: Row; guarantee: Guaranteed }

async function quoteAt(
  karat: Karat,
  buyer: Buyer,
  { order, guarantee }: Paid,
  price: PriceNow,
): Promise<CancelQuoteView> {
  const { currency, goods, delivery, insurance, tax } = order
  const text = (amount: bigint) => moneyText(minor(amount), currency)
  const fineWeight = fineWeightOf(guarantee.lines)
  const again = costNow(karat, { ...buyer, currency }, guarantee, price.ask)
  const settlement = settleCancellation({ fineWeight, goods, delivery, insurance, tax }, { again, bid: price.bid })
  const { kept, gain, back, beyondCap } = settlement
  if (beyondCap) {
    const sale = text(buybackOf(fineWeight, price.bid))
    throw new Refusal('cancel_fallen', { currency, kept: text(kept), cap: text(capOf(goods)), sale })
  }
  const figures: CancelFigures = { kept: kept.toString(), gain: gain.toString(), back: back.toString() }
  const bound = { kind: 'cancel', orderId: order.id, memberId: buyer.memberId } as const
  const quote = await insertQuote(karat, price, bound, figures, order.window_ends)
  return {
    ...{ quote_id: quote.id, order_id: order.id, currency },
    ...{ kept: text(kept), gain: text(gain), back: text(back), again: text(again) },
    fine_weight: weightText(fineWeight),
    ask_sold: text(order.ask_minor),
    ask_now: text(price.ask),
    bid_now: text(price.bid),
    ...{ goods: text(goods), delivery: text(delivery), insurance: text(insurance), tax: text(tax) },
    created_at: quote.now.toISOString(),
    expires_at: quote.shownUntil.toISOString(),
    server_time: quote.now.toISOString(),
  }
}

/**
 * Everything that the same pieces, brought the same way, cost at this ask: each line by what it was sold by, or as the shop
 * sells the piece now if that is cheaper.
 */
function costNow({ catalogue }: Pick<Karat, 'catalogue'>, buyer: Buyer, sold: Guaranteed, ask: PricePerGram): Minor {
  const cheaper = (line: PricedLine): PricedLine => {
    const sku = catalogue.sku(buyer.store, line.skuId)?.sku
    const now = sku && { ...line, premiumBps: sku.premiumBps, making: sku.making }
    return now && unitPrice({ ...now, ask }) < unitPrice({ ...line, ask }) ? now : line
  }
  const lines = priceLines(sold.lines.map(cheaper), ask, sold.method)
  return addUp(lines, chargesFor(buyer, sold.delivery, lines)).total
}
