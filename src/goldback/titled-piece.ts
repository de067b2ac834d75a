/** A numbered piece of ours whose buyer was somebody else: it takes papers, and staff say whose it is (decision 0135). */
import { findSoldPiece } from '../catalogue/piece-queries.ts'
import { readSerial } from '../catalogue/serial-rules.ts'
import { sql, type Tx } from '../db/database.ts'
import { requireImages } from '../files/use-files.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import type { Holder } from '../vault/holder.ts'
import type { QuotedFigures, QuotedPiece } from './case-quotes.ts'
import { holdCase, requireNoneStolen } from './hold-case.ts'
import { moveCase, refuseState } from './move-case.ts'
import { requirePaidFor } from './require-paid-for.ts'
import { tellOfCase } from './tell-of-case.ts'

export type TitledInput = { serial: string; image_ids: string[] }

/**
 * Refuses not_found for a paper that is not theirs; piece_ambiguous where two makers stamp this number; goldback_piece_mistyped;
 * goldback_piece_unknown for a number that nobody has from this store.
 */
export async function readTitled(tx: Tx, holder: Holder, { serial, image_ids }: TitledInput): Promise<QuotedPiece[]> {
  await requireImages(tx, { memberId: holder.memberId, ids: image_ids, purpose: 'gold_back' })
  const piece = await findSoldPiece(tx, holder.store, serial)
  if (!piece) {
    const isMistyped = readSerial(serial).kind === 'mistyped'
    throw new Refusal(isMistyped ? 'goldback_piece_mistyped' : 'goldback_piece_unknown', { serial })
  }
  const { gross, fine, ...known } = piece
  return [{ ...known, gross: String(gross), fine: String(fine), images: image_ids }]
}

/**
 * The piece is still with the buyer of the same order, and what paid for it stays paid. Of somebody else's order nothing is told: refuses
 * goldback_piece_unknown; piece_ambiguous where two makers stamp this number; not_possible_now.
 */
export async function requireStillSold(tx: Tx, { store }: Holder, { pieces }: QuotedFigures): Promise<void> {
  for (const { serial = '', orderId = '' } of pieces) {
    const now = await findSoldPiece(tx, store, serial)
    if (now?.orderId !== orderId) throw new Refusal('goldback_piece_unknown', { serial })
    await requirePaidFor(tx, [orderId]).catch((error) => {
      throw error instanceof Refusal ? new Refusal('not_possible_now') : error
    })
  }
}

type Decision = { caseId: string; reason: string }

/**
 * The member has shown that the piece is theirs: it may be accepted.
 *
 * Refuses not_found; goldback_state before it is received, once it is decided, and where no title is asked for; permission_missing;
 * invalid_input (reason).
 */
export const proveTitle = ({ db }: Bag<'goldback'>, staff: Staff, { caseId, reason }: Decision, key: Once) =>
  once(db, key, async (tx) => {
    const held = await requireAsked(tx, caseId)
    await tx.run(sql`update goldback.cases set title = 'proven' where id = ${caseId} and title = 'asked'`)
    await record(tx, staff, { ...held, reason, did: 'goldback_title_proven' })
    return { done: true as const }
  })

/** They have not: the piece waits for whoever brought it, who reads the reason. Refuses as proveTitle, and goldback_piece_stolen: it is retained. */
export const refuseTitle = ({ db }: Bag<'goldback'>, staff: Staff, { caseId, reason }: Decision, key: Once) =>
  once(db, key, async (tx) => {
    const held = await requireAsked(tx, caseId)
    await requireNoneStolen(tx, held)
    const move = { caseId, from: held.state, to: 'rejected', actor: `staff:${staff.id}` } as const
    await moveCase(tx, { ...move, reason, details: { told: reason } }, sql`, title = 'refused'`)
    await record(tx, staff, { ...held, reason, did: 'goldback_title_refused' })
    await tellOfCase(tx, caseId, 'goldback_rejected')
    return { done: true as const }
  })

async function requireAsked(tx: Tx, caseId: string) {
  const held = await holdCase(tx, caseId)
  if (held.title !== 'asked' || (held.state !== 'received' && held.state !== 'inspecting'))
    await refuseState(tx, caseId)
  return held
}

type Recorded = {
  id: string
  number: string
  store: string
  reason: string
  did: 'goldback_title_proven' | 'goldback_title_refused'
}
const record = (tx: Tx, staff: Staff, { id, number, store, reason, did }: Recorded) =>
  recordAction(tx, staff, {
    ...{ action: 'goldback.decide', subject: { kind: 'goldback', id }, store, reason },
    details: { did, case: number },
  })
