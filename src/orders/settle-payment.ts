import { sql, type Tx } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import { moneyAsset } from '../ledger/ledger-rules.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf } from '../money/money.ts'
import type { Charge, Payment } from '../payments/contract.ts'
import { correctCharge, countBooking, isCorrected, keepOtherCurrency, lockCharge } from '../payments/correct-charge.ts'
import { capturePayment, closePayment, keepStrayCharge } from '../payments/open-payment.ts'
import { paymentSuspended } from '../payments/payment-postings.ts'
import { nothingBack, openRefund } from '../payments/refunds.ts'
import { stillThere } from '../payments/return-money.ts'
import { holdWhenPaid } from './exposure/hold-when-paid.ts'
import { markPaid, type PaidOrder, tryMoveOrder } from './move-order.ts'
import { paymentCaptured } from './order-postings.ts'
import type { OrderState } from './order-rules.ts'

/** What settling did: also the outcome that the webhook inbox keeps. */
export type Settled =
  | 'nothing_new'
  | 'closed'
  | 'order_paid'
  | 'suspended'
  | 'mismatch'
  | 'corrected'
  | 'other_currency'

type Order = { id: string; number: string; store: string; state: OrderState }

/**
 * Brings a payment, which the caller holds locked, to what its provider says, whatever came before: the only place where
 * money finishes an order (G5, G6, G7). Captured money pays the order that waits for it; money that is late, double or
 * wrong in amount or currency is booked to suspense; an order that it concerns goes to payment_review, and money for an
 * order that needs none goes back. What was captured more or less under the same charge is booked as the difference, what
 * is in another currency now is kept for the desk and not booked.
 *
 * `asked` is how the payment stood (`bookings`) before its provider was asked. Throws when other money was booked under its
 * name since and this answer says something else again: it may be the older one, and is asked for anew.
 */
export async function settlePayment(tx: Tx, payment: Payment, charge: Charge, asked: number): Promise<Settled> {
  if (charge.state === 'pending') return 'nothing_new'
  if (payment.state === 'captured') return settleFurther(tx, payment, charge, asked)
  if (charge.state !== 'captured' || charge.amountMinor === 0n) {
    const state = charge.state === 'captured' ? 'expired' : charge.state
    const closed = await closePayment(tx, payment, { state, declineReason: charge.declineReason })
    return closed ? 'closed' : 'nothing_new'
  }
  const fits = charge.amountMinor === payment.amount_minor && charge.currency === payment.currency
  const paid = fits ? await markPaidHolding(tx, payment) : undefined
  if (paid) {
    await bookSale(tx, payment, charge, paid)
    return 'order_paid'
  }
  await suspend(tx, payment, charge, await lockOrder(tx, payment.order_id))
  return fits ? 'suspended' : 'mismatch'
}

/** The order is paid; one whose pieces were to be held now holds them first. */
const markPaidHolding = async (tx: Tx, payment: Payment): Promise<PaidOrder | undefined> =>
  (await markPaid(tx, payment)) ?? ((await holdWhenPaid(tx, payment.order_id)) ? markPaid(tx, payment) : undefined)

/** Of a payment that is captured another charge under its name is news, and another amount under the same one. */
async function settleFurther(tx: Tx, payment: Payment, charge: Charge, asked: number): Promise<Settled> {
  if (charge.state !== 'captured') return 'nothing_new'
  if (charge.providerReference === payment.provider_reference)
    return compare(tx, payment, { base: payment, charge, asked })
  const stray = charge.amountMinor > 0n && (await keepStrayCharge(tx, payment, charge))
  if (stray) {
    await countBooking(tx, payment.id)
    await suspend(tx, stray, charge, await lockOrder(tx, payment.order_id))
    return 'suspended'
  }
  const kept = await lockCharge(tx, payment.provider, charge.providerReference)
  return kept ? compare(tx, kept, { base: payment, charge, asked }) : 'nothing_new'
}

type Compared = { base: Payment; charge: Charge; asked: number }

/** What is captured under a charge by now with what is booked of it. */
async function compare(tx: Tx, payment: Payment, compared: Compared): Promise<Settled> {
  if (await keepOtherCurrency(tx, payment, compared.charge)) return 'other_currency'
  return isCorrected(payment, compared.charge) ? correct(tx, payment, compared) : 'nothing_new'
}

/** What is more than before waits where the order may choose about it, and goes back where it needs none; what is missing holds the order up (clearance.ts). */
async function correct(tx: Tx, payment: Payment, { base, charge, asked }: Compared): Promise<Settled> {
  if (base.bookings !== asked) throw new Error(`money of ${base.id} was booked while its provider was asked`)
  const order = await lockOrder(tx, payment.order_id)
  const { id, payment: corrected, surplus } = await correctCharge(tx, payment, charge)
  if (base.id !== payment.id) await countBooking(tx, base.id)
  const there = stillThere(corrected)
  const back = surplus < there ? surplus : there
  if (back > 0n && order.state !== 'payment_review') {
    const parts = { ...nothingBack, suspense_minor: back }
    await openRefund(tx, corrected, { parts, occasion: `surplus:${id}`, actor: 'system' })
  }
  return 'corrected'
}

async function lockOrder(tx: Tx, id: string): Promise<Order> {
  const order = await tx.row<Order>(sql`
    select id, number, store, state from orders.orders where id = ${id} for update`)
  if (!order) throw new Error(`payment of an order that does not exist: ${id}`)
  return order
}

const bookSale = (tx: Tx, payment: Payment, charge: Charge, order: PaidOrder) =>
  Promise.all([
    capturePayment(tx, payment, charge, 'order'),
    postTransfer(tx, paymentCaptured(payment, order)),
    tell(tx, payment, charge, 'order_paid', order),
  ])

/**
 * Books captured money that no good order waits for, in the currency it came in, known or not. The member chooses what
 * becomes of it where there is something to choose; for an order that needs no money it goes back at once.
 */
async function suspend(tx: Tx, payment: Payment, charge: Charge, order: Order) {
  const currency = moneyAsset(charge.currency)
  await capturePayment(tx, payment, charge, 'suspense')
  const actor = `provider:${payment.provider}`
  await postTransfer(tx, paymentSuspended({ ...payment, store: order.store }, charge))
  if (order.state === 'expired' || order.state === 'pending_payment') {
    const reason =
      order.state === 'expired' ? 'the money arrived after the order had expired' : 'the amount does not fit the order'
    await tryMoveOrder(tx, { orderId: order.id, from: order.state, to: 'payment_review', actor, reason })
  } else if (order.state !== 'payment_review') {
    const captured = { ...payment, captured_currency: currency }
    await openRefund(tx, captured, {
      parts: { ...nothingBack, suspense_minor: charge.amountMinor },
      occasion: `suspense:${payment.id}`,
      actor: 'system',
    })
    return tell(tx, payment, charge, 'money_returning', order)
  }
  await tell(tx, payment, charge, 'payment_review', order)
}

async function tell(
  tx: Tx,
  payment: Payment,
  charge: Charge,
  template: 'order_paid' | 'payment_review' | 'money_returning',
  order: { number: string },
) {
  const contact = await findContact(tx, payment.member_id)
  await queueMail(tx, {
    ...contact,
    template,
    store: payment.store,
    values: { number: order.number, total: amountOf(charge.amountMinor, charge.currency) },
    onceKey: `${template}:${payment.id}`,
  })
}
