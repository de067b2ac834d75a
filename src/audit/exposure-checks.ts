/** Open exposure: what is counted a store, what it is counted from, and what is open (docs/decisions/0034). */
import { sql } from '../db/database.ts'
import { openCommitments } from '../orders/exposure/commitments.ts'
import { openBusinessRows } from '../vault/business-quotes.ts'
import { openQuoteRows } from '../vault/trade-quotes.ts'
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
            and o.paid_at > now() - make_interval(secs => o.cancel_seconds) end`,
  },
  {
    rule: 'the open exposure that limits and desk read is that of guarantees, orders, quotes and purchases',
    find: sql`
      select store, kept.fine as shown, source.fine as open from (
        select store, sum(fine) as fine from (
          select store, fine from (${openCommitments}) as shop union all select store, weight_e4 from (${openQuoteRows}) as quotes
          union all select store, weight_e4 from (${openBusinessRows}) as firm) as shown group by store) as kept
      full join (
        select store, sum(fine) as fine from (
          select g.store, (
            select sum((line->>'fineWeight')::bigint * (line->>'quantity')::int) filter (where (line->>'inGrams')::boolean is not true)
            from jsonb_array_elements(g.lines) as line) as fine
          from orders.guarantees g where g.used_at is null and g.released_at is null and g.expires_at > now()
            and not exists (select from orders.orders o where o.guarantee_id = g.id)
          union all
          select o.store, (select sum(l.fine_weight_e4 * l.quantity) from orders.lines l where l.order_id = o.id and not l.in_grams)
          from orders.orders o where o.state = 'pending_payment'
            or o.state = 'paid' and o.paid_at > now() - make_interval(secs => o.cancel_seconds)
            or o.state in ('paid', 'payment_review') and exists (
              select from orders.quotes q where q.order_id = o.id and q.used_at is null and q.expires_at > now())
          union all
          select h.store, (q.figures->>'weight')::bigint from vault.quotes q join vault.holders h on h.id = q.holder_id
          where q.used_at is null and q.expires_at > now()
          union all
          select store, weight_e4 from vault.purchases where state = 'open' and expires_at > now()) as every group by store) as source using (store)
      where coalesce(kept.fine, 0) <> coalesce(source.fine, 0)`,
  },
]
