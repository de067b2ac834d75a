/** What this area holds about a member: for the copy that they may ask for, and for what keeps an account from being closed. */
import { type Queryable, sql } from '../db/database.ts'
import { type Currency, type Minor, moneyText } from '../money/money.ts'
import { heldMandates } from './mandates.ts'

type Row = Record<string, unknown> & { currency: Currency; amount: Minor }
const readable = (rows: Row[]) =>
  rows.map(({ amount, ...row }) => ({ ...row, amount: moneyText(amount, row.currency) }))

export async function heldByPayments(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [payments, refunds, mandates] = await Promise.all([
    db.rows<Row>(sql`select provider, method, bank, currency, amount_minor as amount, state, created_at from payments.payments
      where member_id = ${memberId} order by created_at`),
    db.rows<Row>(sql`select currency, amount_minor as amount, state, created_at, decided_at from payments.refunds
      where member_id = ${memberId} order by created_at`),
    heldMandates(db, memberId),
  ])
  return { payments: readable(payments), refunds: readable(refunds), mandates }
}

/** Whether money of a member is on its way back to them, or owed: a refund that the provider refused and nobody has tried again. */
export async function returnsMoney(db: Queryable, memberId: string): Promise<boolean> {
  const row = await db.row(
    sql`select 1 as one from payments.refunds r where member_id = ${memberId} and (state = 'pending' or state = 'failed' and not exists (
      select from payments.refunds again where again.occasion = r.occasion and again.payment_id = r.payment_id and again.created_at > r.created_at)) limit 1`,
  )
  return row !== undefined
}
