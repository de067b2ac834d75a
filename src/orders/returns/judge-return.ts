/** The returns desk: a piece that came back was looked at, and what becomes of it. */
import { correctStock } from '../../catalogue/correct-stock.ts'
import { returnPieces } from '../../catalogue/move-pieces.ts'
import { quarantineReturned } from '../../catalogue/quarantine.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { brokenConstraint, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { renewRefundState } from '../refunds/asked-pieces.ts'
import { linesOf, lockReturn, type ReturnRequest } from './lock-return.ts'
import { type Condition, grantsTooMuch, type ReturnState, type Verdict } from './return-rules.ts'

type Judged = {
  returnId: string
  condition: Condition
  /** In 0.0001 g; null where nobody weighed it. */
  weighed: bigint | null
  to: Verdict
  /** What was found; the buyer of a piece that is refused reads it. */
  reason: string
}
type Piece = { id: string; request_id: string; serial: string | null; position: number; state: ReturnState }

/**
 * Keeps what was found. A piece that is taken back is for sale again, or waits in quarantine until somebody releases it: only once its money was
 * granted, for from then on the house owes it. A refused one goes back to its buyer; a grant that counted on it is to be decided anew.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; return_decided for a piece that was decided already; refund_state
 * for one that is taken back and whose money nobody granted; return_paid for one that is refused after its money went back; piece_state.
 */
export async function judgeReturn(
  karat: Bag<'orders'> & Bag<'catalogue'>,
  staff: Staff,
  judged: Judged,
  key: Once = null,
): Promise<{ state: ReturnState }> {
  const answer = await once(karat.db, key, async (tx) => {
    const { piece, request } = await lockPiece(tx, judged.returnId)
    if (piece.state !== 'received') throw new Refusal('return_decided')
    const { to, condition, weighed, reason } = judged
    const isKept = to === 'stocked' || to === 'quarantined'
    if (isKept && request.state !== 'granted' && request.state !== 'executed')
      throw new Refusal('refund_state', { state: request.state })
    const actor = `staff:${staff.id}`
    await write(tx, piece.id, { to, condition, weighed, reason, actor })
    if (isKept) await keep(tx, piece, request, { to, actor, reason })
    if (to === 'refused') await refuse(tx, piece, request, reason)
    await recordAction(tx, staff, {
      ...{ action: 'returns.judge', subject: { kind: 'order', id: request.orderId }, store: request.store, reason },
      details: { did: 'judge_return', number: request.number, after: to, ...named(piece) },
    })
    return { state: to }
  })
  await karat.catalogue.refresh()
  return answer
}

export const named = ({ serial, position }: Pick<Piece, 'serial' | 'position'>) =>
  serial === null ? { position } : { serial: showSerial(serial) }

/** Its request first, as whoever decides about the money locks. Refuses not_found. */
export async function lockPiece(tx: Tx, returnId: string): Promise<{ piece: Piece; request: ReturnRequest }> {
  const known = await tx.row<{ request_id: string }>(sql`select request_id from orders.returns where id = ${returnId}`)
  if (!known) throw new Refusal('not_found')
  const request = await lockReturn(tx, known.request_id)
  const piece = await tx.row<Piece>(
    sql`select id, request_id, serial, position, state from orders.returns where id = ${returnId}`,
  )
  if (!piece) throw new Refusal('not_found')
  return { piece, request }
}

type Write = Pick<Judged, 'to' | 'condition' | 'weighed' | 'reason'> & { actor: string }

const refusals: Record<string, () => Refusal> = {
  kept_is_granted: () => new Refusal('return_not_asked'),
  refused_is_not_paid: () => new Refusal('return_paid'),
}

const write = (tx: Tx, id: string, { to, condition, weighed, reason, actor }: Write) =>
  tx
    .run(sql`
      update orders.returns set state = ${to}, condition = ${condition}, weighed_e4 = ${weighed}, findings = ${reason},
        decided_by = case when ${to} <> 'received' then ${actor} end, decided_at = case when ${to} <> 'received' then now() end
      where id = ${id}`)
    .catch((error) => {
      throw refusals[brokenConstraint(error) ?? '']?.() ?? error
    })

type Kept = { to: 'stocked' | 'quarantined'; actor: string; reason: string }

/** What has no number is counted: it is in the stock once it is for sale again. */
async function keep(tx: Tx, { serial, position }: Piece, { id, orderId }: ReturnRequest, { to, actor, reason }: Kept) {
  if (serial === null) {
    if (to === 'stocked') await stockOne(tx, id, position, { actor, note: reason })
    return
  }
  const moved = await returnPieces(tx, { orderId, serials: [serial], actor, reason })
  const isAside = to === 'stocked' || (await quarantineReturned(tx, { orderId, serial, actor, reason }))
  if (moved !== 1 || !isAside) throw new Refusal('piece_state')
}

async function stockOne(tx: Tx, requestId: string, position: number, by: { actor: string; note: string }) {
  const line = (await linesOf(tx, requestId)).find((one) => one.position === position)
  if (line) await correctStock(tx, [{ skuId: line.skuId, by: 1 }], by)
}

async function refuse(tx: Tx, piece: Piece, request: ReturnRequest, answer: string): Promise<void> {
  const line = (await linesOf(tx, request.id)).find(({ position }) => position === piece.position)
  if (request.state === 'granted' && line && grantsTooMuch(line)) await decideAnew(tx, request)
  const contact = { ...(await findContact(tx, request.memberId)), store: request.store }
  const values = { number: request.number, answer }
  await queueMail(tx, { ...contact, template: 'return_refused', values, onceKey: `return_refused:${piece.id}` })
}

/**
 * A grant that counted on a piece that is not taken back waits for a decision once more, for all that was asked. Refuses refund_pieces_taken where what was
 * not granted is asked for by another request meanwhile.
 */
async function decideAnew(tx: Tx, { id, orderId }: ReturnRequest): Promise<void> {
  await tx
    .run(sql`
      update orders.claimed_pieces c set claimed = c.claimed + l.quantity - l.granted
      from orders.refund_lines l where l.request_id = ${id} and c.order_id = l.order_id and c.position = l.position`)
    .catch((error) => {
      if (brokenConstraint(error) === 'claims_within_bought') throw new Refusal('refund_pieces_taken')
      throw error
    })
  await tx.run(sql`update orders.refund_lines set granted = 0, goods_minor = 0, tax_minor = 0 where request_id = ${id}`)
  await tx.run(sql`
    update orders.refund_requests set state = 'requested', granted_minor = null, kept_minor = 0, delivery_minor = 0, insurance_minor = 0,
      granted_by = null, answer = null, decided_at = null where id = ${id}`)
  await renewRefundState(tx, orderId)
}

type Released = { returnId: string; reason: string }

/**
 * Goods without numbers that were put aside are for sale again; a numbered piece is released under Stock. Refuses permission_missing; invalid_input
 * without a reason; not_found; return_decided unless they are in quarantine here.
 */
export async function releaseReturn(
  karat: Bag<'orders'> & Bag<'catalogue'>,
  staff: Staff,
  { returnId, reason }: Released,
  key: Once = null,
): Promise<{ done: true }> {
  const answer = await once(karat.db, key, async (tx) => {
    const { piece, request } = await lockPiece(tx, returnId)
    if (piece.state !== 'quarantined' || piece.serial !== null) throw new Refusal('return_decided')
    await tx.run(sql`update orders.returns set state = 'stocked' where id = ${piece.id}`)
    await stockOne(tx, request.id, piece.position, { actor: `staff:${staff.id}`, note: reason })
    await recordAction(tx, staff, {
      ...{ action: 'stock.release', subject: { kind: 'order', id: request.orderId }, store: request.store, reason },
      details: { did: 'release_piece', number: request.number, ...named(piece) },
    })
    return { done: true as const }
  })
  await karat.catalogue.refresh()
  return answer
}
