/** What happens to numbered pieces. Each change is written into their history by the same statement. */
import { sql, type Tx } from '../db/database.ts'

export type Allocated = { skuId: number; serial: string }
type Demand = { orderId: string; lines: { skuId: number; quantity: number }[] }

/**
 * Promises pieces to an order, as many as it lacks of every sku whose pieces are numbered, and answers all it has. Asking
 * again changes nothing. `missing` counts what no free piece was found for.
 */
export async function allocatePieces(
  tx: Tx,
  { orderId, lines }: Demand,
): Promise<{ pieces: Allocated[]; missing: number }> {
  await tx.run(sql`
    with demand as (
      select wanted.sku_id, (sum(wanted.quantity) - (
        select count(*) from catalogue.pieces p where p.order_id = ${orderId} and p.sku_id = wanted.sku_id))::int as quantity
      from unnest(${lines.map((line) => line.skuId)}::int[], ${lines.map((line) => line.quantity)}::int[]) as wanted(sku_id, quantity)
      group by wanted.sku_id
    ), free as materialized (
      select chosen.serial from demand cross join lateral (
        select serial from catalogue.pieces where sku_id = demand.sku_id and state = 'in_stock'
        order by serial limit greatest(demand.quantity, 0) for update skip locked
      ) as chosen
    ), taken as (
      update catalogue.pieces p set state = 'allocated', order_id = ${orderId} from free where p.serial = free.serial returning p.serial
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason)
    select serial, 'in_stock', 'allocated', ${orderId}, 'system', 'the order was paid' from taken`)
  const pieces = await listPieces(tx, orderId)
  const numbered = await tx.rows<{ id: number }>(sql`
    select wanted.id from unnest(${lines.map((line) => line.skuId)}::int[]) as wanted(id)
    where exists (select from catalogue.pieces p where p.sku_id = wanted.id)`)
  const known = new Set(numbered.map(({ id }) => id))
  const wanted = lines.reduce((sum, line) => sum + (known.has(line.skuId) ? line.quantity : 0), 0)
  return { pieces, missing: Math.max(0, wanted - pieces.length) }
}

/** The pieces that an order has now, by serial number. */
export const listPieces = (tx: Pick<Tx, 'rows'>, orderId: string): Promise<Allocated[]> =>
  tx.rows(sql`select sku_id as "skuId", serial from catalogue.pieces where order_id = ${orderId} order by serial`)

/** Gives back what is promised to an order and was not handed over. A second time there is nothing to give back. */
export const releasePieces = (tx: Tx, orderId: string, reason: string): Promise<number> =>
  tx.run(sql`
    with back as (
      update catalogue.pieces set state = 'in_stock', order_id = null
      where order_id = ${orderId} and state = 'allocated' returning serial
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason)
    select serial, 'allocated', 'in_stock', ${orderId}, 'system', ${reason} from back`)

/** The pieces of an order are their buyer's. */
export const sellPieces = (tx: Tx, orderId: string): Promise<number> =>
  tx.run(sql`
    with sold as (
      update catalogue.pieces set state = 'sold' where order_id = ${orderId} and state = 'allocated' returning serial
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason)
    select serial, 'allocated', 'sold', ${orderId}, 'system', 'the order was handed over' from sold`)

/** Pieces of an order that came back to the house after they had been handed over, named one by one. */
export const returnPieces = (
  tx: Tx,
  { orderId, serials, actor, reason }: { orderId: string; serials: string[]; actor: string; reason: string },
): Promise<number> =>
  tx.run(sql`
    with back as (
      update catalogue.pieces set state = 'in_stock', order_id = null
      where serial = any(${serials}::text[]) and order_id = ${orderId} and state = 'sold' returning serial
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason)
    select serial, 'sold', 'in_stock', ${orderId}, ${actor}, ${reason} from back`)

/** From now on the passport page warns of a piece; false when there is none of this number, or it warns already. */
export const reportStolen = async (
  tx: Tx,
  { serial, actor, reason }: { serial: string; actor: string; reason: string },
): Promise<boolean> =>
  (await tx.run(sql`
    with known as materialized (
      select serial, state from catalogue.pieces where serial = ${serial} and state <> 'reported_stolen' for update
    ), reported as (
      update catalogue.pieces p set state = 'reported_stolen' from known where p.serial = known.serial returning p.serial, p.order_id, known.state
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason)
    select serial, state, 'reported_stolen', order_id, ${actor}, ${reason} from reported`)) === 1
