import type { Tx } from '../db/database.ts'
import { findContact, type KeptContact } from '../identity/member-queries.ts'
import { moneyAsset } from '../ledger/ledger-rules.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf } from '../money/money.ts'
import type { Charge, Payment } from './contract.ts'
import { correctCharge, countBooking, isCorrected, keepOtherCurrency, lockCharge } from './correct-charge.ts'
import { returnsToSource } from './method-rules.ts'
import { allocateSuspended, capturePayment, closePayment, keepStrayCharge } from './open-payment.ts'
import { paymentSuspended } from './payment-postings.ts'
import { openRefund } from './refunds.ts'
import { stillThere, takeOwed } from './return-money.ts'
import { type Fulfilled, letterOf, type Paid, paidOf, type Settler, type Settlers, type Subject } from './settler.ts'
import { tellPaid } from './tell-paid.ts'
import { keepPart, lockParts, returnParts } from './tenders.ts'

/** What settling did: also the outcome that the webhook inbox keeps. */
export type Settled =
  | Paid
  | 'nothing_new'
  | 'closed'
  | 'part_paid'
  | 'suspended'
  | 'mismatch'
  | 'corrected'
  | 'other_currency'

/**
 * Brings a payment, which the caller holds locked, to what its provider says, whatever came before: the only place where
 * money fulfils what it is for (G5, G6, G7). Captured money pays the subject that waits for it, or is a part that waits in suspense
 * for the rest of its total (tender-rules.ts); money that is late, double or
 * wrong in amount or currency is booked to suspense, where its payer chooses about it, or goes back where there is nothing to
 * choose. What was captured more or less under the same charge is booked as the difference, what is in another currency now
 * is kept for the office and not booked.
 *
 * `asked` is how the payment stood (`bookings`) before its provider was asked. Throws when other money was booked under its
 * name since and this answer says something else again: it may be the older one, and is asked for anew.
 */
export async function settlePayment(
  tx: Tx,
  settlers: Settlers,
  {
    payment,
    charge,
    asked,
    contact,
  }: { payment: Payment; charge: Charge; asked: number; contact?: KeptContact | null },
): Promise<Settled> {
  const settler = settlers[payment.purpose]
  if (charge.state === 'pending') return 'nothing_new'
  if (payment.state === 'captured') return settleFurther(tx, settler, { base: payment, charge, asked })
  if (charge.state !== 'captured' || charge.amountMinor === 0n) {
    const state = charge.state === 'captured' ? 'expired' : charge.state
    const closed = await closePayment(tx, payment, { state, declineReason: charge.declineReason })
    return closed ? 'closed' : 'nothing_new'
  }
  const fits = charge.amountMinor === payment.amount_minor && charge.currency === payment.currency
  const isLate = fits && (await settler.isLate?.(tx, payment, charge.bookedAt))
  const brought = fits && !isLate ? await bring(tx, settler, payment) : undefined
  if (brought === 'is a part') {
    await keepAsPart(tx, payment, charge)
    return 'part_paid'
  }
  if (brought) {
    await bookFulfilled(tx, { payment, charge, contact }, brought)
    return paidOf(payment.purpose)
  }
  await suspend(tx, settler, payment, charge)
  return fits ? 'suspended' : 'mismatch'
}

type Compared = { base: Payment; charge: Charge; asked: number }

/** Of a payment that is captured another charge under its name is news, and another amount under the same one. */
async function settleFurther(tx: Tx, settler: Settler, compared: Compared): Promise<Settled> {
  const { base, charge } = compared
  if (charge.state !== 'captured') return 'nothing_new'
  if (charge.providerReference === base.provider_reference) return compare(tx, settler, base, compared)
  const stray = charge.amountMinor > 0n && (await keepStrayCharge(tx, base, charge))
  if (stray) {
    await countBooking(tx, base.id)
    await suspend(tx, settler, stray, charge)
    return 'suspended'
  }
  const kept = await lockCharge(tx, base.provider, charge.providerReference)
  return kept ? compare(tx, settler, kept, compared) : 'nothing_new'
}

/** What is captured under a charge by now with what is booked of it. */
async function compare(tx: Tx, settler: Settler, payment: Payment, compared: Compared): Promise<Settled> {
  if (await keepOtherCurrency(tx, payment, compared.charge)) return 'other_currency'
  return isCorrected(payment, compared.charge) ? correct(tx, settler, payment, compared) : 'nothing_new'
}

/**
 * What is more than before waits where its payer may choose about it, and goes back where nobody needs it. What is missing holds
 * the subject up (clearance.ts); where that is nothing but money its payer gives it back as far as they have it.
 */
async function correct(
  tx: Tx,
  settler: Settler,
  payment: Payment,
  { base, charge, asked }: Compared,
): Promise<Settled> {
  if (base.bookings !== asked) throw new Error(`money of ${base.id} was booked while its provider was asked`)
  const subject = await settler.lock(tx, payment.subject_id)
  const { id, payment: corrected, surplus, missing } = await correctCharge(tx, payment, charge)
  if (base.id !== payment.id) await countBooking(tx, base.id)
  if (missing > 0n && payment.allocation === 'subject' && settler.payerHas)
    await takeOwed(tx, payment, { has: await settler.payerHas(tx, payment), occasion: `corrected:${id}` })
  const there = stillThere(corrected)
  const back = surplus < there ? surplus : there
  if (back > 0n && !settler.keepsSurplus(subject)) {
    await openRefund(tx, corrected, { parts: { suspense: back }, occasion: `surplus:${id}`, actor: 'system' })
  }
  return 'corrected'
}

type Brought = Fulfilled & { parts: Payment[] }

/** Parts that came before are looked for only where this money is not enough, once the settler holds the subject. */
async function bring(tx: Tx, settler: Settler, payment: Payment): Promise<Brought | 'is a part' | undefined> {
  const alone = await settler.fulfil(tx, payment, [])
  if (alone !== 'is a part') return alone && { ...alone, parts: [] }
  const parts = await lockParts(tx, payment.subject_id)
  const together = parts.length > 0 ? await settler.fulfil(tx, payment, parts) : alone
  return together && together !== 'is a part' ? { ...together, parts } : together
}

type Booking = { payment: Payment; charge: Charge; contact: KeptContact | null | undefined }

async function bookFulfilled(tx: Tx, { payment, charge, contact }: Booking, brought: Brought) {
  const { subject, postings, parts, said, inGrams } = brought
  for (const part of parts) await allocateSuspended(tx, part.id, part.captured_minor ?? 0n)
  const [{ partsWait }] = await Promise.all([
    capturePayment(tx, payment, charge, 'subject'),
    ...postings.map((posting) => postTransfer(tx, posting)),
    tellPaid(
      tx,
      payment,
      { number: subject.number, total: charge.amountMinor, currency: charge.currency, said, inGrams },
      contact,
    ),
  ])
  if (partsWait) await returnParts(tx, payment.subject_id)
}

/** Money that is less than its subject waits for is booked to suspense until the rest is there. */
async function keepAsPart(tx: Tx, payment: Payment, charge: Charge) {
  await capturePayment(tx, payment, charge, 'suspense')
  await postTransfer(tx, paymentSuspended(payment, charge))
  await keepPart(tx, payment)
}

/**
 * Books captured money that nothing good waits for, in the currency it came in, known or not. Its payer chooses what becomes
 * of it where there is something to choose; else it goes back at once.
 */
async function suspend(tx: Tx, settler: Settler, payment: Payment, charge: Charge) {
  const subject = await settler.lock(tx, payment.subject_id)
  await capturePayment(tx, payment, charge, 'suspense')
  await postTransfer(tx, paymentSuspended({ ...payment, store: subject.store }, charge))
  if (await settler.keepSuspended(tx, subject, payment)) return tell(tx, payment, charge, 'payment_review', subject)
  await openRefund(
    tx,
    { ...payment, captured_currency: moneyAsset(charge.currency) },
    {
      parts: { suspense: charge.amountMinor },
      occasion: `suspense:${payment.id}`,
      actor: 'system',
    },
  )
  if (returnsToSource[payment.method])
    await tell(tx, payment, charge, letterOf(payment.purpose, 'money_returning'), subject)
}

type Letter = 'payment_review' | ReturnType<typeof letterOf<'money_returning'>>

async function tell(tx: Tx, payment: Payment, charge: Charge, template: Letter, { number }: Subject) {
  await queueMail(tx, {
    ...(await findContact(tx, payment.member_id)),
    template,
    store: payment.store,
    values: { number, total: amountOf(charge.amountMinor, charge.currency) },
    onceKey: `${template}:${payment.id}`,
  })
}
