/** Pieces as they are packed: which one a scan names, and another of its kind in place of a reserved one. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { namedBy } from './maker-queries.ts'
import type { PieceState } from './piece-rules.ts'

export type NamedPiece = { serial: string; skuId: number; state: PieceState; orderId: string | null }

/** Every piece that a typed or scanned number may name: more than one where two makers stamp the same. */
export const piecesNamed = (db: Pick<Queryable, 'rows'>, typed: string): Promise<NamedPiece[]> =>
  db.rows(sql`
    select serial, sku_id as "skuId", state, order_id as "orderId" from catalogue.pieces where serial in (${namedBy(typed)}) order by serial`)

type Swap = { orderId: string; skuId: number; taken: string; givenBack: string; actor: string }

/**
 * A piece from the shelf is promised to an order in place of another of its sku, which lies on the shelf again: how many are free stays. False
 * when the one is not free, or the other not the order's; the caller's transaction is then to be given up.
 */
export async function swapPieces(tx: Tx, { orderId, skuId, taken, givenBack, actor }: Swap): Promise<boolean> {
  const moved = await tx.run(sql`
    with taken as (
      update catalogue.pieces set state = 'allocated', order_id = ${orderId}
      where serial = ${taken} and sku_id = ${skuId}::int and state = 'in_stock' returning serial
    ), given_back as (
      update catalogue.pieces set state = 'in_stock', order_id = null
      where serial = ${givenBack} and sku_id = ${skuId}::int and state = 'allocated' and order_id = ${orderId} returning serial
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason)
    select serial, 'in_stock', 'allocated', ${orderId}::uuid, ${actor}, 'packed in place of another one' from taken
    union all select serial, 'allocated', 'in_stock', ${orderId}::uuid, ${actor}, 'another one was packed in its place' from given_back`)
  return moved === 2
}

/** The pieces of several orders, by serial number. */
export const piecesOfOrders = (
  db: Queryable,
  orderIds: string[],
): Promise<{ orderId: string; skuId: number; serial: string }[]> =>
  db.rows(sql`
    select order_id as "orderId", sku_id as "skuId", serial from catalogue.pieces where order_id = any(${orderIds}::uuid[]) order by serial`)
