/** Money that staff took at a counter: captured in the transaction that says so, so there is nobody to ask and nothing to wait for. */
import { v7 as newId } from 'uuid'
import { brokenConstraint, type Queryable, sql, type Tx } from '../db/database.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput } from '../refusals.ts'
import type { Payment } from './contract.ts'
import { counterReceived } from './counter-postings.ts'
import { insertTender } from './insert-tender.ts'
import type { CounterMethod } from './method-rules.ts'

/** The provider of what is taken there. */
export const COUNTER = 'counter'

type AtCounter = Pick<Payment, 'subject_id' | 'member_id' | 'store' | 'amount_minor' | 'currency'> & {
  method: CounterMethod
  /** Of a terminal: its number, and the reference number of its slip. */
  slip: { terminal: string; number: string } | null
  /** Who took it, and who approved that where it takes two. */
  takenBy: readonly string[]
  /** The day of the store. */
  day: string
}

/**
 * A captured payment that its subject uses, with its tender, its receipt and its booking; whatever else is open for the subject is to be
 * closed. The caller holds the subject. Refuses invalid_input (slip) where the slip has paid something already.
 */
export async function payAtCounter(tx: Tx, of: AtCounter): Promise<Payment & { method: CounterMethod }> {
  const { method, slip } = of
  const payment = await tx.row<Payment>(sql`
    with further as (
      insert into payments.closings (subject_id) select subject_id from payments.payments
      where subject_id = ${of.subject_id} and state in ('created', 'pending', 'unknown') on conflict (subject_id) do nothing
    ), paid as (
      insert into payments.payments (id, purpose, subject_id, member_id, store, provider, method, amount_minor, currency, state, bookings, allocation,
        expires_at, captured_at, captured_minor, captured_currency, allocated_minor)
      values (${newId()}, 'order', ${of.subject_id}, ${of.member_id}, ${of.store}, ${COUNTER}, ${method}, ${of.amount_minor}, ${of.currency},
        'captured', 1, 'subject', now(), now(), ${of.amount_minor}, ${of.currency}, ${of.amount_minor})
      returning *
    ), tender as (${insertTender(sql`paid`)})
    select * from paid`)
  if (!payment) throw new Error('the payment was not stored')
  const reference = await tx
    .row<{ reference: string }>(sql`
      insert into payments.counter_receipts (payment_id, subject_id, store, method, amount_minor, currency, terminal, slip, taken_by, taken_on)
      values (${payment.id}, ${of.subject_id}, ${of.store}, ${method}, ${of.amount_minor}, ${of.currency}, ${slip?.terminal ?? null},
        ${slip?.number ?? null}, ${[...of.takenBy]}::uuid[], ${of.day}::date)
      returning coalesce(terminal || '/' || slip, number) as reference`)
    .catch((error) => {
      if (brokenConstraint(error) === 'slip_pays_once') throw invalidInput({ slip: problem('slip_used') })
      throw error
    })
  await tx.run(
    sql`update payments.payments set provider_reference = ${reference?.reference ?? null} where id = ${payment.id}`,
  )
  await postTransfer(tx, counterReceived({ ...payment, method, actor: `staff:${of.takenBy[0]}` }))
  return { ...payment, method }
}

type Day = { memberId: string; store: string; day: string }

/** What was taken of a member at the counters of a store on a day: in cash, and by one person alone. */
export async function takenAtCounter(db: Queryable, { memberId, store, day }: Day) {
  const row = await db.row<{ cash: bigint; alone: bigint }>(sql`
    select coalesce(sum(r.amount_minor) filter (where r.method = 'counter_cash'), 0)::bigint as cash,
      coalesce(sum(r.amount_minor) filter (where cardinality(r.taken_by) = 1), 0)::bigint as alone
    from payments.counter_receipts r join payments.payments p on p.id = r.payment_id
    where r.store = ${store} and r.taken_on = ${day}::date and p.member_id = ${memberId}`)
  return row ?? { cash: 0n, alone: 0n }
}

/** The payment at a counter that a refund is of. */
export const counterPaymentOf = (db: Queryable, refundId: string) =>
  db.row<{ id: string; store: string; currency: string }>(sql`
    select c.payment_id as id, c.store, c.currency from payments.refunds r
    join payments.counter_receipts c on c.payment_id = r.payment_id where r.id = ${refundId}`)
