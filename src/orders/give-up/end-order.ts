/** Ends an order for the shop, by its state: the one way in which its stock, its money and its part of the day go back together. */
import { releaseStock } from '../../catalogue/reserve-stock.ts'
import { sql, type Tx } from '../../db/database.ts'
import { returnDayLimit } from '../../kyc/take-day-limit.ts'
import type { Payment } from '../../payments/contract.ts'
import { lockCaptured } from '../../payments/open-payment.ts'
import { suspendedRest } from '../../payments/refunds.ts'
import { stillThere } from '../../payments/return-money.ts'
import { paying } from '../../payments/tenders.ts'
import { Refusal } from '../../refusals.ts'
import { type Holder, holdPlace } from '../../vault/holder.ts'
import { returnGrams } from '../../vault/redeem-gold.ts'
import { moveOrder, refuseState } from '../core/move-order.ts'
import { dayReference } from '../core/order-rules.ts'
import { giveUpOrder, lockPaidOrder, type PaidAmounts } from '../core/settle-order.ts'
import { isRequested } from '../refunds/asked-pieces.ts'
import { returnReviewed } from '../review/choose-review.ts'

/** What of an order ending it looks at; held where it is ended. */
export type Money = { order: Pick<PaidAmounts, 'state' | 'store' | 'currency' | 'total_minor'>; payments: Payment[] }
export type HeldOrder = { order: PaidAmounts; payments: Payment[] }

/**
 * The order and its captured payments, held: payments first, as a late capture takes them (settle-payment.ts), and once
 * more with the order in hand, for another may have been captured while its row was waited for. `buyer`: where money comes into their balance,
 * their place is held between the two (decision 0104). Refuses not_found.
 */
export async function holdOrder(
  tx: Tx,
  orderId: string,
  buyer?: Pick<Holder, 'memberId' | 'store'>,
): Promise<HeldOrder> {
  await lockCaptured(tx, orderId)
  if (buyer) await holdPlace(tx, buyer)
  const order = await lockPaidOrder(tx, orderId)
  if (!order) throw new Refusal('not_found')
  return { order, payments: await lockCaptured(tx, orderId) }
}

/** What ending it returns: everything paid for it, or what of it waits in suspense, as far as it is still there. Minor units of its currency. */
export function returnsOf({ order, payments }: Money): bigint {
  if (order.state === 'paid' || order.state === 'preparing')
    return paying(payments).reduce((sum, own) => sum + lesser(own.allocated_minor ?? 0n, stillThere(own)), 0n)
  if (order.state !== 'payment_review') return 0n
  return payments
    .filter((payment) => payment.captured_currency === order.currency)
    .reduce((sum, payment) => sum + lesser(suspendedRest(payment), stillThere(payment)), 0n)
}

const lesser = (one: bigint, other: bigint) => (one < other ? one : other)

/** What of its money has gone back or is on its way, from whatever occasion. */
export const returnedBefore = ({ payments }: Pick<Money, 'payments'>): bigint =>
  payments.reduce((sum, payment) => sum + payment.refunded_allocated_minor + payment.refunded_suspense_minor, 0n)

type End = { because: 'given_up' | 'price_window'; actor: string; says: string }

/**
 * Cancels an order that nobody has been handed anything of: its stock is for sale again, its part of the member's day is
 * free, everything that came in for it is on its way back to where it came from; nothing is kept. Money that arrives
 * afterwards goes back by itself (settle-payment.ts). Serial numbers follow with the next round of papers.
 *
 * Refuses order_state; refund_waiting while money of it is asked back: one decision at a time.
 */
export async function endOrder(tx: Tx, held: HeldOrder, { because, actor, says }: End): Promise<void> {
  const { order, payments } = held
  const orderId = order.id
  if (order.state === 'payment_review') return returnReviewed(tx, held, { actor, reason: says })
  if (order.state === 'pending_payment') {
    await moveOrder(tx, { orderId, from: 'pending_payment', to: 'cancelled', actor, reason: says })
    await releaseStock(tx, orderId)
    await returnDayLimit(tx, dayReference(orderId))
    if (order.grams_e4 > 0n) await returnGrams(tx, orderId, { occasion: `${because}:${orderId}`, actor })
    return
  }
  if ((order.state !== 'paid' && order.state !== 'preparing') || paying(payments).length === 0)
    return refuseState(tx, orderId)
  if (await tx.row(sql`select 1 as one where ${isRequested(sql`${orderId}::uuid`)}`))
    throw new Refusal('refund_waiting')
  await giveUpOrder(tx, order, {
    ...{ from: order.state, kept: 0n, gain: 0n, quoteId: null, because, actor, reason: says },
    occasion: `${because}:${orderId}`,
  })
  await returnDayLimit(tx, dayReference(orderId))
  await tx.run(sql`update orders.orders set refund_state = 'full' where id = ${orderId}`)
}
