import { v7 as newId } from 'uuid'
import { type Db, empty, type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { unhurried } from '../db/unhurried.ts'
import { moneyAsset } from '../ledger/ledger-rules.ts'
import { settings } from '../settings.ts'
import type { Charge, NewCharge, Payment, PaymentProvider } from './contract.ts'
import { insertTender } from './insert-tender.ts'
import { isMethod, type MethodChoice } from './method-rules.ts'

export type NewPayment = Pick<
  Payment,
  'purpose' | 'subject_id' | 'member_id' | 'store' | 'provider' | 'method' | 'bank' | 'amount_minor' | 'currency'
> & {
  expires_at: Date
  /** What it is charged to without its payer. */
  mandate_id?: string
}
type Payer = Pick<NewPayment, 'purpose' | 'member_id' | 'store' | 'provider' | 'method' | 'bank'> & {
  mandate_id?: string
}

/**
 * The open payment for a subject by this method: the one there is, or a new one. A subject has at most one, so two open pages
 * lead to the same charge; one by another method is replaced, and its charge closed by the next round (takePaymentsToAsk).
 */
export async function openPayment(db: Queryable, payment: NewPayment): Promise<Payment> {
  for (let attempt = 1; attempt <= 10; attempt++) {
    const open = (await insertPayment(db, payment)) ?? (await findOpenPayment(db, payment.subject_id))
    if (!open) continue // the one that stood in the way was closed before it was read
    if (open.method === payment.method && open.bank === payment.bank) return open
    await db.run(sql`update payments.payments set replaced_at = now() where id = ${open.id} and ${isOpen}`)
  }
  throw new Error('every open payment was closed or replaced while it was read')
}

/** Of a payment that can be paid: undecided, and not replaced. */
export const isOpen = sql`state in ('created', 'pending', 'unknown') and replaced_at is null`

const insertPayment = (db: Queryable, payment: NewPayment) =>
  db.row<Payment>(
    insertPaymentOf(
      payment,
      sql`(select ${payment.subject_id}::uuid as subject_id, ${payment.amount_minor}::bigint as amount_minor, ${payment.currency} as currency,
        ${payment.expires_at}::timestamptz as expires_at) as subject`,
    ),
  )

/**
 * The part of a statement that opens a payment for the one subject in `from` (subject_id, amount_minor, currency, expires_at);
 * it returns nothing where an open payment stands in its way, which `openPayment` finds.
 */
export const insertPaymentOf = (payer: Payer, from: Sql): Sql => sql`
    insert into payments.payments (id, purpose, subject_id, member_id, store, provider, method, bank, mandate_id, amount_minor, currency, expires_at)
    select ${newId()}, ${payer.purpose}, subject_id, ${payer.member_id}, ${payer.store}, ${payer.provider}, ${payer.method},
      ${payer.bank}, ${payer.mandate_id ?? null}::uuid, amount_minor, currency, expires_at from ${from}
    on conflict (subject_id) where ${isOpen} do nothing returning *`

const findOpenPayment = (db: Queryable, subjectId: string) =>
  db.row<Payment>(sql`select * from payments.payments where subject_id = ${subjectId} and ${isOpen}`)

/** The open payment of a subject by this way, which is paid though its store takes no more by it since (decision 0148). */
export const findBegun = (db: Queryable, subjectId: string, { method, bank }: MethodChoice) =>
  db.row<Payment>(sql`
    select * from payments.payments
    where subject_id = ${subjectId} and method = ${method} and bank is not distinct from ${bank}::text and ${isOpen}`)

/** A member's payment; undefined for somebody else's. */
const findPayment = (db: Queryable, memberId: string, id: string) => db.row<Payment>(paymentOf(memberId, id))

export const paymentOf = (memberId: string, id: string): Sql =>
  sql`select * from payments.payments where id = ${id} and member_id = ${memberId}`

/** Every payment for a subject, newest first. */
export const listPayments = (db: Queryable, subjectId: string) =>
  db.rows<Payment>(sql`select * from payments.payments where subject_id = ${subjectId} order by created_at desc`)

/**
 * Asks the provider for the charge of a payment, outside any transaction, and remembers where the member pays. The
 * payment's id is the provider's key, so asking twice makes one charge, also after a database that broke down has lost the
 * answer. No answer leaves the payment `unknown`.
 */
export async function startCharge(
  db: Db,
  provider: PaymentProvider,
  payment: Payment,
  request: Pick<NewCharge, 'description' | 'returnUrl' | 'webhookUrl'>,
): Promise<Payment> {
  if (!isMethod(payment.method) || payment.mandate_id) throw new Error('its payer does not pay it at a provider')
  const answer = await provider.createCharge({
    ...request,
    reference: payment.id,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    method: payment.method,
    bank: payment.bank,
    expiresAt: payment.expires_at,
  })
  const charge = answer.outcome === 'known' ? answer.charge : null
  const changed = await db.row<Payment>(sql`
    with ${unhurried}
    update payments.payments set state = ${charge ? 'pending' : 'unknown'}, checked_at = now(),
      provider_reference = coalesce(${charge?.providerReference ?? null}, provider_reference), pay_url = coalesce(${charge?.payUrl ?? null}, pay_url),
      pay_code = coalesce(${charge?.payCode ?? null}, pay_code)
    from unhurried where id = ${payment.id} and state in ('created', 'unknown') returning payments.*`)
  return changed ?? (await findPayment(db, payment.member_id, payment.id)) ?? payment
}

/**
 * Payments whose outcome nobody has told us for a while: the sweep asks their provider; of one that was replaced at once, to
 * close it. A QR code whose time is over is asked about less often.
 */
export const takePaymentsToAsk = (db: Queryable) =>
  db.rows<Payment>(sql`
    update payments.payments set checked_at = now() where id in (
      select id from payments.payments
      where (state in ('pending', 'unknown') or state = 'created' and replaced_at is not null)
        -- Until its time is over, one of a mandate is charged again under its name (charge-mandates.ts).
        and (mandate_id is null or state <> 'unknown' or expires_at <= now())
        and (replaced_at > coalesce(checked_at, '-infinity') or coalesce(checked_at, created_at) < now() - case
          when state = 'unknown' then interval '5 seconds'
          when method = 'qris' and expires_at < now() then make_interval(secs => ${settings.qris.askSeconds}::int)
          else interval '60 seconds' end)
      order by checked_at nulls first limit 50 for update skip locked)
    returning *`)

/** Ends QR codes of which nobody has heard for a day after their time: they take money for ever, and what comes then is late money. */
export const endDeadCodes = (db: Queryable): Promise<number> =>
  db.run(sql`
    update payments.payments set state = 'expired' where id in (
      select id from payments.payments where method = 'qris' and state = 'pending'
        and expires_at < now() - make_interval(secs => ${settings.qris.watchSeconds}::int) limit 500 for update skip locked)`)

/** Captured payments whose provider nobody has asked for a day, while a correction may still come: each is taken by one round. */
export const takeCapturedToAsk = (db: Queryable, atOnce: number = settings.captured.atOnce) =>
  db.rows<Payment>(sql`
    update payments.payments set checked_at = now() where id in (
      select id from payments.payments
      where state = 'captured' and method not in ('balance', 'counter_cash', 'counter_card') and captured_at > now() - make_interval(days => ${settings.captured.askDays}::int)
        and greatest(checked_at, captured_at) < now() - make_interval(secs => ${settings.captured.askSeconds}::int)
      order by captured_at limit ${atOnce}::int for update skip locked)
    returning *`)

/** Its provider has it, and its bank has not decided. */
export const markPending = (tx: Tx, id: string, { providerReference }: Pick<Charge, 'providerReference'>) =>
  tx.run(sql`
    update payments.payments set state = 'pending', provider_reference = ${providerReference} where id = ${id} and state in ('created', 'unknown')`)

/** Writes what the provider says of a payment that was not captured. */
export const closePayment = (
  tx: Tx,
  payment: Payment,
  charge: Pick<Charge, 'declineReason'> & { state: 'declined' | 'expired' },
) =>
  tx.run(sql`update payments.payments set state = ${charge.state}, decline_reason = ${charge.declineReason}
    where id = ${payment.id} and state in ('created', 'pending', 'unknown')`)

/**
 * Marks a payment captured, once; its money belongs to its subject or waits in suspense. A further open payment for a subject
 * that is paid now is to be closed at its provider. Money of its subject is a tender that is used. `partsWait`: parts that came
 * before wait still.
 */
export async function capturePayment(
  tx: Tx,
  payment: Payment,
  charge: Charge,
  allocation: 'subject' | 'suspense',
): Promise<{ partsWait: boolean }> {
  const row = await tx.row<{ wait: boolean }>(sql`
    with ${capturedParts(payment, charge, allocation)}
    select exists (select from payments.tenders t where t.subject_id = ${payment.subject_id} and t.state = 'waiting') as wait`)
  return { partsWait: row?.wait ?? false }
}

/** The parts of a statement that does so, where `only` holds: `captured` has a row when it was not captured before. */
export const capturedParts = (
  payment: Pick<Payment, 'id' | 'subject_id'>,
  charge: Charge,
  allocation: 'subject' | 'suspense',
  only: Sql = empty,
): Sql => sql`
    further as (
      insert into payments.closings (subject_id) select subject_id from payments.payments
      where ${allocation} = 'subject' and subject_id = ${payment.subject_id} and id <> ${payment.id} and state in ('created', 'pending', 'unknown') ${only}
      on conflict (subject_id) do nothing
    ), captured as (
      update payments.payments set state = 'captured', bookings = bookings + 1, allocation = ${allocation}, captured_at = now(), decline_reason = null,
        provider_reference = ${charge.providerReference}, captured_minor = ${charge.amountMinor},
        captured_currency = ${moneyAsset(charge.currency)},
        allocated_minor = case when ${allocation} = 'subject' then ${charge.amountMinor}::bigint end
      where id = ${payment.id} and state <> 'captured' ${only} returning *
    ), tender as (${insertTender(sql`captured where allocation = 'subject'`)})`

/**
 * Every captured payment for a subject, locked, oldest first. Whoever changes what money is for begins here and takes the
 * subject's row after it, so that two of them never wait in a circle.
 */
export const lockCaptured = (tx: Tx, subjectId: string): Promise<Payment[]> =>
  tx.rows<Payment>(sql`
    select * from payments.payments where subject_id = ${subjectId} and state = 'captured' order by id for update`)

/** Gives `amount` of money that waited in suspense to its subject, as a tender that is used; what is beyond it stays in suspense. */
export const allocateSuspended = (tx: Tx, paymentId: string, amount: bigint) =>
  tx.run(sql`
    with allocated as (
      update payments.payments set allocation = 'subject', allocated_minor = ${amount}
      where id = ${paymentId} and allocation = 'suspense' returning *)
    ${insertTender(sql`allocated`)}`)

/** Ends a payment that its provider does not know, once it is too late for one that is still on its way there. */
export const closeAbsentPayment = (db: Queryable, id: string) =>
  db.run(sql`update payments.payments set state = 'expired'
    where id = ${id} and (state in ('pending', 'unknown') or state = 'created' and (replaced_at is not null or exists (
        select from payments.closings c where c.subject_id = payments.subject_id)))
      and expires_at < now() - make_interval(secs => ${settings.provider.absentSeconds}::int)`)

/**
 * A further charge that a provider captured under the name of a payment it had captured before: kept as a payment of its
 * own, in suspense. Undefined when this charge is kept already.
 */
export const keepStrayCharge = (tx: Tx, payment: Payment, charge: Charge): Promise<Payment | undefined> =>
  tx.row<Payment>(sql`
    insert into payments.payments (id, purpose, subject_id, member_id, store, provider, method, bank, mandate_id, provider_reference, amount_minor, currency,
      state, allocation, expires_at, captured_at, captured_minor, captured_currency)
    select ${newId()}, purpose, subject_id, member_id, store, provider, method, bank, mandate_id, ${charge.providerReference}, ${charge.amountMinor}, currency,
      'captured', 'suspense', expires_at, now(), ${charge.amountMinor}, ${moneyAsset(charge.currency)}
    from payments.payments where id = ${payment.id}
    on conflict on constraint provider_reference_is_single do nothing returning *`)
