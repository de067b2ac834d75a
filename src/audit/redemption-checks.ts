/** Grams that pay orders: held, used or back as their order says (decision 0077). */
import { sql } from '../db/database.ts'
import type { Check } from './ledger-checks.ts'

export const redemptionChecks: Check[] = [
  {
    rule: 'an order is paid in the grams of its lines, held until its numbers are assigned and back once it is over',
    find: sql`
      select o.id, o.number, o.state, o.grams_e4, of_lines.grams, r.state as redemption, r.weight_e4, back.grams as returned from orders.orders o
      cross join lateral (
        select coalesce(sum(fine_weight_e4 * quantity), 0)::bigint as grams from orders.lines where order_id = o.id and in_grams) as of_lines
      left join vault.redemptions r on r.order_id = o.id
      cross join lateral (select coalesce(sum(weight_e4), 0)::bigint as grams from vault.redemption_returns where redemption_id = r.id) as back
      where o.grams_e4 <> of_lines.grams or r.id is not null and (r.weight_e4, r.member_id, r.store) <> (o.grams_e4, o.member_id, o.store)
        or o.grams_e4 = 0 and r.id is not null
        or o.grams_e4 > 0 and case when o.state in ('pending_payment', 'payment_review') then r.state = 'used'
          when o.state in ('cancelled', 'expired') then not coalesce(r.state = 'released' or r.state = 'used' and back.grams = r.weight_e4, true)
          else r.state is distinct from case when o.invoiced_at is null then 'held' else 'used' end end`,
  },
  {
    rule: 'grams of pieces that came back are their member’s again, and no others',
    find: sql`
      select o.id, o.number, b.occasion, b.weight_e4, asked.grams from vault.redemption_returns b
      join vault.redemptions r on r.id = b.redemption_id join orders.orders o on o.id = r.order_id and o.state <> 'cancelled'
      full join (
        select 'request:' || q.id as occasion, q.order_id, sum(l.granted * bought.fine_weight_e4)::bigint as grams
        from orders.refund_requests q join orders.refund_lines l on l.request_id = q.id
        join orders.lines bought on bought.order_id = l.order_id and bought.position = l.position and bought.in_grams
        join orders.orders any_order on any_order.id = q.order_id and any_order.state <> 'cancelled'
        where q.state = 'executed' and l.granted > 0 group by q.id) as asked using (occasion)
      where b.weight_e4 is distinct from asked.grams and (o.id is not null or b.id is null)`,
  },
]
