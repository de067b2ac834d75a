/** Staff note that what is owed to the house was paid at the bank, or that it is written off, and take such a note back. */

import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Karat } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { amountOf, amountText, exponentOf, isCurrency, parseDecimal } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { secondFromNow } from '../stores/second-person.ts'
import type { Payment } from './contract.ts'
import { lockCaptured } from './open-payment.ts'
import { owedOf, writeNote, writtenOffOf } from './receivable.ts'
import type { NoteKind } from './taken-back-rules.ts'

type Bag = Pick<Karat, 'db' | 'settings'>
/** Facts for whoever approves it or reads the log, beside what the note says itself. */
type Facts = Record<string, string | undefined>
type Params = { amount_minor: string; reference?: string }

type NoteWish = {
  /** Of the lost dispute, or of a correction of the payment. */
  id: string
  kind: NoteKind
  /** In major units of the currency that was captured. */
  amount: string
  /** Of the transfer at the bank; none for what is written off. */
  reference: string | null
  reason: string
  facts?: Facts
}

const actions = { paid: 'disputes.note_paid', written_off: 'disputes.write_off' } as const

/**
 * Notes that a part of what is owed was paid at the bank, or is written off: it is booked and counts as owed no longer. Once
 * what was noted in either way of what the payment is for reaches the amount from which a refund takes two people, a second
 * person is asked for instead: `approval_id` is their request.
 *
 * Refuses permission_missing; invalid_input (reason; amount); not_found; receivable_less when less is owed; approval_waiting.
 */
export const noteReceivable = (
  karat: Bag,
  staff: Staff,
  wish: NoteWish,
  key: Once = null,
): Promise<{ approval_id: string | null }> => {
  const { id, kind, reference, reason, facts } = wish
  const action = actions[kind]
  return once(karat.db, key, async (tx) => {
    if (!staff.may.has(action)) throw new Refusal('permission_missing', { permission: action })
    const owed = await lockOwed(tx, id)
    const { payment, currency } = owed
    const amount = minorUnits(wish.amount, currency)
    requireOwed(owed, amount)
    const said = { ...facts, amount: amountOf(amount, currency), ...(reference ? { reference } : {}) }
    const about = { action, subject: subjectOf(owed), store: payment.store, reason }
    if (await takesTwo(karat, tx, owed, amount))
      return requestApproval(tx, staff, { ...about, params: { ...said, amount_minor: String(amount) } })
    const note = { disputeId: owed.disputeId, kind, amount, reference, reason, actor: `staff:${staff.id}` }
    await writeNote(tx, payment, note)
    await recordAction(tx, staff, { ...about, details: { did: 'note_receivable', ...said } })
    return { approval_id: null }
  })
}

/** What the second person has approved, with exactly the amount that they saw. Refuses receivable_less when less is owed by then. */
const executorOf = (kind: NoteKind): Executor => ({
  action: actions[kind],
  async execute(_karat, tx, { subject, params, reason }, { requester, approver }) {
    const { amount_minor, reference = null } = params as Params
    const owed = await lockOwed(tx, subject.id)
    const amount = BigInt(amount_minor)
    requireOwed(owed, amount)
    const actor = `staff:${requester.id}+staff:${approver.id}`
    await writeNote(tx, owed.payment, { disputeId: owed.disputeId, kind, amount, reference, reason, actor })
  },
})
export const notePaidExecutor = executorOf('paid')
export const writeOffExecutor = executorOf('written_off')

/**
 * Takes a note back, whole: a mistake, or money that went back at the bank. It is owed again.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; note_taken_back, also when what was written off has
 * been settled in another way since.
 */
export const takeNoteBack = (
  { db }: Bag,
  staff: Staff,
  { noteId, reason, facts }: { noteId: string; reason: string; facts?: Facts },
  key: Once = null,
): Promise<{ done: true }> =>
  once(db, key, async (tx) => {
    const known = await tx.row<{ id: string }>(sql`
      select coalesce(dispute_id, payment_id) as id from payments.receivable_notes where id = ${noteId} and amount_minor > 0`)
    if (!known) throw new Refusal('not_found')
    const owed = await lockOwed(tx, known.id)
    const note = await tx.row<{ kind: NoteKind; amount: bigint; back: boolean }>(sql`
      select kind, amount_minor as amount, exists (select from payments.receivable_notes b where b.takes_back = n.id) as back
      from payments.receivable_notes n where id = ${noteId}`)
    if (!note) throw new Error('a note disappeared')
    const writtenOff = owed.disputeId ? await writtenOffOf(tx, owed.disputeId) : owed.payment.written_off_minor
    const isSettled = note.kind === 'written_off' && writtenOff < note.amount
    if (note.back || isSettled) throw new Refusal('note_taken_back')
    const actor = `staff:${staff.id}`
    const back = {
      disputeId: owed.disputeId,
      kind: note.kind,
      amount: -note.amount,
      reference: null,
      takesBack: noteId,
    }
    await writeNote(tx, owed.payment, { ...back, reason, actor })
    await recordAction(tx, staff, {
      ...{ action: 'disputes.take_back', subject: subjectOf(owed), store: owed.payment.store, reason },
      details: { ...facts, kind: note.kind, amount: amountOf(note.amount, owed.currency) },
    })
    return { done: true }
  })

type Owed = { payment: Payment; disputeId: string | null; open: bigint; currency: string }

/** A payment's corrections are one receivable, each lost dispute is one of its own. */
const subjectOf = ({ payment, disputeId }: Owed) => ({ kind: 'receivable', id: disputeId ?? payment.id })

/** What is owed by this dispute, correction or payment. Whatever changes it holds every payment for the same thing locked. Refuses not_found. */
async function lockOwed(tx: Tx, id: string): Promise<Owed> {
  const known = await tx.row<{ payment: string; dispute: string | null; subject: string }>(sql`
    select p.id as payment, of.dispute, p.subject_id as subject from payments.payments p join (
      select payment_id as payment, id as dispute from payments.disputes where id = ${id}
      union all select payment_id, null from payments.corrections where id = ${id}
      union all select id, null from payments.payments where id = ${id}) as of on of.payment = p.id`)
  if (!known) throw new Refusal('not_found')
  const payment = (await lockCaptured(tx, known.subject)).find((captured) => captured.id === known.payment)
  if (!payment) throw new Error('a payment disappeared')
  const dispute = await tx.row<{ open: bigint }>(sql`
    select (short_minor - covered_minor)::bigint as open from payments.disputes where id = ${known.dispute}`)
  const currency = payment.captured_currency ?? payment.currency
  return { payment, disputeId: known.dispute, open: dispute ? dispute.open : owedOf(payment), currency }
}

function minorUnits(text: string, currency: string): bigint {
  const units = parseDecimal(text, isCurrency(currency) ? exponentOf(currency) : 0)
  if (units === null || units <= 0n) throw invalidInput({ amount: problem('above_zero') })
  return units
}

function requireOwed({ open, currency }: Owed, amount: bigint) {
  if (amount > open) throw new Refusal('receivable_less', { amount: amountText(open, currency), currency })
}

/** Counted with what was noted before of all payments for the same thing, in one way or the other, so that many small notes are no way around it. */
async function takesTwo({ settings }: Bag, tx: Tx, { payment, currency }: Owed, amount: bigint): Promise<boolean> {
  if (!isCurrency(currency)) return true
  const before = await tx.row<{ minor: bigint }>(sql`
    select coalesce(sum(n.amount_minor), 0)::bigint as minor from payments.receivable_notes n join payments.payments p on p.id = n.payment_id
    where p.subject_id = ${payment.subject_id} and p.captured_currency = ${currency}`)
  return (
    (before?.minor ?? 0n) + amount >=
    (await secondFromNow(tx, 'back_from', settings, { store: payment.store, currency }))
  )
}
