/** What was taken at the counters, against its payments and the books (decision 0170). */
import { sql } from '../db/database.ts'
import type { Check } from './ledger-checks.ts'

export const counterChecks: Check[] = [
  {
    rule: 'what was paid at a counter has one receipt of its money, which is booked once',
    find: sql`
      select p.id, p.subject_id, p.captured_minor, r.amount_minor, count(t.id) as transfers from payments.payments p
      full join payments.counter_receipts r on r.payment_id = p.id
      left join ledger.transfers t on t.reference = r.payment_id::text and t.kind = 'counter_received'
      where p.provider = 'counter' or p.method in ('counter_cash', 'counter_card') or r.payment_id is not null
      group by p.id, r.payment_id
      having count(t.id) <> 1 or (p.provider, p.state, p.method, p.store, p.subject_id, p.captured_minor, p.captured_currency)
        is distinct from ('counter', 'captured', r.method, r.store, r.subject_id, r.amount_minor, r.currency)`,
  },
]
