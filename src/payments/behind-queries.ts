/** What a record of money is about: the thing that was paid for, by the table and the id that a transfer of the ledger names. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Purpose } from './settler.ts'

const paymentOf = {
  'payments.payments': (id) => sql`${id}::uuid`,
  'payments.refunds': (id) => sql`(select payment_id from payments.refunds where id = ${id})`,
  'payments.corrections': (id) => sql`(select payment_id from payments.corrections where id = ${id})`,
  'payments.disputes': (id) => sql`(select payment_id from payments.disputes where id = ${id})`,
  'payments.dispute_rounds': (id) => sql`
    (select d.payment_id from payments.dispute_rounds r join payments.disputes d on d.id = r.dispute_id where r.id = ${id})`,
  'payments.set_offs': (id) => sql`(select payment_id from payments.set_offs where id = ${id})`,
  'payments.receivable_notes': (id) => sql`(select payment_id from payments.receivable_notes where id = ${id})`,
} as const satisfies Record<string, (id: string) => Sql>
type MoneyTable = keyof typeof paymentOf
export const isMoneyTable = (table: string): table is MoneyTable => Object.hasOwn(paymentOf, table)

export const subjectBehind = (
  db: Queryable,
  table: MoneyTable,
  id: string,
): Promise<{ purpose: Purpose; subject: string; member: string } | undefined> =>
  db.row(sql`
    select purpose, subject_id as subject, member_id as member from payments.payments where id = ${paymentOf[table](id)}`)
