/** Packing: every numbered piece of an order is scanned, or its number typed, before the order leaves (decision 0149). */
import { listPieces } from '../../catalogue/move-pieces.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { type NamedPiece, piecesNamed, swapPieces } from '../../catalogue/swap-pieces.ts'
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { type OrderState, orderMoves } from '../core/order-rules.ts'
import type { ScanOutcome } from './scan-rules.ts'

type Scan = {
  orderId: string
  number: string
  /** The reserved piece, as it is shown, that this one is to take the place of. */
  inPlaceOf?: string | undefined
}
export type Scanned = {
  outcome: ScanOutcome
  serial: string | null
  /** Pieces of the order that the scanned one may take the place of. */
  may_replace: string[]
  pieces: number
  scanned: number
}

type Piece = { skuId: number; serial: string; scanned: boolean }

/** The numbered pieces of an order, and which of them were scanned. */
export async function readPacking(db: Pick<Queryable, 'rows'>, orderId: string): Promise<Piece[]> {
  const [pieces, scans] = await Promise.all([
    listPieces(db, orderId),
    db.rows<{ serial: string }>(sql`select serial from orders.scans where order_id = ${orderId}`),
  ])
  const scanned = new Set(scans.map(({ serial }) => serial))
  return pieces.map((piece) => ({ ...piece, scanned: scanned.has(piece.serial) }))
}

/** Refuses pieces_unscanned with the numbers that nobody has scanned. Inside the transaction that holds the order. */
export async function requireAllScanned(tx: Tx, orderId: string): Promise<void> {
  const missing = (await readPacking(tx, orderId)).filter(({ scanned }) => !scanned)
  if (missing.length > 0)
    throw new Refusal('pieces_unscanned', {
      missing: missing.length,
      serials: missing.map(({ serial }) => showSerial(serial)),
    })
}

/**
 * Says what a number means for an order that is being prepared, and keeps that its piece was scanned. A free piece of a kind that still lacks
 * one is taken in place of a reserved one when `inPlaceOf` names that: it goes back on the shelf in the same transaction, and the papers
 * are corrected once the order leaves. A piece of another kind is never taken. Asking again changes nothing.
 *
 * Refuses not_found; order_state unless it is being prepared; piece_state when another order took the free piece meanwhile; permission_missing.
 */
export const scanPiece = (karat: Bag<'orders'>, staff: Staff, scan: Scan, key: Once = null): Promise<Scanned> =>
  once(karat.db, key, async (tx) => {
    const { orderId } = scan
    const order = await tx.row<{ number: string; store: string; state: OrderState }>(
      sql`select number, store, state from orders.orders where id = ${orderId} for update`,
    )
    if (!order) throw new Refusal('not_found')
    if (order.state !== 'preparing')
      throw new Refusal('order_state', { state: order.state, legal: orderMoves[order.state] })
    const [named, pieces] = await Promise.all([piecesNamed(tx, scan.number), readPacking(tx, orderId)])
    const judged = judge(scan, named, pieces)
    const { outcome, piece } = judged
    if (piece && (outcome === 'scanned' || outcome === 'replaced')) {
      const actor = `staff:${staff.id}`
      const givenBack = outcome === 'replaced' ? judged.instead : null
      if (givenBack) {
        const swap = { orderId, skuId: piece.skuId, taken: piece.serial, givenBack, actor }
        if (!(await swapPieces(tx, swap))) throw new Refusal('piece_state')
        await tx.run(sql`insert into orders.repackings (order_id) values (${orderId}) on conflict do nothing`)
      }
      await tx.run(sql`insert into orders.scans (order_id, serial, in_place_of, scanned_by)
        values (${orderId}, ${piece.serial}, ${givenBack}, ${actor})`)
      const details = {
        did: outcome === 'scanned' ? ('scan' as const) : ('replace_piece' as const),
        number: order.number,
        ...(givenBack ? { before: showSerial(givenBack) } : {}),
        after: showSerial(piece.serial),
      }
      const subject = { kind: 'order', id: orderId }
      await recordAction(tx, staff, { action: 'orders.prepare', subject, store: order.store, details })
    }
    const done = outcome === 'scanned' || outcome === 'replaced' ? 1 : 0
    return {
      outcome,
      serial: piece ? showSerial(piece.serial) : null,
      may_replace: outcome === 'may_replace' ? lacking(pieces, piece?.skuId).map(showSerial) : [],
      pieces: pieces.length,
      scanned: pieces.filter(({ scanned }) => scanned).length + done,
    }
  })

type Judged = { outcome: ScanOutcome; piece?: NamedPiece; instead?: string }

/** The reserved pieces of a kind that nobody has scanned. */
const lacking = (pieces: Piece[], skuId: number | undefined) =>
  pieces.filter((one) => one.skuId === skuId && !one.scanned).map(({ serial }) => serial)

function judge({ orderId, inPlaceOf }: Scan, named: NamedPiece[], pieces: Piece[]): Judged {
  const own = named.filter((one) => one.orderId === orderId)
  const ofKind = named.filter(({ skuId }) => pieces.some((one) => one.skuId === skuId))
  const meant = [own, ofKind, named].find(({ length }) => length > 0) ?? []
  const [piece, ...others] = meant
  if (!piece) return { outcome: 'unknown' }
  if (others.length > 0) return { outcome: 'unclear' }
  if (own.length > 0) {
    const isScanned = pieces.some(({ serial, scanned }) => serial === piece.serial && scanned)
    return { outcome: isScanned ? 'already' : 'scanned', piece }
  }
  if (ofKind.length === 0) return { outcome: 'other_kind', piece }
  if (piece.state !== 'in_stock') return { outcome: 'not_free', piece }
  const replaceable = lacking(pieces, piece.skuId)
  if (replaceable.length === 0) return { outcome: 'enough', piece }
  const instead = replaceable.find((serial) => inPlaceOf !== undefined && showSerial(serial) === inPlaceOf)
  return instead === undefined ? { outcome: 'may_replace', piece } : { outcome: 'replaced', piece, instead }
}
