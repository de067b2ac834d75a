/** Giving up a paid order: the one way in which its money, stock and state go back together. */
import { releaseStock } from '../../catalogue/reserve-stock.ts'
import { type Sql, sql, type Tx } from '../../db/database.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import type { Currency, Weight } from '../../money/money.ts'
import { returnTenders } from '../../payments/tenders.ts'
import { returnGrams } from '../../vault/redeem-gold.ts'
import { moveOrder } from './move-order.ts'
import { saleSettled } from './order-postings.ts'
import type { OrderState } from './order-rules.ts'

export type PaidAmounts = {
  id: string
  number: string
  member_id: string
  store: string
  currency: Currency
  state: OrderState
  goods_minor: bigint
  discount_minor: bigint
  delivery_minor: bigint
  insurance_minor: bigint
  tax_minor: bigint
  total_minor: bigint
  grams_e4: Weight
}

type GivingUp = {
  from: 'paid' | 'preparing'
  kept: bigint
  gain: bigint
  quoteId: string | null
  because: 'cancel' | 'request' | 'given_up' | 'price_window'
  occasion: string
  actor: string
  reason: string
}

/**
 * Cancels a paid order inside `tx`: its stock is for sale again, everything paid less `kept` is, as far as it is still
 * there, on its way back to the tenders it came from, grams are the member's again, `kept` and `gain` are booked, and a gain is in the member's cash balance. Its payments are
 * held locked by the caller. Refuses order_state unless the order is where it is expected.
 */
export async function giveUpOrder(tx: Tx, order: PaidAmounts, giving: GivingUp): Promise<void> {
  const { from, kept, gain, actor, reason } = giving
  await moveOrder(tx, { orderId: order.id, from, to: 'cancelled', actor, reason })
  await releaseStock(tx, order.id)
  await tx.run(sql`
    insert into orders.settlements (order_id, quote_id, kept_minor, gain_minor, because)
    values (${order.id}, ${giving.quoteId}, ${kept}, ${gain}, ${giving.because})`)
  if (order.grams_e4 > 0n) await returnGrams(tx, order.id, { occasion: giving.occasion, actor })
  if (kept !== 0n || gain !== 0n) await postTransfer(tx, saleSettled(order, giving))
  await returnTenders(tx, order.id, {
    parts: {
      order_money: order.goods_minor - order.discount_minor - kept,
      delivery_fees: order.delivery_minor,
      insurance_fees: order.insurance_minor,
      tax_payable: order.tax_minor,
    },
    occasion: giving.occasion,
    actor,
  })
}

/** An order with what was paid for it, locked. Its captured payments are locked before it (payments/open-payment.ts). */
export const lockPaidOrder = (tx: Tx, orderId: string): Promise<PaidAmounts | undefined> =>
  tx.row<PaidAmounts>(sql`
    select id, number, member_id, store, currency, state, goods_minor, discount_minor, delivery_minor, insurance_minor,
      grams_e4, tax_minor, total_minor from orders.orders where id = ${orderId} for update`)

/** Whether no gold of an order was sold for money, as an SQL expression. */
export const isAllInGrams = (orderId: Sql): Sql =>
  sql`not exists (select from orders.lines sold where sold.order_id = ${orderId} and not sold.in_grams)`
