/** Staff take pieces in at a counter, and hand those back that are not sold. */

import { serialMeant } from '../catalogue/serial-rules.ts'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import type { Document } from '../orders/core/order-rules.ts'
import { requireCourier } from '../orders/parcels/require-courier.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { showNumber } from './case-rules.ts'
import { makeCertain } from './certain-price.ts'
import { type HeldCase, holdCase, requireNoneStolen } from './hold-case.ts'
import { moveCase } from './move-case.ts'
import { tellOfCase } from './tell-of-case.ts'

/** The document is seen at the counter, or by the courier who collected the pieces. */
type Taking = { caseId: string; serials: readonly string[]; document?: Document | undefined; bag: string }

/**
 * The pieces are in the house, in a bag with this number; whoever brought them showed the document. Their price is certain from now on: the
 * one that was fixed, or the bid of this moment; where none is live, that of their inspection.
 *
 * Refuses not_found; invalid_input without the document that was shown at the counter; goldback_serials when other numbers were read than were
 * consigned; goldback_state; permission_missing.
 */
export const receiveCase = (karat: Bag<'goldback'>, staff: Staff, taking: Taking, key: Once): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const { caseId, serials, document, bag } = taking
    const held = await holdCase(tx, caseId)
    if (held.state !== 'collected' && !document) throw invalidInput({ document: problem('empty') })
    requireSame(held, serials)
    await makeCertain(tx, karat, held)
    const from = held.state === 'collected' ? 'collected' : 'booked'
    const move = { caseId, from, to: 'received', actor: `staff:${staff.id}`, reason: 'received' } as const
    await moveCase(tx, { ...move, details: { bag, ...(document && { document }) } }, sql`, received_at = now()`)
    await recordAction(tx, staff, {
      ...{ action: 'goldback.receive', subject: { kind: 'goldback', id: caseId }, store: held.store },
      details: { did: 'goldback_received', case: held.number, document: document ?? 'courier', bag },
    })
    await tellOfCase(tx, caseId, 'goldback_received')
    return { done: true as const }
  })

function requireSame({ pieces }: HeldCase, typed: readonly string[]): void {
  const own = pieces.map(({ serial }) => serial)
  const meant = typed.map((one) => serialMeant(own, one))
  const read = new Set(meant)
  const missing = pieces.filter(({ serial }) => !read.has(serial)).map(({ serial }) => showNumber(serial))
  const strange = typed.filter((_, at) => meant[at] === undefined)
  if (missing.length > 0 || strange.length > 0)
    throw new Refusal('goldback_serials', { missing: missing.join(', ') || '–', strange: strange.join(', ') || '–' })
}

/** To who shows the document, or with a courier to where they were collected. */
type Giving = {
  caseId: string
  document?: Document | undefined
  carrier?: string | undefined
  tracking?: string | undefined
}

/**
 * Rejected pieces are with their member again, who showed the document at the counter; those that were collected are on their way back.
 *
 * Refuses not_found; invalid_input without that document, or without courier and number; goldback_piece_stolen: it is retained; goldback_state; not_possible_now while a case stops them; permission_missing.
 */
export const returnCase = (
  { db }: Bag<'goldback'>,
  staff: Staff,
  { caseId, document, carrier, tracking }: Giving,
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
    const parcel = await parcelOf(tx, held, { carrier, tracking })
    if (!parcel && !document) throw invalidInput({ document: problem('empty') })
    const details = parcel ?? { document }
    await moveCase(tx, { ...move, details })
    await recordAction(tx, staff, {
      ...{ action: 'goldback.return', subject: { kind: 'goldback', id: caseId }, store: held.store },
      details: { did: 'goldback_returned', case: held.number, ...details },
    })
    await tellOfCase(tx, caseId, 'goldback_returned')
    return { done: true as const }
  })

/** Null for what goes back over the counter. */
async function parcelOf(
  tx: Tx,
  { collects, store }: HeldCase,
  { carrier, tracking }: Pick<Giving, 'carrier' | 'tracking'>,
) {
  if (!collects) return null
  await requireCourier(tx, store, carrier)
  if (!tracking) throw invalidInput({ tracking: problem('empty') })
  return { carrier, tracking }
}
