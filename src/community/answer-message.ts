/** What the house's own people do with a message: take it, answer it, close it. Who saw an older revision is refused. */

import { v7 as newId } from 'uuid'
import { type Sql, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { Refusal } from '../refusals.ts'
import type { Did } from '../staff/did-rules.ts'
import type { Staff } from '../staff/door.ts'
import type { Permission } from '../staff/permission-rules.ts'
import { recordAction } from '../staff/record-action.ts'
import { storeOf } from '../stores/stores.ts'
import type { MessageState } from './community-rules.ts'
import type { AnswerMessageInput, CloseMessageInput } from './office-contract.ts'
import { answerKey } from './office-queries.ts'

export type Seen = { messageId: string; revision: number }
export type Moved = { state: MessageState; revision: number }
type Row = Moved & { number: bigint; store: string; name: string; email: string; language: string; text: string }

/**
 * Takes an open message into one's own hands, also out of a colleague's.
 *
 * Refuses permission_missing; not_found; handled_meanwhile when somebody did something with it since.
 */
export const takeMessage = (karat: Bag<'community'>, staff: Staff, seen: Seen): Promise<Moved> =>
  karat.db.transaction(async (tx) => {
    const row = await move(tx, staff, seen, {
      set: sql`state = 'in_hand', assigned_to = ${staff.id}`,
      where: sql`state in ('new', 'in_hand')`,
    })
    await record(tx, staff, { action: 'inbox.answer', row, messageId: seen.messageId, did: 'take' })
    return movedOf(row)
  })

/** Gives a message in one's hands back to all. Refuses as `takeMessage`. */
export const releaseMessage = (karat: Bag<'community'>, staff: Staff, seen: Seen): Promise<Moved> =>
  karat.db.transaction(async (tx) => {
    const row = await move(tx, staff, seen, {
      set: sql`state = 'new', assigned_to = null`,
      where: sql`state = 'in_hand' and assigned_to = ${staff.id}`,
    })
    await record(tx, staff, { action: 'inbox.answer', row, messageId: seen.messageId, did: 'release' })
    return movedOf(row)
  })

/**
 * Writes an answer and its mail, in the writer's language, together. The same key again is the same answer; of two who
 * answer what they saw alike, one does. A message in a colleague's hands must be taken over first. The same words are not
 * sent to it a second time, whatever key and revision they come with: the reply to the first try may have been lost.
 *
 * Refuses permission_missing; not_found; handled_meanwhile; answer_sent.
 */
export const answerMessage = (
  karat: Bag<'community'>,
  staff: Staff,
  { message_id: messageId, revision, text }: AnswerMessageInput,
  key: Once,
): Promise<Moved> =>
  once(karat.db, key, async (tx) => {
    const row = await move(
      tx,
      staff,
      { messageId, revision },
      {
        set: sql`state = 'answered', assigned_to = ${staff.id}`,
        where: sql`state <> 'spam' and (state <> 'in_hand' or assigned_to = ${staff.id})`,
      },
    )
    await requireNewWords(tx, messageId, text.trim())
    const id = newId()
    await tx.run(sql`insert into community.answers (id, message_id, text, staff_id, staff_name)
      values (${id}, ${messageId}, ${text.trim()}, ${staff.id}, ${staff.name})`)
    await queueMail(tx, {
      ...{ destination: row.email, channel: 'email', template: 'contact_answer' },
      ...{ language: row.language, store: row.store, onceKey: answerKey(id) },
      values: {
        number: `K-${row.number}`,
        name: row.name,
        store: storeOf(karat, row.store).name,
        answer: text.trim(),
        question: row.text,
        staff: staff.name,
      },
    })
    await record(tx, staff, { action: 'inbox.answer', row, messageId, did: 'answer' })
    return movedOf(row)
  })

/** The message's row is held by now: what another answer has written is seen. */
async function requireNewWords(tx: Tx, messageId: string, text: string) {
  const same = await tx.row<{ by: string }>(
    sql`select staff_name as by from community.answers where message_id = ${messageId} and text = ${text} limit 1`,
  )
  if (same) throw new Refusal('answer_sent', same)
}

/** Closes a message without an answer, marks it as spam, or opens it again, and says why. Refuses as `takeMessage`; invalid_input (reason). */
export const closeMessage = (
  karat: Bag<'community'>,
  staff: Staff,
  wish: CloseMessageInput,
  key: Once,
): Promise<Moved> =>
  once(karat.db, key, async (tx) => {
    const { message_id: messageId, revision, state, reason } = wish
    const row = await move(
      tx,
      staff,
      { messageId, revision },
      {
        set: sql`state = ${state}, note = ${reason.trim()}, assigned_to = null`,
        where: state === 'new' ? sql`state in ('answered', 'closed', 'spam')` : sql`state <> ${state}`,
      },
    )
    await record(tx, staff, { action: 'inbox.close', row, messageId, did: state === 'new' ? 'reopen' : state, reason })
    return movedOf(row)
  })

const movedOf = ({ state, revision }: Row): Moved => ({ state, revision })

async function move(tx: Tx, staff: Staff, { messageId, revision }: Seen, to: { set: Sql; where: Sql }): Promise<Row> {
  const row = await tx.row<Row>(sql`
    update community.messages set ${to.set}, revision = revision + 1, handled_by = ${staff.name}, handled_at = now()
    where id = ${messageId} and revision = ${revision} and ${to.where}
    returning state, revision, number, store, name, email, language, text`)
  if (row) return row
  const now = await tx.row<{ state: string; by: string | null }>(
    sql`select state, handled_by as by from community.messages where id = ${messageId}`,
  )
  throw now ? new Refusal('handled_meanwhile', { by: now.by ?? '–', state: now.state }) : new Refusal('not_found')
}

type Recorded = { action: Permission; row: Row; messageId: string; did: Did; reason?: string }

const record = (tx: Tx, staff: Staff, { action, row, messageId, did, reason }: Recorded) =>
  recordAction(tx, staff, {
    ...{ action, subject: { kind: 'message', id: messageId }, store: row.store },
    ...(reason ? { reason } : {}),
    details: { did, number: `K-${row.number}` },
  })
