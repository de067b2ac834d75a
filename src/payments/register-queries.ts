/** Ways of payment, and what went back, by the ids that the ledger's transfers refer to. */
import { type Queryable, sql } from '../db/database.ts'

/** What went back with each of these refunds: what of it its subject had used, and how much of that is tax. */
export const moneyOfRefunds = (db: Queryable, ids: string[]): Promise<{ id: string; total: bigint; tax: bigint }[]> =>
  db.rows(sql`
    select r.id, r.allocated_minor as total, coalesce((
      select p.amount_minor from payments.refund_parts p where p.refund_id = r.id and p.account_kind = 'tax_payable'), 0) as tax
    from payments.refunds r where r.id = any(${ids}::uuid[])`)

/** By what these payments were made, and the payments that these refunds gave back. */
export const methodsOf = (db: Queryable, ids: string[]): Promise<{ id: string; method: string }[]> =>
  db.rows(sql`
    select id, method from payments.payments where id = any(${ids}::uuid[])
    union all select r.id, p.method from payments.refunds r join payments.payments p on p.id = r.payment_id where r.id = any(${ids}::uuid[])`)
