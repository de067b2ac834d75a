/** Numbered pieces that a member bought here and has in their hands. */
import { piecesHandedOver } from '../../catalogue/piece-queries.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { thumbnailOf } from '../../content/picture-queries.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { type Currency, minor, moneyText, weight, weightText } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import type { Owner } from './order-queries.ts'
import type { OwnedPiecesView } from './owned-pieces-contract.ts'

export type OwnPiece = {
  serial: string
  skuId: number
  orderId: string
  /** In 0.0001 g; parts of fine gold in 10,000. */
  gross: bigint
  fine: bigint
  fineness: number
  name: Record<string, string>
  image: string
  number: string
  /** What its buyer paid for one of it, null where grams paid for its gold; and when. */
  unit: bigint | null
  currency: Currency
  paidAt: Date
}

/** Whether money of one of these orders is asked back, or all of it went back: their pieces may be the house's by that. */
export async function isMoneyAskedBack(db: Queryable, orderIds: readonly string[]): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as one from orders.orders where id = any(${[...orderIds]}::uuid[]) and refund_state in ('requested', 'full') limit 1`)
  return row !== undefined
}

/** A line that grams pay has a premium for its price: no sum of money that its gold may be compared with. */
const unitPaid = sql`case when l.in_grams then null else l.unit_minor end`

/** What `listOwnedPieces` shows, with all that a buyer of it needs to know: the newest `most` of them. */
export async function readOwnPieces(
  db: Queryable,
  { memberId, store }: Pick<Owner, 'memberId' | 'store'>,
  most: number,
): Promise<OwnPiece[]> {
  const orders = await db.rows<{ id: string }>(sql`
    select id from orders.orders where member_id = ${memberId} and store = ${store} and state in ('shipped', 'completed')`)
  const { newest } = await piecesHandedOver(db, orders, most)
  const lines = await db.rows<
    Pick<OwnPiece, 'skuId' | 'orderId' | 'name' | 'image' | 'number' | 'unit' | 'currency' | 'paidAt'>
  >(sql`
    select o.id as "orderId", l.sku_id as "skuId", o.number, l.name, l.image, ${unitPaid} as unit, o.currency, o.paid_at as "paidAt"
    from orders.lines l join orders.orders o on o.id = l.order_id where o.id = any(${newest.map(({ orderId }) => orderId)}::uuid[])`)
  return newest.flatMap((piece) => {
    const line = lines.find(({ orderId, skuId }) => orderId === piece.orderId && skuId === piece.skuId)
    return line ? [{ ...piece, ...line }] : []
  })
}

type Line = Pick<OwnPiece, 'orderId' | 'skuId' | 'number' | 'image' | 'unit' | 'currency' | 'paidAt'> & { name: string }

/** How many there are and what they weigh, and the newest of them. What came back to the house is not among them, nor what was stolen. */
export async function listOwnedPieces(db: Queryable, { memberId, store, language }: Owner): Promise<OwnedPiecesView> {
  const orders = await db.rows<{ id: string }>(sql`
    select id from orders.orders where member_id = ${memberId} and store = ${store} and state in ('shipped', 'completed')`)
  const { count, weight: all, newest } = await piecesHandedOver(db, orders, settings.order.piecesShown)
  const lines = await db.rows<Line>(sql`
    select o.id as "orderId", l.sku_id as "skuId", o.number, coalesce(l.name ->> ${language}, l.name ->> 'en-US', '') as name, l.image,
      ${unitPaid} as unit, o.currency, o.paid_at as "paidAt"
    from orders.lines l join orders.orders o on o.id = l.order_id where o.id = any(${newest.map((piece) => piece.orderId)}::uuid[])`)
  return {
    count,
    weight: weightText(weight(all)),
    pieces: newest.flatMap(({ serial, orderId, skuId, fine }) => {
      const line = lines.find((each) => each.orderId === orderId && each.skuId === skuId)
      if (!line) return []
      return {
        ...{ serial: showSerial(serial), name: line.name, image: thumbnailOf(line.image), order_id: orderId },
        ...{ number: line.number, weight: weightText(weight(fine)) },
        ...{ paid: line.unit === null ? null : moneyText(minor(line.unit), line.currency), currency: line.currency },
        paid_at: line.paidAt.toISOString(),
      }
    }),
  }
}
