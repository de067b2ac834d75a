/** What must stand behind money that leaves a sale: the quote, the request or the decision that it leaves for (G26). */
import { type Sql, sql } from '../db/database.ts'
import { currencies, exponentOf } from '../money/money.ts'
import type { Check } from './ledger-checks.ts'

/** Whether a person of the staff is on record for having done this with it, alone or as the one who approved. */
export const byStaff = (action: string, kind: string | Sql, id: Sql) => sql`
  exists (select from staff.actions a where a.subject_kind = ${kind} and a.subject_id = ${id}::text and a.action = ${action}
    and a.outcome = 'done' and a.details->>'did' in ('execute', 'give_up', 'note_receivable', 'approve'))`

export const settlementChecks: Check[] = [
  {
    rule: 'a cancelled sale is settled as the quote says that its member used in time, any other by what ended it and without a gain',
    find: sql`
      select s.order_id, s.because, s.quote_id, s.kept_minor, s.gain_minor from orders.settlements s join orders.orders o on o.id = s.order_id
      where not case s.because
        when 'cancel' then exists (
            select from orders.quotes q where q.id = s.quote_id and q.kind = 'cancel' and q.order_id = o.id and q.member_id = o.member_id
              and q.used_at is not null and (q.figures->>'kept', q.figures->>'gain') = (s.kept_minor::text, s.gain_minor::text))
          and exists (select from orders.moves m where m.order_id = o.id and m.to_state = 'paid'
            and s.created_at <= m.created_at + make_interval(secs => o.cancel_seconds))
          or s.quote_id is null and (s.kept_minor, s.gain_minor) = (0, 0) and o.grams_e4 > 0
            and not exists (select from orders.lines l where l.order_id = o.id and not l.in_grams)
        else s.gain_minor = 0 and s.quote_id is null and case s.because
          when 'request' then exists (select from orders.refund_requests q
            where q.order_id = o.id and q.whole and q.state = 'executed' and q.kept_minor = s.kept_minor)
          when 'given_up' then ${byStaff('orders.give_up', 'order', sql`o.id`)}
          else exists (select from orders.window_sales w
            where w.kind = 'order' and w.sale_id = o.id and w.state in ('returned', 'bought_again')) end end`,
  },
  {
    rule: 'nobody gains more by cancelling than the gold would bring at a bid since it was sold',
    find: sql`
      select s.order_id, s.gain_minor, q.bid_minor, o.total_minor, gold.fine_e4, bid.most from orders.settlements s
      join orders.orders o on o.id = s.order_id left join orders.quotes q on q.id = s.quote_id
      cross join lateral (
        select coalesce(sum(fine_weight_e4 * quantity) filter (where not in_grams), 0) as fine_e4 from orders.lines l where l.order_id = o.id) as gold
      join unnest(${currencies}::text[], ${currencies.map(exponentOf)}::int[]) as known(currency, places) on known.currency = o.currency
      cross join lateral (
        select max(div(div(t.spot_usd_e6::numeric * (t.rates_e6->>o.currency)::numeric * power(10::numeric, known.places), 1e12)
          * (10000 + b.bid_bps), 10000)) as most
        from pricing.ticks t, (select bid_bps from pricing.spreads where store = o.store and set_at <= s.created_at
          union all select bid_bps from pricing.closed_spreads where store = o.store and set_at <= s.created_at) as b
        where t.id = q.tick_id and t.id >= o.tick_id and t.verdict = 'accepted') as bid
      where s.gain_minor > 0 and (q.bid_minor > bid.most or bid.most is null
        or s.gain_minor > div(gold.fine_e4 * q.bid_minor, 10000) - o.total_minor)`,
  },
  {
    rule: 'money that an order used goes back for what settled it or for an executed request, and to its own payment',
    find: sql`
      select r.id, r.subject_id, r.occasion, r.actor, r.amount_minor from payments.refunds r join payments.payments p on p.id = r.payment_id
      where r.state <> 'failed' and ((r.subject_id, r.member_id, r.store) <> (p.subject_id, p.member_id, p.store)
        or r.allocated_minor > 0
          and not exists (select from orders.settlements s where s.order_id = r.subject_id and r.occasion = s.because || ':' || s.order_id)
          and not exists (select from orders.refund_requests q
            where q.order_id = r.subject_id and q.state = 'executed' and r.occasion = 'request:' || q.id)
          and not exists (select from orders.differences d where d.order_id = r.subject_id and r.occasion = 'difference:' || d.order_id))`,
  },
  {
    rule: 'a difference is what a listed cancellation gave too little by the level of its window, and is paid by staff',
    find: sql`
      select d.order_id, d.back_minor, d.gain_minor, w.state, w.right_total_minor, o.total_minor, bid.most from orders.differences d
      join orders.orders o on o.id = d.order_id join orders.settlements s on s.order_id = o.id
      left join orders.window_sales w on w.kind = 'cancellation' and w.sale_id = o.id left join orders.price_windows p on p.id = w.window_id
      cross join lateral (select sum(fine_weight_e4 * quantity) as fine_e4 from orders.lines l where l.order_id = o.id) as gold
      join unnest(${currencies}::text[], ${currencies.map(exponentOf)}::int[]) as known(currency, places) on known.currency = o.currency
      cross join lateral (
        select max(div(div(t.spot_usd_e6::numeric * (t.rates_e6->>o.currency)::numeric * power(10::numeric, known.places), 1e12)
          * (10000 + b.bid_bps), 10000)) as most
        from pricing.ticks t, (select bid_bps from pricing.spreads where store = o.store and set_at <= p.approved_at
          union all select bid_bps from pricing.closed_spreads where store = o.store and set_at <= p.approved_at) as b
        where t.id = p.level_tick and t.verdict = 'accepted') as bid
      where w.state is distinct from 'settled' or w.because <> 'settled_low'
        or d.back_minor + d.gain_minor <> w.right_total_minor - (o.total_minor - s.kept_minor + s.gain_minor)
        or d.back_minor > s.kept_minor or not ${byStaff('prices.difference', 'order', sql`o.id`)}
        or d.gain_minor > 0 and (bid.most is null or w.right_total_minor > div(gold.fine_e4 * bid.most, 10000))`,
  },
  {
    rule: 'an executed request was executed by staff, for its pieces',
    find: sql`
      select q.id, q.order_id, q.granted_minor, given.minor from orders.refund_requests q
      cross join lateral (select coalesce(sum(goods_minor + tax_minor), 0) + q.delivery_minor + q.insurance_minor - q.kept_minor as minor
        from orders.refund_lines l where l.request_id = q.id) as given
      where q.state = 'executed' and (q.granted_minor > given.minor or not ${byStaff('refunds.execute', 'refund', sql`q.id`)})`,
  },
]
