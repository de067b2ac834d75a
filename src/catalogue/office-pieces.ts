/** What staff do with one numbered piece, by name and with a reason. */

import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Did } from '../staff/did-rules.ts'
import type { Staff } from '../staff/door.ts'
import type { Permission } from '../staff/permission-rules.ts'
import { recordAction } from '../staff/record-action.ts'
import { skusByCode } from './correct-stock.ts'
import { requireNamed } from './maker-queries.ts'
import { moveToSku, reportStolen, returnPieces, withdrawReport } from './move-pieces.ts'
import { releaseQuarantined } from './quarantine.ts'
import { showSerial } from './serial-rules.ts'

type Named = { serial: string; reason: string }
type Piece = { serial: string; state: string; orderId: string | null; store: string; skuId: number; code: string }

/**
 * A piece that its buyer had lies in the house again and can be ordered. Refuses not_found; piece_state for one that is not sold;
 * piece_at_desk for one whose money is asked back: the returns desk receives it.
 */
export const returnPiece = (karat: Bag<'catalogue'>, staff: Staff, wish: Named, request: Once) =>
  act(karat, staff, wish, request, 'stock.return', 'return', async (tx, piece, report) => {
    const { serial, orderId } = piece
    if (orderId === null) return false
    const moved = await returnPieces(tx, { ...report, orderId, serials: [serial] }).catch((error) => {
      throw brokenConstraint(error) === 'piece_comes_by_the_desk' ? new Refusal('piece_at_desk') : error
    })
    return moved === 1
  })

/**
 * The passport page warns of the piece. Refuses not_found; piece_state for one that is promised to an order or reported
 * already; stock_promised when an order would be left without a piece.
 */
export const stealPiece = (karat: Bag<'catalogue'>, staff: Staff, wish: Named, request: Once) =>
  act(karat, staff, wish, request, 'stock.steal', 'report_stolen', (tx, { serial }, report) =>
    reportStolen(tx, { ...report, serial }),
  )

/** The passport page warns no longer. Refuses not_found; piece_state for one that was not reported here. */
export const withdrawTheft = (karat: Bag<'catalogue'>, staff: Staff, wish: Named, request: Once) =>
  act(karat, staff, wish, request, 'stock.steal', 'withdraw_report', (tx, { serial }, report) =>
    withdrawReport(tx, { ...report, serial }),
  )

/** A piece whose holding period is over can be ordered again. Refuses not_found; piece_state while it is held, and for one that is not in quarantine; piece_short. */
export const releasePiece = (karat: Bag<'catalogue'>, staff: Staff, wish: Named, request: Once) =>
  act(karat, staff, wish, request, 'stock.release', 'release_piece', (tx, { serial }, report) =>
    releaseQuarantined(tx, { ...report, serial }),
  )

type MoveWish = Named & { from: string; code: string }

/**
 * A piece that was entered under the wrong sku stands under the right one; `from` is the one that the person saw it under.
 *
 * Refuses not_found; invalid_input for no such code; edited_meanwhile when somebody else has moved it since; piece_state for one
 * that is not on the shelf, was ever sold, or is there already; piece_does_not_fit; stock_promised.
 */
export const movePiece = (karat: Bag<'catalogue'>, staff: Staff, { from, code, ...wish }: MoveWish, request: Once) =>
  act(
    karat,
    staff,
    wish,
    request,
    'stock.move',
    'move_piece',
    async (tx, piece, report) => {
      if (piece.code !== from) throw new Refusal('edited_meanwhile')
      const sku = (await skusByCode(tx, [code])).get(code)
      if (!sku) throw invalidInput({ code: problem('unknown') })
      return moveToSku(tx, { ...report, serial: piece.serial, fromSkuId: piece.skuId, skuId: sku.id })
    },
    { to: code },
  )

type Move = (tx: Tx, piece: Piece, report: { actor: string; reason: string }) => Promise<boolean>

async function act(
  karat: Bag<'catalogue'>,
  staff: Staff,
  { serial: typed, reason }: Named,
  request: Once,
  action: Permission,
  did: Did,
  move: Move,
  more: Record<string, string> = {},
) {
  const answer = await once(karat.db, request, async (tx) => {
    const piece = await findPiece(tx, typed)
    if (!(await move(tx, piece, { actor: `staff:${staff.id}`, reason }))) throw new Refusal('piece_state')
    const subject = { kind: 'piece', id: showSerial(piece.serial) }
    await recordAction(tx, staff, {
      action,
      subject,
      store: piece.store,
      reason,
      details: { did, before: piece.state, code: piece.code, ...more },
    })
    return { done: true as const }
  })
  await karat.catalogue.refresh()
  return answer
}

async function findPiece(tx: Tx, typed: string): Promise<Piece> {
  const serial = await requireNamed(tx, typed)
  const piece = await tx.row<Piece>(sql`
    select n.serial, n.state, n.order_id as "orderId", p.store, s.id as "skuId", s.code
    from catalogue.pieces n join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
    where n.serial = ${serial}`)
  if (!piece) throw new Refusal('not_found')
  return piece
}
