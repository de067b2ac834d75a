/** What transfers at the house's own bank move, by its lines and what goes back there (decisions 0138, 0139). */
import { type Sql, sql } from '../db/database.ts'

/** What of a line of the house's bank, or of what goes back there, is booked; `parts` name account and amount. */
const ofBank = (rows: Sql, parts: Sql) => sql`
  select b.id::text as reference, 'house:' || b.store as owner, part.account, b.currency as asset, part.amount
  from ${rows} cross join lateral (values ${parts}) as part(account, amount)`
const ofReturn = (which: Sql, from: 'suspense' | 'provider_clearing') =>
  ofBank(
    sql`(select * from bank.returns where paid_at is not null and ${which}) b`,
    sql`(${from}, -b.amount_minor), ('bank', b.amount_minor)`,
  )

/** For each kind of transfer the legs that its records ask for, as explained-checks.ts. */
export const ofTheBank = {
  bank_received: ofBank(
    sql`(select statement_id as id, store, currency, sum(amount_minor)::bigint as amount_minor from bank.lines group by 1, 2, 3) b`,
    sql`('bank', -b.amount_minor), ('suspense', b.amount_minor)`,
  ),
  bank_matched: ofBank(
    sql`(select * from bank.lines where state = 'confirmed') b`,
    sql`('suspense', -b.amount_minor), ('provider_clearing', b.amount_minor)`,
  ),
  bank_set_aside: ofBank(
    sql`(select * from bank.lines where state = 'set_aside') b`,
    sql`('suspense', -b.amount_minor), ('bank', b.amount_minor)`,
  ),
  bank_returned: ofReturn(sql`refund_id is null`, 'suspense'),
  bank_refund_paid: ofReturn(sql`refund_id is not null`, 'provider_clearing'),
  counter_received: ofBank(
    sql`(select payment_id as id, * from payments.counter_receipts) b`,
    sql`(case b.method when 'counter_cash' then 'till' else 'terminal_clearing' end, -b.amount_minor), ('provider_clearing', b.amount_minor)`,
  ),
}
