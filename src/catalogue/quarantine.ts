/** Numbered pieces that their owners sold back: the house's again, and not for sale until their holding period is over (decision 0105). */
import { brokenConstraint, type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import type { Currency } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { moveGrams } from './book-grams.ts'

type BoughtBack = {
  orderId: string
  serial: string
  cost: { minor: bigint; currency: Currency }
  /** It weighs less or is less fine than its stamp says: it is never sold again as what it was. */
  isShort: boolean
  actor: string
  reason: string
}

/**
 * The piece is the house's and in quarantine, with what was paid for it; its history and passport go on. False when it is not with the
 * buyer of that order: it was reported stolen, or came back in another way.
 */
export async function buyBackPiece(
  tx: Tx,
  { orderId, serial, cost, isShort, actor, reason }: BoughtBack,
): Promise<boolean> {
  const moved = await moveGrams(
    tx,
    (act) => sql`
    with bought as (
      update catalogue.pieces set state = 'quarantined', order_id = null, is_short = ${isShort},
        quarantined_until = now() + make_interval(days => ${settings.goldback.holdDays}::int)
      where serial = ${serial} and order_id = ${orderId} and state = 'sold' returning serial
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason, act, cost_minor, cost_currency)
    select serial, 'sold', 'quarantined', ${orderId}, ${actor}, ${reason}, ${act}::uuid, ${cost.minor}, ${cost.currency} from bought`,
  )
  return moved === 1
}

type ShortPiece = { serial: string; fine: bigint; cost: bigint; currency: Currency; until: Date; isOver: boolean }

/** Pieces of a store in quarantine that are less than their stamp says; `isOver`: their holding period. */
export const listShortPieces = (db: Queryable, store: string): Promise<ShortPiece[]> =>
  shortPieces(db, sql`p.store = ${store}`, sql`limit 500`)

/** Those of these numbers, which stay as they are until the transaction ends. */
export const holdShortPieces = (tx: Tx, store: string, serials: string[]): Promise<ShortPiece[]> =>
  shortPieces(tx, sql`p.store = ${store} and n.serial = any(${serials}::text[])`, sql`for no key update of n`)

const shortPieces = (db: Queryable, which: Sql, end: Sql): Promise<ShortPiece[]> =>
  db.rows<ShortPiece>(sql`
    select n.serial, n.fine_weight_e4 as fine, paid.cost_minor as cost, paid.cost_currency as currency, n.quarantined_until as until,
      n.quarantined_until <= now() as "isOver"
    from catalogue.pieces n join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
    cross join lateral (select m.cost_minor, m.cost_currency from catalogue.piece_moves m where m.serial = n.serial order by m.id desc limit 1) as paid
    where ${which} and n.state = 'quarantined' and n.is_short order by n.serial ${end}`)

type Melting = { serials: string[]; actor: string; reason: string }

/** Pieces in quarantine end as melted: their fine gold of the stamp is raw gold of the house, and their history stands. The database asks what they went into. */
export async function meltPieces(tx: Tx, { serials, actor, reason }: Melting): Promise<void> {
  const moved = await moveGrams(
    tx,
    (act) => sql`
    with melted as (
      update catalogue.pieces set state = 'melted' where serial = any(${serials}::text[]) and state = 'quarantined' returning serial
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, actor, reason, act)
    select serial, 'quarantined', 'melted', ${actor}, ${reason}, ${act}::uuid from melted`,
  )
  if (moved !== serials.length) throw new Error('pieces that are melted are held')
}

type Returned = { orderId: string; serial: string; actor: string; reason: string }

/**
 * A piece that its buyer gave back is in the house and not for sale until somebody releases it; the caller returned it in the same
 * transaction (`returnPieces`), which booked its grams. False when it is not on the shelf.
 */
export async function quarantineReturned(tx: Tx, { orderId, serial, actor, reason }: Returned): Promise<boolean> {
  const moved = await tx.run(sql`
    with aside as (
      update catalogue.pieces set state = 'quarantined', quarantined_until = greatest(quarantined_until, now())
      where serial = ${serial} and state = 'in_stock' returning serial, sku_id
    ), stocked as (
      update catalogue.skus s set stock = s.stock - 1 from aside where s.id = aside.sku_id
    ), told as (
      insert into catalogue.stock_moves (sku_id, quantity, reason, reference, actor, note)
      select sku_id, -1, 'quarantined', gen_random_uuid()::text, ${actor}, ${reason} from aside
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, order_id, actor, reason)
    select serial, 'in_stock', 'quarantined', ${orderId}, ${actor}, ${reason} from aside`)
  return moved === 1
}

type Release = { serial: string; actor: string; reason: string }

/** The piece is on the shelf and in the stock of its sku. Refuses piece_short. False when it is not in quarantine, or its holding period is not over. */
export async function releaseQuarantined(tx: Tx, { serial, actor, reason }: Release): Promise<boolean> {
  const released = sql`
    with released as (
      update catalogue.pieces set state = 'in_stock' where serial = ${serial} and state = 'quarantined' returning serial, sku_id
    ), stocked as (
      update catalogue.skus s set stock = s.stock + 1 from released where s.id = released.sku_id
    ), told as (
      insert into catalogue.stock_moves (sku_id, quantity, reason, reference, actor, note)
      select sku_id, 1, 'returned', gen_random_uuid()::text, ${actor}, ${reason} from released
    )
    insert into catalogue.piece_moves (serial, from_state, to_state, actor, reason)
    select serial, 'quarantined', 'in_stock', ${actor}, ${reason} from released`
  try {
    return (await tx.run(released)) === 1
  } catch (error) {
    if (brokenConstraint(error) === 'quarantine_lasts') return false
    if (brokenConstraint(error) === 'short_piece_stays') throw new Refusal('piece_short')
    throw error
  }
}
