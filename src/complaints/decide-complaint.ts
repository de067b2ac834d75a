/** What the house does with a complaint: answers, takes longer, decides. Who saw an older revision is refused. */

import { type Sql, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { type ComplaintState, complaintNumber } from './complaint-rules.ts'
import { dayIn, decisionWords } from './complaint-words.ts'
import { noteStep, tellMember } from './note-step.ts'
import type { AnswerComplaintInput, DecideComplaintInput, ProlongComplaintInput } from './office-contract.ts'
import { bodyOf, readTerms } from './terms.ts'

type Seen = { complaint_id: string; revision: number }
type Moved = { state: ComplaintState; revision: number }
type Row = Moved & { store: string; year: number; number: number; memberId: string; reopenUntil: string | null }

/**
 * Writes to the member about an open complaint, such as a question. Refuses permission_missing; not_found; handled_meanwhile.
 */
export const answerComplaint = (
  karat: Bag<'complaints'>,
  staff: Staff,
  wish: AnswerComplaintInput,
  key: Once,
): Promise<Moved> =>
  once(karat.db, key, async (tx) => {
    const [id, text] = [wish.complaint_id, wish.text.trim()]
    const row = await move(tx, staff, wish, sql`state = 'open'`)
    await noteStep(tx, id, { step: 'answered', staff, text })
    await tellMember(tx, row, 'complaint_answered', () => ({
      ...{ number: complaintNumber(row), answer: text, staff: staff.name },
    }))
    await recordAction(tx, staff, {
      ...{ action: 'complaints.answer', subject: { kind: 'complaint', id }, store: row.store },
      details: { did: 'complaint_answered', number: complaintNumber(row) },
    })
    return movedOf(row)
  })

/**
 * Gives itself longer, once, by the store's terms of this moment, counted from the deadline that was told; the member reads why.
 * Refuses permission_missing; invalid_input (reason); not_found; handled_meanwhile; complaint_prolonged.
 */
export const prolongComplaint = (
  karat: Bag<'complaints'>,
  staff: Staff,
  wish: ProlongComplaintInput,
  key: Once,
): Promise<Moved> =>
  once(karat.db, key, async (tx) => {
    const id = wish.complaint_id
    const before = await tx.row<{ store: string; due: string; prolonged: boolean }>(sql`
      select store, due_on::text as due, prolonged_at is not null as prolonged from complaints.complaints where id = ${id} for update`)
    if (!before) throw new Refusal('not_found')
    if (before.prolonged) throw new Refusal('complaint_prolonged')
    const { own, dayAfter } = await readTerms(tx, before.store, before.due)
    const dueOn = dayAfter(own.longer_days)
    const row = await move(tx, staff, wish, sql`prolonged_at = now(), due_on = ${dueOn}::date`)
    await noteStep(tx, id, { step: 'prolonged', staff, text: wish.reason.trim(), dueOn })
    await tellMember(tx, row, 'complaint_prolonged', (language) => ({
      ...{ number: complaintNumber(row), reason: wish.reason.trim(), deadline: dayIn(dueOn, language) },
    }))
    await recordAction(tx, staff, {
      ...{ action: 'complaints.prolong', subject: { kind: 'complaint', id }, store: row.store, reason: wish.reason },
      details: { did: 'complaint_prolonged', number: complaintNumber(row), due_on: dueOn },
    })
    return movedOf(row)
  })

/**
 * Decides an open complaint and tells the member the outcome, why, what is done, until when they may have it looked at again, and who
 * outside the house is turned to. Of two who decide at once one does.
 *
 * Refuses permission_missing; not_found; handled_meanwhile.
 */
export const decideComplaint = (
  karat: Bag<'complaints'>,
  staff: Staff,
  wish: DecideComplaintInput,
  key: Once,
): Promise<Moved> =>
  once(karat.db, key, async (tx) => {
    const { complaint_id: id, outcome } = wish
    const [text, done] = [wish.text.trim(), wish.done.trim()]
    const store = await storeOfComplaint(tx, id)
    const { own, today } = await readTerms(tx, store)
    const again = sql`case when reopened_at is null then ${today}::date + ${own.reopen_days}::int end`
    const row = await move(
      tx,
      staff,
      wish,
      sql`state = 'decided', outcome = ${outcome}, decided_at = now(), reopen_until = ${again}`,
    )
    await noteStep(tx, id, { step: 'decided', staff, text, done, outcome })
    const { reopenUntil } = row
    await tellMember(tx, row, 'complaint_decided', (language) => ({
      number: complaintNumber(row),
      decision: decisionWords({ outcome, text, done, reopenUntil, body: bodyOf(own) }, language),
    }))
    await recordAction(tx, staff, {
      ...{ action: 'complaints.decide', subject: { kind: 'complaint', id }, store, reason: text.slice(0, 500) },
      details: { did: 'complaint_decided', number: complaintNumber(row), outcome },
    })
    return movedOf(row)
  })

const movedOf = ({ state, revision }: Row): Moved => ({ state, revision })

async function storeOfComplaint(tx: Tx, id: string): Promise<string> {
  const row = await tx.row<{ store: string }>(sql`select store from complaints.complaints where id = ${id}`)
  if (!row) throw new Refusal('not_found')
  return row.store
}

async function move(tx: Tx, staff: Staff, { complaint_id: id, revision }: Seen, set: Sql): Promise<Row> {
  const row = await tx.row<Row>(sql`
    update complaints.complaints set ${set}, revision = revision + 1, handled_by = ${staff.name}
    where id = ${id} and revision = ${revision} and state = 'open'
    returning state, revision, store, year, number, member_id as "memberId", reopen_until::text as "reopenUntil"`)
  if (row) return row
  const now = await tx.row<{ state: string; by: string | null }>(
    sql`select state, handled_by as by from complaints.complaints where id = ${id}`,
  )
  throw now ? new Refusal('handled_meanwhile', { by: now.by ?? '–', state: now.state }) : new Refusal('not_found')
}
