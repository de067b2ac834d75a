/** The two ways out of payment_review (product.md §5): carry the order out at the price now, or return the money. */
import { findHold, releaseStock, reserveStock } from '../../catalogue/reserve-stock.ts'
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { countPaid, isTaken, returnDayLimit, takeDayLimit } from '../../kyc/take-day-limit.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { type Amount, amountOf, minor } from '../../money/money.ts'
import type { Payment } from '../../payments/contract.ts'
import { allocateSuspended, lockCaptured } from '../../payments/open-payment.ts'
import { suspendedRest } from '../../payments/refunds.ts'
import { freeSuspense, returnWhatIsThere } from '../../payments/return-money.ts'
import { Refusal } from '../../refusals.ts'
import { type Store, storeOf } from '../../stores/stores.ts'
import { moveOrder, refuseState } from '../core/move-order.ts'
import { paymentHonoured } from '../core/order-postings.ts'
import { dayReference } from '../core/order-rules.ts'
import { claimQuote } from '../core/quotes.ts'
import { lockPaidOrder, type PaidAmounts } from '../core/settle-order.ts'
import { commitAgain } from '../exposure/commitments.ts'
import { isEndDue, putOffEnd } from './put-off-end.ts'
import { findInReview, type HonourFigures, largestSuspended } from './quote-honour.ts'

type Member = { memberId: string; store: string }
export type Choice = { orderId: string; choice: 'honour' | 'refund'; quoteId: string | undefined }

/**
 * Carries an order in review out at the figures of a quote, or returns all of its money. Of both at once one wins.
 *
 * Refuses not_found; order_state unless the order is in review; to honour also payment_closed when the time to choose is
 * over, quote_expired, money_short when no one payment is enough, verification_required when the order had given its part of
 * the day back and today does not take it, out_of_stock when its pieces were sold meanwhile.
 */
export function chooseReview(
  karat: Bag<'orders'>,
  member: Member,
  { orderId, choice, quoteId }: Choice,
  request: Once,
) {
  return once(karat.db, request, async (tx) => {
    const found = await findInReview(tx, member, orderId)
    if (choice === 'honour' && found.state === 'payment_review' && !found.open) throw new Refusal('payment_closed')
    const { payments, order } = await lockReview(tx, orderId)
    const actor = `member:${member.memberId}`
    if (choice === 'refund') {
      await returnAll(tx, order, payments, { actor, reason: 'the member chose the money back' })
      return { order_id: orderId, state: 'cancelled' as const }
    }
    const store = storeOf(karat, order.store)
    await honour(tx, order, payments, { memberId: member.memberId, store, quoteId: quoteId ?? '', actor })
    return { order_id: orderId, state: 'paid' as const }
  })
}

/** Payments are read once more with the order in hand: another may have been captured while its row was waited for. */
async function lockReview(tx: Tx, orderId: string): Promise<{ payments: Payment[]; order: PaidAmounts }> {
  await lockCaptured(tx, orderId)
  const order = await lockPaidOrder(tx, orderId)
  if (order?.state !== 'payment_review') return refuseState(tx, orderId)
  return { payments: await lockCaptured(tx, orderId), order }
}

type Honour = { memberId: string; store: Store; quoteId: string; actor: string }

async function honour(tx: Tx, order: PaidAmounts, payments: Payment[], { memberId, store, quoteId, actor }: Honour) {
  const quote = await claimQuote<HonourFigures>(tx, quoteId, { kind: 'honour', subjectId: order.id, memberId })
  const total = BigInt(quote.figures.total)
  const payment = largestSuspended(payments, order.currency)
  if (!payment || freeSuspense(payment) < total) throw new Refusal('money_short')
  const [currency, amount] = [order.currency, minor(total)]
  if (await isTaken(tx, dayReference(order.id))) await countPaid(tx, dayReference(order.id), store.code)
  else
    await takeDayLimit(tx, {
      memberId,
      store,
      kind: 'order',
      currency,
      amount,
      reference: `${dayReference(order.id)}:again`,
    })
  await holdAgain(tx, order.id)
  await reprice(tx, { orderId: order.id, method: payment.method }, quote)
  await moveOrder(tx, {
    orderId: order.id,
    from: 'payment_review',
    to: 'paid',
    actor,
    reason: 'carried out at the price now',
  })
  await allocateSuspended(tx, payment.id, total)
  await postTransfer(tx, paymentHonoured(payment, { ...order, ...repriced(quote.figures) }, actor))
  const kept = { ...payment, allocated_minor: total }
  await returnSuspended(tx, [kept, ...payments.filter((other) => other.id !== payment.id)], actor)
  await commitAgain(tx, order.id)
  const contact = await findContact(tx, order.member_id)
  const values = { number: order.number, total: amountOf(total, order.currency) }
  await queueMail(tx, {
    ...{ ...contact, store: order.store, template: 'order_paid' },
    ...{ values, onceKey: `order_paid:${payment.id}` },
  })
}

/** An order that expired gave its pieces back; they are held once more, if they are still there. */
async function holdAgain(tx: Tx, orderId: string) {
  const { rounds, holds } = await findHold(tx, orderId)
  if (holds) return
  const lines = await tx.rows<{ skuId: number; quantity: number }>(
    sql`select sku_id as "skuId", quantity from orders.lines where order_id = ${orderId}`,
  )
  await reserveStock(tx, { orderId, lines, round: rounds })
}

/** The order and its lines are at the quote's price; what stood there is kept in orders.former_lines. */
async function reprice(
  tx: Tx,
  { orderId, method }: { orderId: string; method: string },
  quote: { figures: HonourFigures; ask_minor: bigint; tick_id: bigint },
) {
  const { goods, tax, total, lines } = quote.figures
  await tx.run(sql`select orders.reprice_lines(${orderId}, ${JSON.stringify(lines)}::jsonb)`)
  await tx.run(sql`
    update orders.orders set method = ${method}, goods_minor = ${BigInt(goods)}, tax_minor = ${BigInt(tax)}, total_minor = ${BigInt(total)},
      ask_minor = ${quote.ask_minor}, tick_id = ${quote.tick_id} where id = ${orderId}`)
}

const repriced = ({ goods, tax, total }: HonourFigures) => ({
  goods_minor: BigInt(goods),
  tax_minor: BigInt(tax),
  total_minor: BigInt(total),
})

/** Everything that payments still hold in suspense is, as far as it is there, on its way back. What of it goes to where it came from. */
async function returnSuspended(tx: Tx, payments: Payment[], actor: string): Promise<Amount[]> {
  const back: Amount[] = []
  for (const payment of payments) {
    const rest = suspendedRest(payment)
    if (rest <= 0n) continue
    const refund = await returnWhatIsThere(tx, payment.id, {
      parts: { suspense: rest },
      occasion: `suspense:${payment.id}`,
      actor,
    })
    // What goes to their balance is told once it is there.
    if (refund?.way === 'source') back.push(amountOf(refund.amount_minor, refund.currency))
  }
  return back
}

async function returnAll(
  tx: Tx,
  order: PaidAmounts,
  payments: Payment[],
  { actor, reason }: { actor: string; reason: string },
) {
  await moveOrder(tx, { orderId: order.id, from: 'payment_review', to: 'cancelled', actor, reason })
  if ((await findHold(tx, order.id)).holds) await releaseStock(tx, order.id)
  await returnDayLimit(tx, dayReference(order.id))
  const total = await returnSuspended(tx, payments, actor)
  await tx.run(sql`update orders.orders set refund_state = 'full' where id = ${order.id}`)
  if (total.length === 0) return
  const contact = await findContact(tx, order.member_id)
  const values = { number: order.number, total }
  await queueMail(tx, {
    ...{ ...contact, store: order.store, template: 'money_returning' },
    ...{ values, onceKey: `money_returning:${order.id}` },
  })
}

/** The same for an order whose rows the caller holds (give-up/end-order.ts). */
export const returnReviewed = (
  tx: Tx,
  { order, payments }: { order: PaidAmounts; payments: Payment[] },
  why: { actor: string; reason: string },
): Promise<void> => returnAll(tx, order, payments, why)

/** Returns the money of orders in review whose member chose nothing in time; each by itself, so that none holds up another. */
export async function returnUnchosen(karat: Bag<'orders'>): Promise<number> {
  let returned = 0
  for (const { id } of await listUnchosen(karat.db))
    await karat.db
      .transaction(async (tx) => {
        const { payments, order } = await lockReview(tx, id)
        await returnAll(tx, order, payments, { actor: 'system', reason: 'nothing was chosen in time' })
        returned++
      })
      .catch((error) => putOffEnd(karat, id, { error, says: 'money in review cannot be returned' }))
  return returned
}

const listUnchosen = (db: Queryable) =>
  db.rows<{ id: string }>(sql`
    select id from orders.orders where state = 'payment_review' and review_until <= now() and ${isEndDue}
    order by review_until limit 50`)
