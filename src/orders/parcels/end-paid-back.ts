/** A lost parcel whose money went back is over. */
import { leaveLostPieces } from '../../catalogue/lose-pieces.ts'
import { sql, type Tx } from '../../db/database.ts'

/**
 * Ends the loss of an order whose money all went back, in the transaction that pays the last of it; else nothing is changed. Its
 * pieces are nobody's, and each that turns up is taken in under Stock. The caller holds the order.
 */
export async function endPaidBack(tx: Tx, { orderId, actor }: { orderId: string; actor: string }): Promise<void> {
  const ended = await tx.run(sql`
    update orders.lost_parcels l set ended = 'paid_back', ended_by = ${actor}, ended_at = now()
    from orders.orders o where o.id = ${orderId} and o.refund_state = 'full' and l.order_id = o.id and l.ended is null`)
  if (ended > 0) await leaveLostPieces(tx, { orderId, actor, reason: 'its money was paid back' })
}
