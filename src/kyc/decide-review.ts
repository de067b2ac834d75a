import { screenIn } from '../cases/screen.ts'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import * as m from '../locale/paraglide/messages.js'
import { queueMail } from '../mail/send-mail.ts'
import type { Locale } from '../mail/templates.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { type Fault, isFaultOf } from './fault-rules.ts'
import { type Level, levelName, type Step } from './level-rules.ts'
import { holdReviews, moveReview } from './move-review.ts'
import { requireNumbers } from './open-number.ts'

/** What staff looked at when they decided, and why, for the record. */
export type Decision = { memberId: string; kind: Step; seen: string; reason: string }

const told = {
  real_name: 'real_name_rejected',
  documents: 'documents_rejected',
  funds: 'funds_rejected',
} as const

const sentences: Record<Exclude<Fault, 'other'>, (values: object, options: { locale: Locale }) => string> = {
  name_differs: m.kyc_answer_name_differs,
  number_differs: m.kyc_answer_number_differs,
  birth_differs: m.kyc_answer_birth_differs,
  somebody_else: m.kyc_answer_somebody_else,
  unreadable: m.kyc_answer_unreadable,
  cut_off: m.kyc_answer_cut_off,
  out_of_date: m.kyc_answer_out_of_date,
  address_differs: m.kyc_answer_address_differs,
  signature_differs: m.kyc_answer_signature_differs,
  tax_number_wrong: m.kyc_answer_tax_number_wrong,
  source_unclear: m.kyc_answer_source_unclear,
  papers_missing: m.kyc_answer_papers_missing,
}

/**
 * Approves what a member has sent, and nothing else: a level without it takes two people (override-level.ts). A level that
 * grows is told to them.
 *
 * Refuses not_found; number_lost when no key opens a number that it rests on; review_moved when anything of the member has moved on from what was seen; review_state;
 * permission_missing; invalid_input (reason).
 */
export function approveReview(
  karat: Bag<'kyc'>,
  staff: Staff,
  decision: Decision,
  key: Once = null,
): Promise<{ level: Level }> {
  const { memberId, kind, seen, reason } = decision
  return once(karat.db, key, async (tx) => {
    const contact = await findContact(tx, memberId)
    const actor = `staff:${staff.id}`
    const moved = await moveReview(tx, { memberId, subject: kind, to: 'approved', actor, reason, seen })
    if (moved.from !== 'submitted') throw new Refusal('review_state', { subject: kind, state: moved.from })
    await requireNumbers(tx, karat.sealing, memberId, kind)
    await screenIn(tx, karat.peopleOf, memberId)
    await recordAction(tx, staff, {
      ...{ action: 'kyc.decide', subject: { kind: 'member', id: memberId }, store: contact.store, reason },
      details: { did: 'approve', kind, level: levelName(moved.level) },
    })
    if (moved.level > moved.levelBefore)
      await queueMail(tx, { ...contact, template: 'level_reached', values: { level: levelName(moved.level) } })
    return { level: moved.level }
  })
}

/**
 * Rejects what a member has sent, or takes an approval back, and tells the member what is wrong; they can send it again. A
 * rejected name gives its number free, and takes with it the documents and funds that were sent or approved under it: they
 * prove somebody, and who that is said to be is gone. What the member owns is not touched: a lower level stops buying, never selling or
 * taking out.
 *
 * Refuses invalid_input for a fault of another kind of review, or `other` without words; else as `approveReview`.
 */
export function rejectReview(
  karat: Bag<'kyc'>,
  staff: Staff,
  { memberId, kind, seen, reason, fault, words }: Decision & { fault: Fault; words: string },
  key: Once = null,
): Promise<{ level: Level }> {
  if (!isFaultOf(kind, fault)) throw invalidInput({ fault: problem('kyc_fault') })
  if (fault === 'other' && !words.trim()) throw invalidInput({ words: problem('empty') })
  return once(karat.db, key, async (tx) => {
    const contact = await findContact(tx, memberId)
    const sentence = fault === 'other' ? '' : sentences[fault]({}, { locale: contact.language as Locale })
    const answer = [sentence, words.trim()].filter(Boolean).join(' ')
    const actor = `staff:${staff.id}`
    const rejected = await moveReview(tx, {
      memberId,
      subject: kind,
      to: 'rejected',
      actor,
      reason,
      seen,
      fault,
      answer,
    })
    const level = kind === 'real_name' ? await takeBackProofs(tx, { memberId, actor, reason, answer }) : null
    const moved = { from: rejected.from, level: level ?? rejected.level }
    await recordAction(tx, staff, {
      ...{ action: 'kyc.decide', subject: { kind: 'member', id: memberId }, store: contact.store, reason },
      details: { did: 'reject', kind, fault, was: moved.from, level: levelName(moved.level) },
    })
    await queueMail(tx, { ...contact, template: told[kind], values: { answer } })
    return { level: moved.level }
  })
}

type Reopening = { memberId: string; actor: string; reason: string; answer: string }

/**
 * The member can tell their name anew, and staff look at it: what was sent or approved is taken back with all that hangs on it, and the number is
 * free. A name that was rejected, or never told, can be told already. Writes no letter.
 */
export async function reopenName(tx: Tx, reopening: Reopening): Promise<void> {
  await holdReviews(tx, reopening.memberId)
  const told = await tx.row(sql`select 1 from kyc.reviews
    where member_id = ${reopening.memberId} and subject = 'real_name' and state in ('submitted', 'approved')`)
  if (!told) return
  await moveReview(tx, { ...reopening, subject: 'real_name', to: 'rejected' })
  await takeBackProofs(tx, reopening)
}

/** The level after it, null where nothing hung on the name. */
async function takeBackProofs(tx: Tx, { memberId, ...why }: Reopening): Promise<Level | null> {
  await tx.run(sql`update kyc.real_names set number_hash = null where member_id = ${memberId}`)
  let level: Level | null = null
  for (const subject of await standing(tx, memberId))
    level = (await moveReview(tx, { memberId, subject, to: 'rejected', ...why })).level
  return level
}

/** What hangs on the name that is being rejected. */
async function standing(tx: Tx, memberId: string): Promise<Step[]> {
  const rows = await tx.rows<{ subject: Step }>(sql`select subject from kyc.reviews
    where member_id = ${memberId} and subject <> 'real_name' and state in ('submitted', 'approved') order by subject`)
  return rows.map(({ subject }) => subject)
}
