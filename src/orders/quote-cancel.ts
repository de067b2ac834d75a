/** What cancelling a paid order gives at this moment, held for a minute. */
import { sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { type Currency, minor, moneyText, perGram, weight, weightText } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import type { Buyer } from './buyer.ts'
import { refuseState } from './move-order.ts'
import type { OrderState } from './order-rules.ts'
import { insertQuote } from './quotes.ts'
import type { CancelQuoteView } from './refund-contract.ts'
import { type Settlement, settleCancellation } from './settlement-rules.ts'

export type CancelFigures = { kept: string; gain: string; back: string }

type Row = {
  state: OrderState
  currency: Currency
  ask_minor: bigint
  goods_minor: bigint
  discount_minor: bigint
  delivery_minor: bigint
  insurance_minor: bigint
  tax_minor: bigint
  window_ends: Date
  in_window: boolean
  fine_weight: bigint
}

/**
 * Quotes the cancellation of a paid order, so that the member sees the exact sum before agreeing. A quote never outlives
 * the time to cancel.
 *
 * Refuses not_found, order_state unless it is paid and nobody prepares it, cancel_window_over, price_unavailable.
 */
export async function quoteCancel(karat: Karat, buyer: Buyer, orderId: string): Promise<CancelQuoteView> {
  const order = await karat.db.row<Row>(sql`
    select state, currency, ask_minor, goods_minor, discount_minor, delivery_minor, insurance_minor, tax_minor,
      paid_at + make_interval(secs => ${karat.settings.cancel.windowSeconds}::int) as window_ends,
      paid_at + make_interval(secs => ${karat.settings.cancel.windowSeconds}::int) > now() as in_window,
      (select sum(fine_weight_e4 * quantity)::bigint from orders.lines l where l.order_id = o.id) as fine_weight
    from orders.orders o where id = ${orderId} and member_id = ${buyer.memberId} and store = ${buyer.store}`)
  if (!order) throw new Refusal('not_found')
  if (order.state !== 'paid') return refuseState(karat.db, orderId)
  if (!order.in_window) throw new Refusal('cancel_window_over')
  const price = karat.prices.requireLive(buyer.store, order.currency)
  const settlement = settleCancellation(soldOf(order), price)
  const { kept, gain, back } = settlement
  const quote = await insertQuote(
    karat.db,
    { kind: 'cancel', orderId, memberId: buyer.memberId },
    price,
    { kept: kept.toString(), gain: gain.toString(), back: back.toString() } satisfies CancelFigures,
    order.window_ends,
  )
  const text = (amount: bigint) => moneyText(minor(amount), order.currency)
  return {
    quote_id: quote.id,
    order_id: orderId,
    currency: order.currency,
    ...viewSettlement(settlement, text),
    fine_weight: weightText(weight(order.fine_weight)),
    ask_sold: text(order.ask_minor),
    ask_now: text(price.ask),
    bid_now: text(price.bid),
    goods: text(order.goods_minor - order.discount_minor),
    delivery: text(order.delivery_minor),
    insurance: text(order.insurance_minor),
    tax: text(order.tax_minor),
    cap_bps: karat.settings.cancel.lossCapBps,
    created_at: quote.now.toISOString(),
    expires_at: quote.shownUntil.toISOString(),
    server_time: quote.now.toISOString(),
  }
}

const soldOf = (order: Row) => ({
  ask: perGram(order.ask_minor),
  fineWeight: weight(order.fine_weight),
  goods: minor(order.goods_minor - order.discount_minor),
  delivery: minor(order.delivery_minor),
  insurance: minor(order.insurance_minor),
  tax: minor(order.tax_minor),
})

const viewSettlement = ({ kept, capped, gain, back }: Settlement, text: (amount: bigint) => string) => ({
  kept: text(kept),
  capped,
  gain: text(gain),
  back: text(back),
})
