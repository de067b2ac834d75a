import { releaseStock } from '../catalogue/reserve-stock.ts'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { moveOrder, tryMoveOrder } from './move-order.ts'

/**
 * Cancels an order that waits for its money: free, and its stock is for sale again. Money that arrives afterwards is
 * booked to suspense (settle-payment.ts).
 *
 * Refuses not_found, order_state once it is paid or over.
 */
export async function cancelOrder(
  karat: Karat,
  member: { id: string; store: string },
  input: { orderId: string; reason: string },
  request: Once,
): Promise<{ order_id: string; state: 'cancelled' }> {
  return once(karat.db, request, async (tx) => {
    const order = await tx.row(sql`
      select 1 from orders.orders where id = ${input.orderId} and member_id = ${member.id} and store = ${member.store}`)
    if (!order) throw new Refusal('not_found')
    await moveOrder(tx, {
      orderId: input.orderId,
      from: 'pending_payment',
      to: 'cancelled',
      actor: `member:${member.id}`,
      reason: input.reason || 'cancelled by the member',
    })
    await releaseStock(tx, input.orderId)
    return { order_id: input.orderId, state: 'cancelled' as const }
  })
}

/** Expires one unpaid order whose time is up and gives its stock back; false when somebody paid or cancelled it first. */
export async function expireOrder(tx: Tx, orderId: string): Promise<boolean> {
  const moved = await tryMoveOrder(tx, {
    orderId,
    from: 'pending_payment',
    to: 'expired',
    actor: 'system',
    reason: 'not paid in time',
  })
  if (moved) await releaseStock(tx, orderId)
  return moved
}
