/** A charge under which its provider has captured another amount than it had: the difference is booked, whatever it is for. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { moneyAsset } from '../ledger/ledger-rules.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import type { Charge, Payment } from './contract.ts'
import { paymentCorrected } from './payment-postings.ts'
import { oweAgain, owedOf } from './receivable.ts'
import { suspendedRest } from './refunds.ts'
import { giveUpWaiting, returnAgain } from './return-money.ts'

export type Correction = {
  id: string
  payment: Payment
  /** By how much suspense grew; zero when it did not. */
  surplus: bigint
  /** By how much more its provider took back than the shop still had. */
  missing: bigint
}

/** Whether a provider's answer about a captured charge is another amount than is booked of it. */
export const isCorrected = (payment: Payment, charge: Charge): boolean =>
  charge.state === 'captured' && payment.captured_minor !== null && charge.amountMinor !== payment.captured_minor

/**
 * Keeps what a provider says where its currency is another one than is booked, and forgets it once that is right again. Money
 * of one currency is never booked as money of another, so nothing is booked: people ask the provider, and the payment counts
 * as incomplete meanwhile. Whether the currency is another one.
 */
export async function keepOtherCurrency(tx: Tx, payment: Payment, charge: Charge): Promise<boolean> {
  const asset = moneyAsset(charge.currency)
  const isOther = asset !== payment.captured_currency
  if (isOther || payment.foreign_currency !== null)
    await tx.run(sql`
      update payments.payments set foreign_minor = ${isOther ? charge.amountMinor : null}::bigint,
        foreign_currency = ${isOther ? asset : null}, foreign_at = case when ${isOther} then coalesce(foreign_at, now()) end
      where id = ${payment.id}`)
  return isOther
}

/**
 * Books the difference between what a payment had captured and what its charge has captured now. More goes to suspense, less
 * leaves it; where suspense does not hold so much, the rest is a receivable (`short_minor`), which a later larger capture
 * settles first, and what was written off of it as well. Money that is used or returned is not touched; of refunds that nobody has asked the provider for only what is
 * still there goes back. The payment is held locked by the caller.
 * The currency is the one that is booked (keepOtherCurrency).
 */
export async function correctCharge(tx: Tx, payment: Payment, charge: Charge): Promise<Correction> {
  const asset = moneyAsset(charge.currency)
  if (payment.captured_minor === null || asset !== payment.captured_currency)
    throw new Error(`the charge of ${payment.id} was in ${payment.captured_currency} and is in ${asset}`)
  const was = payment.captured_minor
  const { suspense, short } = splitDifference(charge.amountMinor - was, payment)
  await oweAgain(tx, payment, -short - owedOf(payment), `provider:${payment.provider}`)
  const id = newId()
  await tx.run(sql`
    insert into payments.corrections (id, payment_id, was_minor, now_minor, suspense_minor, short_minor)
    values (${id}, ${payment.id}, ${was}, ${charge.amountMinor}, ${suspense}, ${short})`)
  const corrected = await tx.row<Payment>(sql`
    update payments.payments set captured_minor = ${charge.amountMinor}, short_minor = short_minor + ${short}, bookings = bookings + 1
    where id = ${payment.id} returning *`)
  await postTransfer(tx, paymentCorrected(payment, asset, { id, was, now: charge.amountMinor, suspense, short }))
  if (short > 0n && isOverdrawn(corrected ?? payment))
    await returnAgain(tx, await giveUpWaiting(tx, payment.id, 'short'))
  const grown = (by: bigint) => (by > 0n ? by : 0n)
  return { id, payment: corrected ?? payment, surplus: grown(suspense), missing: grown(short) }
}

/** Whether more goes back than is captured now. */
const isOverdrawn = (payment: Payment): boolean =>
  payment.refunded_allocated_minor + payment.refunded_suspense_minor + payment.charged_back_minor >
  (payment.captured_minor ?? 0n)

/** How suspense and receivable change with a difference; their change sums to it, the receivable counted the other way. */
function splitDifference(difference: bigint, payment: Payment): { suspense: bigint; short: bigint } {
  if (difference > 0n) {
    const owed = owedOf(payment) + payment.written_off_minor
    const settled = difference < owed ? difference : owed
    return { suspense: difference - settled, short: -settled }
  }
  const held = suspendedRest(payment)
  const taken = -difference < held ? -difference : held
  return { suspense: -taken, short: -difference - taken }
}

/** The payment that a further charge under another's name is kept as, locked. */
export const lockCharge = (tx: Tx, provider: string, providerReference: string): Promise<Payment | undefined> =>
  tx.row<Payment>(sql`
    select * from payments.payments where provider = ${provider} and provider_reference = ${providerReference} for update`)

/** Counts that money of a further charge was booked under a payment's name. */
export const countBooking = (tx: Tx, paymentId: string) =>
  tx.run(sql`update payments.payments set bookings = bookings + 1 where id = ${paymentId}`)
