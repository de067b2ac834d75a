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

/** What a refund says while its payer may not have its money: their account is closed, a case stops them, or it is of another currency. */
const NO_BALANCE = 'no_balance'

/**
 * A pending refund to a balance is booked there, once, and its payer told. Where it may not stay there (no cash balances in that store, the
 * ceiling of the float) it is owed to them, and paid to an account of theirs. Where they may not have it at all it stays pending, says
 * `no_balance`, and is tried again by the round.
 */
export const returnToBalance = (
  karat: Pick<Karat, 'db' | 'settlers' | 'config'>,
  id: string,
): Promise<'returned' | 'owed' | 'waits' | 'nothing_new'> =>
  karat.db.transaction(async (tx) => {
    const refund = await lockRefund(tx, id)
    if (refund?.state !== 'pending') return 'nothing_new'
    const settler: Settler = karat.settlers[refund.purpose]
    const payment = await tx.row<Payment>(sql`select * from payments.payments where id = ${refund.payment_id}`)
    const place = await findPlace(tx, settler, refund, payment)
    if (!payment || place === 'nowhere') {
      await tx.run(sql`update payments.refunds set failure = ${NO_BALANCE} where id = ${id}`)
      if (refund.failure === null) await tell(tx, settler, refund, 'money_kept')
      return 'waits'
    }
    const owed = place === 'account'
    await tx.run(
      sql`update payments.refunds set state = 'settled', owed = ${owed}, failure = null, decided_at = now() where id = ${id}`,
    )
    await postTransfer(tx, paymentReturned(refund, await readParts(tx, refund)))
    if (!owed) {
      await tell(tx, settler, refund, 'money_in_balance')
      return 'returned'
    }
    const goes = await settler.payersPlace?.owe(tx, karat, payment, { amount: refund.amount_minor, refundId: id })
    if (goes) await tellOwed(tx, settler, refund, goes)
    return 'owed'
  })

/** Money of another currency than its payment's is in nobody's balance. */
const findPlace = async (tx: Tx, { payersPlace }: Settler, refund: Refund, payment: Payment | undefined) =>
  payment && payersPlace && payment.currency === refund.currency
    ? payersPlace.find(tx, payment, refund.amount_minor)
    : 'nowhere'

type Told = Refund & Pick<Payment, 'purpose'>

async function tell(tx: Tx, settler: Settler, refund: Told, about: 'money_in_balance' | 'money_kept') {
  const template = letterOf(refund.purpose, about)
  await queueMail(tx, { ...(await lettersOf(tx, settler, refund)), template, onceKey: `${template}:${refund.id}` })
}

type Goes = { account: string | null; link: string }

async function tellOwed(tx: Tx, settler: Settler, refund: Told, { account, link }: Goes) {
  const { values, ...to } = await lettersOf(tx, settler, refund)
  const onceKey = `money_owed:${refund.id}`
  if (account === null) {
    const template = letterOf(refund.purpose, 'money_unnamed')
    await queueMail(tx, { ...to, template, values: { ...values, link }, onceKey })
  } else {
    const template = letterOf(refund.purpose, 'money_to_account')
    await queueMail(tx, { ...to, template, values: { ...values, account }, onceKey })
  }
}

const lettersOf = async (tx: Tx, settler: Settler, refund: Told) => ({
  ...(await findContact(tx, refund.member_id)),
  store: refund.store,
  values: {
    number: await settler.numberOf(tx, refund.subject_id),
    total: amountOf(refund.amount_minor, refund.currency),
  },
})
