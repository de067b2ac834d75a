/** Pieces that were lost on their way to their buyer, as their history and the stock know it. */
import { sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { moveGrams } from './book-grams.ts'
import { allocatePieces } from './move-pieces.ts'
import type { PieceState } from './piece-rules.ts'

type Parcel = { orderId: string; actor: string; reason: string }
type Lines = { lines: { skuId: number; quantity: number }[] }

/** The passport page warns of all pieces of an order that is on its way. Its stock is held by the order as before. */
export const losePieces = (tx: Tx, parcel: Parcel): Promise<number> =>
  moveAll(tx, { ...parcel, from: 'allocated', to: 'reported_stolen' })

/** The lost pieces of an order are on their way to its buyer again. */
export const findPieces = (tx: Tx, parcel: Parcel): Promise<number> =>
  moveAll(tx, { ...parcel, from: 'reported_stolen', to: 'allocated' })

type Step = Parcel & { from: PieceState; to: PieceState }

/** The order keeps its pieces; those in the one state are in the other, with their history. */
const moveAll = (tx: Tx, { orderId, actor, reason, from, to }: Step): Promise<number> =>
  moveGrams(
    tx,
    (act) => sql`
    with moved as (
      update catalogue.pieces set state = ${to} where order_id = ${orderId} and state = ${from} returning serial
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason, act)
    select serial, ${from}, ${to}, ${orderId}, ${actor}, ${reason}, ${act}::uuid from moved`,
  )

/** The order has its lost pieces no more, which are warned of as before; its stock was sold and stays so. */
export const leaveLostPieces = (tx: Tx, { orderId, actor, reason }: Parcel): Promise<number> =>
  tx.run(sql`
    with gone as (
      update catalogue.pieces set order_id = null
      where order_id = ${orderId} and state = 'reported_stolen' returning serial
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason)
    select serial, 'reported_stolen', 'reported_stolen', ${orderId}, ${actor}, ${reason} from gone`)

/**
 * Other pieces take the place of lost ones, which the order has no more: the stock loses as many, and what is numbered has
 * its numbers. Refuses out_of_stock with the skus that fell short.
 */
export async function replaceLostPieces(tx: Tx, { orderId, actor, reason, lines }: Parcel & Lines): Promise<void> {
  const taken = await tx.rows<{ sku_id: number }>(sql`
    with demand as (
      select sku_id, sum(quantity)::int as quantity
      from unnest(${skusOf(lines)}::int[], ${countsOf(lines)}::int[]) as wanted(sku_id, quantity) group by sku_id
    ), locked as (
      select id from catalogue.skus where id = any(${skusOf(lines)}::int[]) order by id for no key update
    ), taken as (
      update catalogue.skus s set stock = s.stock - demand.quantity from demand, locked
      where s.id = demand.sku_id and locked.id = s.id and s.stock >= demand.quantity
      returning s.id as sku_id, demand.quantity
    )
    insert into catalogue.stock_moves (sku_id, quantity, reason, reference, actor, note)
    select sku_id, -quantity, 'stolen', gen_random_uuid()::text, ${actor}, ${reason} from taken returning sku_id`)
  const missing = new Set(skusOf(lines))
  for (const row of taken) missing.delete(row.sku_id)
  if (missing.size > 0) throw new Refusal('out_of_stock', { sku_ids: [...missing] })
  await leaveLostPieces(tx, { orderId, actor, reason: 'another piece was sent in its place' })
  const allocated = await allocatePieces(tx, { orderId, lines })
  if (allocated.missing > 0) throw new Refusal('out_of_stock', { sku_ids: skusOf(lines) })
}

const skusOf = (lines: Lines['lines']) => lines.map(({ skuId }) => skuId)
const countsOf = (lines: Lines['lines']) => lines.map(({ quantity }) => quantity)
