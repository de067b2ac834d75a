/** An order whose money all went back before its pieces were with their buyer is over. */
import { leaveLostPieces } from '../../catalogue/lose-pieces.ts'
import { releaseStock } from '../../catalogue/reserve-stock.ts'
import { sql, type Tx } from '../../db/database.ts'
import { tryMoveOrder } from '../core/move-order.ts'

/**
 * Ends such an order, in the transaction that pays the last of its money; else nothing is changed. Of a lost parcel the loss ends: its
 * pieces are nobody's, and each that turns up is taken in under Stock. What waits at the counter is cancelled and can be ordered again, with
 * its numbers as soon as the round of the papers has been. The caller holds the order.
 */
export async function endPaidBack(tx: Tx, { orderId, actor }: { orderId: string; actor: string }): Promise<void> {
  const order = await tx.row<{ state: string }>(sql`
    select state from orders.orders where id = ${orderId} and refund_state = 'full'`)
  if (order?.state === 'shipped') await endLoss(tx, orderId, actor)
  if (order?.state !== 'ready_for_pickup') return
  const reason = 'all of its money went back'
  if (await tryMoveOrder(tx, { orderId, from: 'ready_for_pickup', to: 'cancelled', actor, reason }))
    await releaseStock(tx, orderId)
}

async function endLoss(tx: Tx, orderId: string, actor: string): Promise<void> {
  const ended = await tx.run(sql`
    update orders.lost_parcels set ended = 'paid_back', ended_by = ${actor}, ended_at = now()
    where order_id = ${orderId} and ended is null`)
  if (ended > 0) await leaveLostPieces(tx, { orderId, actor, reason: 'its money was paid back' })
}
