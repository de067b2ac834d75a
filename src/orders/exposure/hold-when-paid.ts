import { tryReserveStock } from '../../catalogue/reserve-stock.ts'
import { sql, type Tx } from '../../db/database.ts'

/**
 * Holds the pieces of an unpaid order that was to have them once its money is there; from then on it is like any other. False
 * when they are gone, or when it is no such order: then nothing changed.
 */
export async function holdWhenPaid(tx: Tx, orderId: string): Promise<boolean> {
  const order = await tx.row(sql`
    select from orders.orders where id = ${orderId} and state = 'pending_payment' and held_when_paid for update`)
  if (!order) return false
  const lines = await tx.rows<{ skuId: number; quantity: number }>(
    sql`select sku_id as "skuId", quantity from orders.lines where order_id = ${orderId}`,
  )
  if (!(await tryReserveStock(tx, { orderId, lines }))) return false
  await tx.run(sql`update orders.orders set held_when_paid = false where id = ${orderId}`)
  return true
}
