import type { Tx } from '../db/database.ts'
import { ordersOfNewBuyers } from '../orders/core/buyer-queries.ts'
import { isMoneyAskedBack } from '../orders/core/owned-pieces.ts'
import { clearanceOf } from '../payments/clearance.ts'
import { Refusal } from '../refusals.ts'

/**
 * What paid for these orders is not asked back, nor can it be taken back any more, whoever bought them. Refuses refund_waiting;
 * payment_disputed; payment_short; payment_uncleared.
 */
export async function requirePaidFor(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (await isMoneyAskedBack(tx, orderIds)) throw new Refusal('refund_waiting')
  const ofNew = await ordersOfNewBuyers(tx, orderIds)
  for (const orderId of new Set(orderIds)) {
    const { disputed, short, clearsAt } = await clearanceOf(tx, orderId, { isNew: ofNew.has(orderId) })
    if (disputed) throw new Refusal('payment_disputed')
    if (short) throw new Refusal('payment_short')
    if (clearsAt) throw new Refusal('payment_uncleared', { clears_at: clearsAt.toISOString() })
  }
}
