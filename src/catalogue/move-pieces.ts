/** What happens to numbered pieces. Each change is written into their history by the same statement. */
import { brokenConstraint, type Sql, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { moveGrams } from './book-grams.ts'
import { requireLikeTarget } from './like-charges.ts'
import { lockForPieces } from './receive-pieces.ts'

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
  moveGrams(
    tx,
    (act) => sql`
    with sold as (
      update catalogue.pieces set state = 'sold' where order_id = ${orderId} and state = 'allocated' returning serial
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason, act)
    select serial, 'allocated', 'sold', ${orderId}, 'system', 'the order was handed over', ${act}::uuid from sold`,
  )

type Return = { orderId: string; serials: string[]; actor: string; reason: string }

/**
 * Pieces of an order that came back to the house after they had been handed over, named one by one: they can be ordered again. The database
 * refuses what comes back by the returns desk (piece_comes_by_the_desk).
 */
export const returnPieces = (tx: Tx, { orderId, serials, actor, reason }: Return): Promise<number> =>
  moveGrams(
    tx,
    (act) => sql`
    with back as (
      update catalogue.pieces set state = 'in_stock', order_id = null
      where serial = any(${serials}::text[]) and order_id = ${orderId} and state = 'sold' returning serial, sku_id
    ), counted as (
      select sku_id, count(*)::int as quantity from back group by sku_id
    ), stocked as (
      update catalogue.skus s set stock = s.stock + counted.quantity from counted where s.id = counted.sku_id
    ), told as (
      insert into catalogue.stock_moves (sku_id, quantity, reason, reference, actor, note)
      select sku_id, quantity, 'returned', gen_random_uuid()::text, ${actor}, ${reason} from counted
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason, act)
    select serial, 'sold', 'in_stock', ${orderId}, ${actor}, ${reason}, ${act}::uuid from back`,
  )

type Report = { serial: string; actor: string; reason: string }

/**
 * From now on the passport page warns of a piece, and one that lay in the house cannot be ordered. False when there is none
 * of this number, when it warns already, or when the piece is promised to an order.
 *
 * Refuses stock_promised when all pieces of its sku are promised: an order would be left without one.
 */
export const reportStolen = (tx: Tx, { serial, actor, reason }: Report): Promise<boolean> =>
  aside(
    tx,
    (act) => sql`
    with known as materialized (
      select serial, sku_id, state from catalogue.pieces where serial = ${serial} and state in ('in_stock', 'sold', 'quarantined') for update
    ), reported as (
      update catalogue.pieces p set state = 'reported_stolen' from known where p.serial = known.serial
      returning p.serial, p.sku_id, p.order_id, known.state
    ), stocked as (
      update catalogue.skus s set stock = s.stock - 1 from reported where s.id = reported.sku_id and reported.state = 'in_stock'
    ), told as (
      insert into catalogue.stock_moves (sku_id, quantity, reason, reference, actor, note)
      select sku_id, -1, 'stolen', gen_random_uuid()::text, ${actor}, ${reason} from reported where state = 'in_stock'
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason, act)
    select serial, state, 'reported_stolen', order_id, ${actor}, ${reason}, case when state <> 'sold' then ${act}::uuid end
    from reported`,
  )

/**
 * The piece is where it was before it was reported: on the shelf, in quarantine, or with its owner. False when nobody reported it, it never
 * was in the house, or it was lost on the way with its parcel, which is found as a whole (lose-pieces.ts).
 */
export const withdrawReport = (tx: Tx, { serial, actor, reason }: Report): Promise<boolean> =>
  aside(
    tx,
    (act) => sql`
    with known as materialized (
      select serial, sku_id, order_id, case when order_id is not null then 'sold' when 'quarantined' = (
          select m.from_state from catalogue.piece_moves m where m.serial = pieces.serial and m.to_state = 'reported_stolen' order by m.id desc limit 1)
        then 'quarantined' else 'in_stock' end as state
      from catalogue.pieces where serial = ${serial} and state = 'reported_stolen'
        and exists (select from catalogue.piece_moves m where m.serial = pieces.serial and m.to_state = 'reported_stolen' and m.from_state is not null)
        and (order_id is null or 'allocated' is distinct from (
          select m.from_state from catalogue.piece_moves m where m.serial = pieces.serial and m.to_state = 'reported_stolen' order by m.id desc limit 1))
      for update
    ), found as (
      update catalogue.pieces p set state = known.state from known where p.serial = known.serial
      returning p.serial, p.sku_id, p.order_id, p.state
    ), counted as (
      select sku_id from found where state = 'in_stock'
    ), stocked as (
      update catalogue.skus s set stock = s.stock + 1 from counted where s.id = counted.sku_id
    ), told as (
      insert into catalogue.stock_moves (sku_id, quantity, reason, reference, actor, note)
      select sku_id, 1, 'recovered', gen_random_uuid()::text, ${actor}, ${reason} from counted
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason, act)
    select serial, 'reported_stolen', state, order_id, ${actor}, ${reason}, case when state <> 'sold' then ${act}::uuid end
    from found`,
  )

type ToSku = Report & { fromSkuId: number; skuId: number }

/**
 * The piece belongs to another sku, which it could have been entered under just as well; stock and what was received follow. False
 * when there is no such piece of the first sku on the shelf, or the two are one.
 *
 * Refuses stock_promised when all pieces of its sku are promised; piece_state for one that was ever sold; piece_does_not_fit for a
 * sku of another store, maker, weight or fineness; charges_unlike.
 */
export async function moveToSku(tx: Tx, { serial, fromSkuId, skuId, actor, reason }: ToSku): Promise<boolean> {
  const piece = await tx.row(sql`
    select serial from catalogue.pieces
    where serial = ${serial} and state = 'in_stock' and sku_id = ${fromSkuId} and sku_id <> ${skuId} for update`)
  if (!piece) return false
  await lockForPieces(tx, [fromSkuId, skuId])
  await requireLikeTarget(tx, fromSkuId, skuId)
  return aside(
    tx,
    () => sql`
    with moved as (
      update catalogue.pieces set sku_id = ${skuId}::int where serial = ${serial} returning serial
    ), change as (
      select sku.id, sku.quantity from moved, (values (${fromSkuId}::int, -1), (${skuId}::int, 1)) as sku(id, quantity)
    ), stocked as (
      update catalogue.skus s set stock = s.stock + change.quantity, received = s.received + change.quantity
      from change where s.id = change.id
    ), told as (
      insert into catalogue.stock_moves (sku_id, quantity, reason, reference, actor, note)
      select id, quantity, 'moved', gen_random_uuid()::text, ${actor}, ${reason} from change
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, actor, reason, from_sku_id)
    select serial, 'in_stock', 'in_stock', ${actor}, ${reason}, ${fromSkuId}::int from moved`,
  )
}

/** What the database keeps out, as what the office is told. */
const kept: Record<string, () => Refusal> = {
  stock_never_negative: () => new Refusal('stock_promised'),
  sold_piece_keeps_its_sku: () => new Refusal('piece_state'),
  piece_fits_its_sku: () => new Refusal('piece_does_not_fit'),
}

async function aside(tx: Tx, statement: (act: string) => Sql): Promise<boolean> {
  try {
    return (await moveGrams(tx, statement)) === 1
  } catch (error) {
    const refusal = kept[brokenConstraint(error) ?? '']
    throw refusal ? refusal() : error
  }
}
