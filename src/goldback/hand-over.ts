/** Staff take pieces in at a counter, and hand those back that are not sold. */
import { showSerial } from '../catalogue/serial-rules.ts'
import { sql } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import type { Document } from '../orders/core/order-rules.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { makeCertain } from './certain-price.ts'
import { type HeldCase, holdCase, requireNoneStolen } from './hold-case.ts'
import { moveCase } from './move-case.ts'
import { tellOfCase } from './tell-of-case.ts'

type Taking = { caseId: string; serials: readonly string[]; document: Document; bag: string }

/**
 * The pieces are in the house, in a bag with this number; whoever brought them showed the document. Their price is certain from now on: the
 * one that was fixed, or the bid of this moment; where none is live, that of their inspection.
 *
 * Refuses not_found; goldback_serials when other numbers were read than were consigned; goldback_state; permission_missing.
 */
export const receiveCase = (karat: Bag<'goldback'>, staff: Staff, taking: Taking, key: Once): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const { caseId, serials, document, bag } = taking
    const held = await holdCase(tx, caseId)
    requireSame(held, serials)
    await makeCertain(tx, karat, held)
    const move = { caseId, from: 'booked', to: 'received', actor: `staff:${staff.id}`, reason: 'received' } as const
    await moveCase(tx, { ...move, details: { document, bag } }, sql`, received_at = now()`)
    await recordAction(tx, staff, {
      ...{ action: 'goldback.receive', subject: { kind: 'goldback', id: caseId }, store: held.store },
      details: { did: 'goldback_received', case: held.number, document, bag },
    })
    await tellOfCase(tx, caseId, 'goldback_received')
    return { done: true as const }
  })

const plain = (typed: string) => typed.toUpperCase().replace(/[\s-]+/g, '')

function requireSame({ pieces }: HeldCase, typed: readonly string[]): void {
  const read = new Set(typed.map(plain))
  const missing = pieces.filter(({ serial }) => !read.has(serial)).map(({ serial }) => showSerial(serial))
  const strange = [...read].filter((serial) => !pieces.some((piece) => piece.serial === serial))
  if (missing.length > 0 || strange.length > 0)
    throw new Refusal('goldback_serials', { missing: missing.join(', ') || '–', strange: strange.join(', ') || '–' })
}

type Giving = { caseId: string; document: Document }

/**
 * Rejected pieces are with their member again, who showed the document.
 *
 * Refuses not_found; goldback_piece_stolen: it is retained; goldback_state; not_possible_now while a case stops them; permission_missing.
 */
export const returnCase = (
  { db }: Bag<'goldback'>,
  staff: Staff,
  { caseId, document }: Giving,
  key: Once,
): Promise<{ done: true }> =>
  once(db, key, async (tx) => {
    const held = await holdCase(tx, caseId)
    await requireNoneStolen(tx, held)
    const move = {
      caseId,
      from: 'rejected',
      to: 'returned',
      actor: `staff:${staff.id}`,
      reason: 'handed back',
    } as const
    await moveCase(tx, { ...move, details: { document } })
    await recordAction(tx, staff, {
      ...{ action: 'goldback.return', subject: { kind: 'goldback', id: caseId }, store: held.store },
      details: { did: 'goldback_returned', case: held.number, document },
    })
    await tellOfCase(tx, caseId, 'goldback_returned')
    return { done: true as const }
  })
