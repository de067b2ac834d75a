/** Money of the payer's own cash balance: captured in the transaction that takes it, so there is nobody to ask and nothing to wait for. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import type { Payment } from './contract.ts'
import { insertTender } from './insert-tender.ts'

type FromBalance = Pick<Payment, 'purpose' | 'subject_id' | 'member_id' | 'store' | 'amount_minor' | 'currency'>

/**
 * A captured payment of `amount_minor` that its subject uses, with its tender; whatever else is open for the subject is to be closed. The
 * caller books it out of the balance, and holds the subject. Of nothing: the subject is paid by other things than money.
 */
export async function payFromBalance(tx: Tx, of: FromBalance): Promise<Payment> {
  const payment = await tx.row<Payment>(sql`
    with further as (
      insert into payments.closings (subject_id) select subject_id from payments.payments
      where subject_id = ${of.subject_id} and state in ('created', 'pending', 'unknown') on conflict (subject_id) do nothing
    ), paid as (
      insert into payments.payments (id, purpose, subject_id, member_id, store, provider, method, amount_minor, currency, state, bookings, allocation,
        expires_at, captured_at, captured_minor, captured_currency, allocated_minor)
      values (${newId()}, ${of.purpose}, ${of.subject_id}, ${of.member_id}, ${of.store}, 'balance', 'balance', ${of.amount_minor}, ${of.currency},
        'captured', 1, 'subject', now(), now(), ${of.amount_minor}, ${of.currency}, ${of.amount_minor})
      returning *
    ), tender as (${insertTender(sql`paid`)})
    select * from paid`)
  if (!payment) throw new Error('the payment was not stored')
  return payment
}
