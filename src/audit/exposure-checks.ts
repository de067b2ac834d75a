/** Open exposure: what is counted a store, what it is counted from, and what is open (docs/decisions/0034). */
import { sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { Check } from './ledger-checks.ts'

export const exposureChecks: Check[] = [
  {
    rule: 'the open exposure that a store counts is the sum of its commitments',
    find: sql`
      select store, e.open_e4 as counted, c.open, e.newcomers_e4 as counted_newcomers, c.newcomers from orders.exposure e
      full join (
        select store, sum(fine_e4) as open, coalesce(sum(fine_e4) filter (where newcomer), 0) as newcomers
        from orders.commitments group by store) as c using (store)
      where (coalesce(e.open_e4, 0), coalesce(e.newcomers_e4, 0)) <> (coalesce(c.open, 0), coalesce(c.newcomers, 0))`,
  },
  {
    rule: 'a commitment is the fine gold that its guarantee sells for money',
    find: sql`
      select c.guarantee_id, c.fine_e4 as counted, held.fine from orders.commitments c join orders.guarantees g on g.id = c.guarantee_id
      cross join lateral (
        select coalesce(sum((line->>'fineWeight')::bigint * (line->>'quantity')::int) filter (where (line->>'inGrams')::boolean is not true), 0) as fine
        from jsonb_array_elements(g.lines) as line) as held
      where held.fine <> c.fine_e4 or (g.member_id, g.store) <> (c.member_id, c.store)`,
  },
  {
    rule: 'what holds a price is counted as open exposure',
    find: sql`
      select g.id, o.number from orders.guarantees g left join orders.orders o on o.guarantee_id = g.id
      where not exists (select from orders.commitments c where c.guarantee_id = g.id)
        and case when o.id is null then g.used_at is null and g.released_at is null and g.expires_at > now()
          else o.state = 'pending_payment' or o.state = 'paid'
            and o.paid_at > now() - make_interval(secs => ${settings.cancel.windowSeconds}::int) end`,
  },
]
