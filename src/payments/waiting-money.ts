/** Money of payments that waits for somebody, as lists of the back office show it. */
import type { Queryable } from '../db/database.ts'
import { type Currency, minor, moneyText } from '../money/money.ts'
import type { Purpose, Settlers } from './settler.ts'

export type WaitingRow = {
  id: string
  purpose: Purpose
  subject: string
  member: string
  store: string
  currency: Currency
  amount: bigint
  since: Date
}
/** `number`: of what it was paid for. */
export type Waiting<Row extends WaitingRow> = Omit<Row, 'amount' | 'since'> & {
  number: string
  amount: string
  since: string
}

export async function viewWaiting<Row extends WaitingRow>(
  db: Queryable,
  settlers: Settlers,
  rows: Row[],
): Promise<Waiting<Row>[]> {
  const numbers = await Promise.all(rows.map(({ purpose, subject }) => settlers[purpose].numberOf(db, subject)))
  return rows.map(({ amount, since, ...row }, at) => ({
    ...{ ...row, number: numbers[at] ?? '', since: since.toISOString() },
    amount: moneyText(minor(amount), row.currency),
  }))
}
