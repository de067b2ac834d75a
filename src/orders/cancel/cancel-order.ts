import { releaseStock } from '../../catalogue/reserve-stock.ts'
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { returnDayLimit } from '../../kyc/take-day-limit.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf, type Currency, minor, moneyText, weightText } from '../../money/money.ts'
import { lockCaptured } from '../../payments/open-payment.ts'
import { requireComplete } from '../../payments/return-money.ts'
import { paying } from '../../payments/tenders.ts'
import { Refusal } from '../../refusals.ts'
import { holdPlace } from '../../vault/holder.ts'
import { keepWithinFloat } from '../../vault/keep-within-float.ts'
import { returnGrams } from '../../vault/redeem-gold.ts'
import { moveOrder, refuseState, tryMoveOrder } from '../core/move-order.ts'
import { dayReference, type OrderState } from '../core/order-rules.ts'
import { claimQuote } from '../core/quotes.ts'
import { giveUpOrder, isAllInGrams, lockPaidOrder, type PaidAmounts } from '../core/settle-order.ts'
import { requireNoChoice } from '../price-windows/choose-price.ts'
import type { CancelFigures } from './quote-cancel.ts'

type Cancel = { orderId: string; reason: string; quoteId: string | null }
export type CancelledView = {
  order_id: string
  state: 'cancelled'
  /** What goes back to the payment, and what the member gained beside it; null where nothing had been paid. */
  settlement: { back: string; kept: string; gain: string; currency: Currency; grams: string } | null
}

/**
 * Cancels an order. One that waits for its money: free, and its stock is for sale again; money that arrives afterwards is
 * booked to suspense and goes back (settle-payment.ts). One that is paid: by the quote that the member has seen, exactly; one whose gold is
 * paid in grams without one.
 *
 * Refuses not_found; quote_required for a paid order without a quote; quote_expired; price_choice_waiting; payment_disputed and
 * payment_short while not all of its money is there; order_state in any other state.
 */
export async function cancelOrder(
  karat: Bag<'orders'>,
  member: { id: string; store: string },
  input: Cancel,
  request: Once,
): Promise<CancelledView> {
  return once(karat.db, request, async (tx) => {
    const order = await tx.row<{ state: OrderState; grams: bigint; all_in_grams: boolean; gains: boolean }>(sql`
      select state, exists (select from orders.quotes q where q.id = ${input.quoteId} and (q.figures ->> 'gain')::bigint > 0) as gains, grams_e4 as grams, grams_e4 > 0 and ${isAllInGrams(sql`orders.id`)} as all_in_grams from orders.orders where id = ${input.orderId} and member_id = ${member.id} and store = ${member.store}`)
    if (!order) throw new Refusal('not_found')
    const actor = `member:${member.id}`
    const reason = input.reason || 'cancelled by the member'
    if (order.state === 'paid' && order.all_in_grams) return cancelRedemption(tx, { ...input, actor, reason })
    if (input.quoteId)
      return cancelPaid(tx, karat, {
        ...input,
        quoteId: input.quoteId,
        memberId: member.id,
        store: member.store,
        gains: order.gains,
        reason,
      })
    if (order.state === 'paid') throw new Refusal('quote_required')
    await moveOrder(tx, { orderId: input.orderId, from: 'pending_payment', to: 'cancelled', actor, reason })
    await releaseStock(tx, input.orderId)
    await returnDayLimit(tx, dayReference(input.orderId))
    if (order.grams > 0n) await returnGrams(tx, input.orderId, { occasion: `cancel:${input.orderId}`, actor })
    return { order_id: input.orderId, state: 'cancelled' as const, settlement: null }
  })
}

/**
 * Of an order whose gold is paid in grams no price was sold: until somebody prepares it it is given up for nothing. Grams go back as grams,
 * and all of its money to where it came from.
 */
async function cancelRedemption(
  tx: Tx,
  { orderId, actor, reason }: { orderId: string; actor: string; reason: string },
): Promise<CancelledView> {
  const payments = paying(await lockCaptured(tx, orderId))
  const order = await lockPaidOrder(tx, orderId)
  if (!order || payments.length === 0 || order.state !== 'paid') return refuseState(tx, orderId)
  await requireNoChoice(tx, orderId)
  payments.forEach(requireComplete)
  await giveUpOrder(tx, order, {
    ...({ from: 'paid', kept: 0n, gain: 0n, quoteId: null, because: 'cancel' } as const),
    ...{ reason, actor, occasion: `cancel:${orderId}` },
  })
  await tx.run(sql`update orders.orders set refund_state = 'full' where id = ${orderId}`)
  await tellSettled(tx, order, { kept: 0n, gain: 0n })
  return { order_id: orderId, state: 'cancelled', settlement: viewSettlement(order, { kept: 0n, gain: 0n }) }
}

type PaidCancel = { orderId: string; quoteId: string; memberId: string; store: string; gains: boolean; reason: string }

/** The payment's row before the order's: the order in which a late capture takes them too (settle-payment.ts). Between them, where there is a gain, the place of its buyer, whose balance gets it (decision 0104). */
async function cancelPaid(
  tx: Tx,
  karat: Bag<'orders'>,
  { orderId, quoteId, memberId, store, gains, reason }: PaidCancel,
): Promise<CancelledView> {
  const payments = paying(await lockCaptured(tx, orderId))
  if (gains) await holdPlace(tx, { memberId, store })
  const order = await lockPaidOrder(tx, orderId)
  if (!order || payments.length === 0 || order.state !== 'paid') return refuseState(tx, orderId)
  await requireNoChoice(tx, orderId)
  payments.forEach(requireComplete)
  const { figures } = await claimQuote<CancelFigures>(tx, quoteId, { kind: 'cancel', subjectId: orderId, memberId })
  const [kept, gain] = [BigInt(figures.kept), BigInt(figures.gain)]
  await giveUpOrder(tx, order, {
    from: 'paid',
    ...{ kept, gain, quoteId, reason },
    because: 'cancel',
    occasion: `cancel:${orderId}`,
    actor: `member:${memberId}`,
  })
  await tx.run(sql`update orders.orders set refund_state = 'full' where id = ${orderId}`)
  const isKept = await keepWithinFloat(tx, karat, { memberId, store, currency: order.currency }, { amount: gain })
  // What is owed instead of kept there has a letter of its own.
  await tellSettled(tx, order, { kept, gain: isKept ? gain : 0n })
  return { order_id: orderId, state: 'cancelled', settlement: viewSettlement(order, { kept, gain }) }
}

function viewSettlement(order: PaidAmounts, { kept, gain }: { kept: bigint; gain: bigint }) {
  const text = (amount: bigint) => moneyText(minor(amount), order.currency)
  const { currency, grams_e4 } = order
  const money = { back: text(order.total_minor - kept), kept: text(kept), gain: text(gain), currency }
  return { ...money, grams: weightText(grams_e4) }
}

async function tellSettled(tx: Tx, order: PaidAmounts, { kept, gain }: { kept: bigint; gain: bigint }) {
  const contact = { ...(await findContact(tx, order.member_id)), store: order.store }
  const amount = (units: bigint) => amountOf(units, order.currency)
  const values = { number: order.number, back: amount(order.total_minor - kept) }
  const onceKey = `order_settled:${order.id}`
  await (gain > 0n
    ? queueMail(tx, { ...contact, template: 'order_settled_gain', values: { ...values, gain: amount(gain) }, onceKey })
    : queueMail(tx, { ...contact, template: 'order_settled', values, onceKey }))
}

/** Expires one unpaid order whose time is up and gives its stock back, and grams that were held for it; false when somebody paid or cancelled it first. */
export async function expireOrder(tx: Tx, { id: orderId, grams }: { id: string; grams: bigint }): Promise<boolean> {
  const moved = await tryMoveOrder(tx, {
    orderId,
    from: 'pending_payment',
    to: 'expired',
    actor: 'system',
    reason: 'not paid in time',
  })
  if (!moved) return false
  await releaseStock(tx, orderId)
  await returnDayLimit(tx, dayReference(orderId))
  if (grams > 0n) await returnGrams(tx, orderId, { occasion: `expired:${orderId}`, actor: 'system' })
  return true
}
