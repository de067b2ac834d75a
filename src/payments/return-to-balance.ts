/** Money that came by a method by which nothing goes back: it is in its payer's cash balance afterwards, or waits. */
import { sql, type Tx } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Karat } from '../karat.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf } from '../money/money.ts'
import type { Payment, Refund } from './contract.ts'
import { paymentReturned } from './payment-postings.ts'
import { lockRefund, readParts } from './refunds.ts'
import { letterOf, type Settler } from './settler.ts'

/** What a refund says while its payer may not have its money in a cash balance: it needs an account to be paid to. */
const NO_BALANCE = 'no_balance'

/**
 * A pending refund to a balance is booked there, once, and its payer told. Where they may not have it (no cash balances in that store or
 * currency, a closed account, the store's ceiling) it stays pending, says `no_balance`, and is tried again by the round.
 */
export const returnToBalance = (
  { db, settlers }: Pick<Karat, 'db' | 'settlers'>,
  id: string,
): Promise<'returned' | 'waits' | 'nothing_new'> =>
  db.transaction(async (tx) => {
    const refund = await lockRefund(tx, id)
    if (refund?.state !== 'pending') return 'nothing_new'
    const settler: Settler = settlers[refund.purpose]
    if (!(await mayHave(tx, settler, refund))) {
      await tx.run(sql`update payments.refunds set failure = ${NO_BALANCE} where id = ${id}`)
      if (refund.failure === null) await tell(tx, settler, refund, 'money_kept')
      return 'waits'
    }
    await tx.run(
      sql`update payments.refunds set state = 'settled', failure = null, decided_at = now() where id = ${id}`,
    )
    await postTransfer(tx, paymentReturned(refund, await readParts(tx, refund)))
    await tell(tx, settler, refund, 'money_in_balance')
    return 'returned'
  })

/** Money of another currency than its payment's is in nobody's balance. */
async function mayHave(tx: Tx, settler: Settler, { payment_id, currency, amount_minor }: Refund): Promise<boolean> {
  const payment = await tx.row<Payment>(sql`select * from payments.payments where id = ${payment_id}`)
  if (!payment || payment.currency !== currency || !settler.payerMayHave) return false
  return settler.payerMayHave(tx, payment, amount_minor)
}

type Told = Refund & Pick<Payment, 'purpose'>

async function tell(tx: Tx, settler: Settler, refund: Told, about: 'money_in_balance' | 'money_kept') {
  const template = letterOf(refund.purpose, about)
  await queueMail(tx, {
    ...{ ...(await findContact(tx, refund.member_id)), template, store: refund.store },
    values: {
      number: await settler.numberOf(tx, refund.subject_id),
      total: amountOf(refund.amount_minor, refund.currency),
    },
    onceKey: `${template}:${refund.id}`,
  })
}
