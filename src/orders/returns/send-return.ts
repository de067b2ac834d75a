/** The returns desk: a piece that was not taken back is with its buyer again. */
import { sql } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { lockPiece, named } from './judge-return.ts'

/** `how`: courier and number, or that it was handed over at the counter; its buyer reads it. */
type Sent = { returnId: string; how: string }

/** Refuses permission_missing; not_found; return_decided unless it was refused and lies at the desk still. */
export const sendReturn = (
  karat: Bag<'orders'>,
  staff: Staff,
  { returnId, how }: Sent,
  key: Once = null,
): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const { piece, request } = await lockPiece(tx, returnId)
    if (piece.state !== 'refused') throw new Refusal('return_decided')
    await tx.run(sql`
      update orders.returns set state = 'sent_back', sent_by = ${`staff:${staff.id}`}, sent_at = now(), sent_how = ${how} where id = ${returnId}`)
    await recordAction(tx, staff, {
      ...{ action: 'returns.receive', subject: { kind: 'order', id: request.orderId }, store: request.store },
      details: { did: 'send_return', number: request.number, how, ...named(piece) },
    })
    const contact = { ...(await findContact(tx, request.memberId)), store: request.store }
    const values = { number: request.number, how }
    await queueMail(tx, { ...contact, template: 'return_sent_back', values, onceKey: `return_sent_back:${piece.id}` })
    return { done: true as const }
  })
