/** What lies on the table when orders are packed. */
import { showSerial } from '../../catalogue/serial-rules.ts'
import { piecesOfOrders } from '../../catalogue/swap-pieces.ts'
import { type Queryable, sql } from '../../db/database.ts'
import type { DeliveryData } from '../contract.ts'
import { textIn } from '../guarantee/guarantee-view.ts'

export type Slip = {
  number: string
  store: string
  delivery: DeliveryData
  packedBy: string | null
  lines: { name: string; code: string; attributes: Record<string, string>; quantity: number; serials: string[] }[]
}
type Row = Omit<Slip, 'lines'> & { id: string }
type Line = { orderId: string; skuId: number; name: Record<string, string> } & Omit<
  Slip['lines'][number],
  'name' | 'serials'
>

/** Of those of these orders that are paid and wait to be packed, or are being packed, in this order. */
export async function readSlips(db: Queryable, orderIds: string[], language: string): Promise<Slip[]> {
  const [orders, lines, pieces] = await Promise.all([
    db.rows<Row>(sql`
      select id, number, store, delivery, packed_by::text as "packedBy" from orders.orders
      where id = any(${orderIds}::uuid[]) and state in ('paid', 'preparing') order by array_position(${orderIds}::uuid[], id)`),
    db.rows<Line>(sql`
      select order_id as "orderId", sku_id as "skuId", name, sku_code as code, attributes, quantity from orders.lines
      where order_id = any(${orderIds}::uuid[]) order by order_id, position`),
    piecesOfOrders(db, orderIds),
  ])
  return orders.map(({ id, ...order }) => ({
    ...order,
    lines: lines
      .filter(({ orderId }) => orderId === id)
      .map(({ orderId: _, skuId, name, ...line }) => ({
        ...line,
        name: textIn(name, language),
        serials: pieces
          .filter((piece) => piece.orderId === id && piece.skuId === skuId)
          .map(({ serial }) => showSerial(serial)),
      })),
  }))
}
