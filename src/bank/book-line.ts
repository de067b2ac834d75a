/** What is known to be a payment's is booked: each line in a transaction of its own, so that none holds up another. */
import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { lockPayment } from '../payments/store-event.ts'
import { bankMatched } from './bank-postings.ts'

type Line = { id: string; store: string; currency: string; amount: bigint; payment: string; bookedAt: Date }

/** Books every line that waits for it; what fails is tried again by the next round. */
export async function bookMatched({ db, settlers, log }: Pick<Bag<'bank'>, 'db' | 'settlers' | 'log'>): Promise<void> {
  const due = await db.rows<{ id: string }>(
    sql`select id from bank.lines where state = 'matched' order by decided_at, id limit 500`,
  )
  for (const { id } of due)
    await db
      .transaction((tx) => bookLine(tx, settlers, id))
      .catch((error) => log.warn({ err: error, line: id }, 'line of the bank cannot be booked'))
}

/** Money of a line is captured by its payment, and does there what money of any provider does (settle-payment.ts). */
async function bookLine(tx: Tx, settlers: Bag<'bank'>['settlers'], id: string): Promise<void> {
  const line = await tx.row<Line>(sql`
    select id, store, currency, amount_minor as amount, payment_id as payment, booked_at as "bookedAt" from bank.lines
    where id = ${id} and state = 'matched' for update skip locked`)
  if (!line) return
  const payment = await lockPayment(tx, line.payment)
  if (!payment) throw new Error(`a line of the bank names no payment: ${id}`)
  await postTransfer(tx, bankMatched({ ...line, actor: 'provider:bank' }))
  const outcome = await settlePayment(tx, settlers, {
    ...{ payment, asked: payment.bookings },
    charge: {
      ...{
        reference: payment.id,
        providerReference: id,
        state: 'captured',
        amountMinor: line.amount,
        currency: line.currency,
      },
      ...{ payUrl: null, declineReason: null, bookedAt: line.bookedAt },
    },
  })
  await tx.run(sql`update bank.lines set state = 'confirmed', outcome = ${outcome} where id = ${id}`)
}
