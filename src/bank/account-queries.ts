/** The house's account at its bank, as members transfer to it. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Payment } from '../payments/contract.ts'
import { referenceOf } from './reference-rules.ts'
import type { CsvMapping } from './statements/csv-mapping-rules.ts'

export type BankAccount = {
  id: string
  store: string
  currency: string
  bank: string
  number: string
  holder: string
  mapping: CsvMapping | null
  valid_from: Date
}

/** The one that is shown at a moment, now where none is named; undefined where the store has none. */
export const findAccount = (db: Queryable, store: string, at: Date | null = null): Promise<BankAccount | undefined> =>
  db.row(sql`
    select id, store, currency, bank, number, holder, mapping, valid_from from bank.accounts
    where store = ${store} and valid_from <= coalesce(${at}::timestamptz, clock_timestamp()) order by valid_from desc, id desc limit 1`)

/** A payment is asked for to that account, under its reference; asked again it is the same. */
export const noteCharge = (tx: Tx, account: BankAccount, payment: Payment): Promise<number> =>
  tx.run(sql`
    insert into bank.charges (payment_id, account_id, subject_id, store, reference, amount_minor, currency)
    values (${payment.id}, ${account.id}, ${payment.subject_id}, ${payment.store}, ${referenceOf(payment.id)}, ${payment.amount_minor}, ${payment.currency})
    on conflict do nothing`)

/** Where and how a payment is transferred. */
export const findTransfer = (
  db: Queryable,
  paymentId: string,
): Promise<(Pick<BankAccount, 'bank' | 'number' | 'holder'> & { reference: string }) | undefined> =>
  db.row(sql`
    select a.bank, a.number, a.holder, c.reference from bank.charges c join bank.accounts a on a.id = c.account_id
    where c.payment_id = ${paymentId}`)
