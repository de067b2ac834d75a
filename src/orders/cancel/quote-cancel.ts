/** What cancelling a paid order gives at this moment, held for a minute. */
import { sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { type Currency, type Minor, minor, moneyText, weightText } from '../../money/money.ts'
import type { PaidBy } from '../../payments/method-rules.ts'
import { listPayments } from '../../payments/open-payment.ts'
import { requireComplete } from '../../payments/return-money.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { sellAtPrice } from '../../pricing/require-selling.ts'
import { Refusal } from '../../refusals.ts'
import type { Buyer } from '../core/buyer.ts'
import { refuseState } from '../core/move-order.ts'
import type { OrderState } from '../core/order-rules.ts'
import { insertQuote } from '../core/quotes.ts'
import { settleNow } from '../guarantee/settlement-now.ts'
import { requireNoChoice } from '../price-windows/choose-price.ts'
import type { CancelQuoteView } from '../refunds/refund-contract.ts'

export type CancelFigures = { kept: string; gain: string; back: string }

type Row = {
  id: string
  guaranteeId: string
  state: OrderState
  method: PaidBy
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
 * Refuses not_found, order_state unless it is paid and nobody prepares it, cancel_window_over,
 * payment_disputed and payment_short while not all of its money is there, price_unavailable,
 * cancel_fallen when the house would keep more than the cap, with what its gold would bring at the bid.
 */
export async function quoteCancel(karat: Bag<'orders'>, buyer: Buyer, orderId: string): Promise<CancelQuoteView> {
  const order = await karat.db.row<Row>(sql`
    select id, guarantee_id as "guaranteeId", state, method, currency, ask_minor, goods_minor - discount_minor as goods, delivery_minor as delivery,
      insurance_minor as insurance, tax_minor as tax,
      paid_at + make_interval(secs => cancel_seconds) as window_ends,
      paid_at + make_interval(secs => cancel_seconds) > now() as in_window
    from orders.orders where id = ${orderId} and member_id = ${buyer.memberId} and store = ${buyer.store}`)
  if (!order) throw new Refusal('not_found')
  if (order.state !== 'paid') return refuseState(karat.db, orderId)
  await requireNoChoice(karat.db, orderId)
  if (!order.in_window) throw new Refusal('cancel_window_over')
  for (const payment of await listPayments(karat.db, orderId)) requireComplete(payment)
  return sellAtPrice(karat, { store: buyer.store, currency: order.currency }, (price) =>
    quoteAt(karat, buyer, order, price),
  )
}

async function quoteAt(karat: Bag<'orders'>, buyer: Buyer, order: Row, price: PriceNow): Promise<CancelQuoteView> {
  const { currency, goods, delivery, insurance, tax } = order
  const text = (amount: bigint) => moneyText(minor(amount), currency)
  const sold = { ...order, memberId: buyer.memberId, store: buyer.store }
  const { kept, gain: risen, back, again, fineWeight } = await settleNow(karat.db, karat, sold, price)
  // Its price was held for the hours of a transfer: what it rose by meanwhile is nobody's to gain.
  const gain = order.method === 'bank_transfer' ? 0n : risen
  const figures: CancelFigures = { kept: kept.toString(), gain: gain.toString(), back: back.toString() }
  const bound = { kind: 'cancel', subjectId: order.id, memberId: buyer.memberId } as const
  const quote = await insertQuote(karat, { price, bound, figures, notAfter: order.window_ends })
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
