/** The usual notice in one statement: money that one subject waits for came whole. */
import { type Db, type Sql, sql } from '../db/database.ts'
import { type KeptContact, readContact } from '../identity/member-queries.ts'
import { postedOnce } from '../ledger/post-transfer.ts'
import { writtenLetter } from '../mail/send-mail.ts'
import { amountOf } from '../money/money.ts'
import type { EventId } from './ask-about-event.ts'
import type { Charge, Payment } from './contract.ts'
import { capturedParts } from './open-payment.ts'
import { type Awaited, paidOf, type Settlers } from './settler.ts'
import { freeEvent, lockedPayment, takenEvent } from './store-event.ts'

/** What a notice is about where nothing is unusual, as it was when the notice was read. */
export type Usual = {
  payment: Pick<
    Payment,
    'id' | 'purpose' | 'subject_id' | 'member_id' | 'store' | 'provider' | 'method' | 'amount_minor' | 'currency'
  >
  awaited: Awaited
  contact: KeptContact
}

/** What the subject of a payment `p` waits for, where it can be paid so: an SQL expression of type json. */
export const awaitedOf = (settlers: Settlers): Sql => {
  const known = Object.entries(settlers).flatMap(([purpose, { atOnce }]) =>
    atOnce ? [sql`when ${purpose} then ${atOnce.awaited(sql`p.subject_id`)}`] : [],
  )
  return sql`${known.reduce((all, one) => sql`${all} ${one}`, sql`case p.purpose`)} end`
}

/**
 * Pays the subject of a payment by a charge, and finishes the notice that told of it, in one statement which is its own
 * transaction: all of it, or nothing where anything is not as usual by now. False: nothing was done, and the notice is to be
 * settled step by step (settle-payment.ts). The payment is locked before its subject, as there.
 */
export async function payAtOnce(
  { db, settlers }: { db: Db; settlers: Settlers },
  { event, usual, charge }: { event: EventId; usual: Usual | null; charge: Charge },
): Promise<boolean> {
  const atOnce = usual && settlers[usual.payment.purpose].atOnce
  if (!usual || !atOnce || charge.state !== 'captured') return false
  const { payment, awaited } = usual
  if (charge.amountMinor !== payment.amount_minor || charge.currency !== payment.currency) return false
  const { number, posting } = atOnce.fulfilled(payment, awaited)
  const letter = writtenLetter({
    ...readContact(payment.member_id, usual.contact),
    template: paidOf(payment.purpose),
    store: payment.store,
    values: { number, total: amountOf(charge.amountMinor, charge.currency) },
    onceKey: `${paidOf(payment.purpose)}:${payment.id}`,
  })
  const row = await db.row<{ paid: boolean }>(sql`
    with payment as (${lockedPayment(payment.id)}), ${freeEvent(event)},
    open as materialized (select from payment, free where payment.state <> 'captured'),
    ${atOnce.paid(payment, awaited)},
    ${takenEvent(paidOf(payment.purpose), sql`and exists (select from paid)`)},
    ${capturedParts(payment, charge, 'subject', sql`and exists (select from paid)`)},
    posted as (${postedOnce(posting)} where exists (select from paid)),
    told as (${letter} where exists (select from paid))
    select exists (select from captured) as paid`)
  return row?.paid ?? false
}
