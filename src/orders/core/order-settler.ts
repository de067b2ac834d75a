/** What becomes of money that is for an order. */
import { sql, type Tx } from '../../db/database.ts'
import type { Payment } from '../../payments/contract.ts'
import type { Settler, Subject } from '../../payments/settler.ts'
import { mayHaveCash } from '../../vault/may-have-cash.ts'
import { holdWhenPaid } from '../exposure/hold-when-paid.ts'
import { markPaid, tryMoveOrder } from './move-order.ts'
import { paymentCaptured } from './order-postings.ts'
import type { OrderState } from './order-rules.ts'

type Paying = Subject & { state: OrderState }

/** An order that waits for its money is paid; money that it does not wait for brings it to payment_review while its buyer has something to choose. */
export const orderSettler: Settler<Paying> = {
  /** An order is paid by one payment of its total. */
  async fulfil(tx, payment) {
    const order = await markPaidHolding(tx, payment)
    if (!order) return undefined
    const subject = { id: payment.subject_id, number: order.number, store: order.store }
    return { subject, postings: [paymentCaptured(payment, order)] }
  },
  async lock(tx, id) {
    const order = await tx.row<Paying>(sql`
      select id, number, store, state from orders.orders where id = ${id} for update`)
    if (!order) throw new Error(`payment of an order that does not exist: ${id}`)
    return order
  },
  async keepSuspended(tx, { id, state }, { provider }) {
    if (state !== 'expired' && state !== 'pending_payment') return state === 'payment_review'
    const reason =
      state === 'expired' ? 'the money arrived after the order had expired' : 'the amount does not fit the order'
    await tryMoveOrder(tx, { orderId: id, from: state, to: 'payment_review', actor: `provider:${provider}`, reason })
    return true
  },
  keepsSurplus: ({ state }) => state === 'payment_review',
  payerMayHave: mayHaveCash,
  async numberOf(db, id) {
    return (await db.row<{ number: string }>(sql`select number from orders.orders where id = ${id}`))?.number ?? ''
  },
}

/** The order is paid; one whose pieces were to be held now holds them first. */
const markPaidHolding = async (tx: Tx, payment: Payment) =>
  (await markPaid(tx, payment)) ?? ((await holdWhenPaid(tx, payment.subject_id)) ? markPaid(tx, payment) : undefined)
