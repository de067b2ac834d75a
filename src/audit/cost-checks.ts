/** What members' grams cost: the running figures against the entries and the records of trades (decision 0099). */
import { sql } from '../db/database.ts'
import type { Check } from './ledger-checks.ts'

/** Each step with what was there before it and the share of the cost that its grams had, if some left. */
const steps = sql`
  select s.*, t.kind, t.reference, t.reverses, s.weight_after - s.weight_e4 as weight_before, s.cost_after - s.cost_minor as cost_before,
    case when s.weight_after = 0 then s.cost_after - s.cost_minor
      else div((s.cost_after - s.cost_minor)::numeric * -s.weight_e4, nullif(s.weight_after - s.weight_e4, 0)) end as share
  from vault.cost_steps s left join ledger.transfers t on t.id = s.transfer_id`

export const costChecks: Check[] = [
  {
    rule: 'what a member’s grams cost is the sum of its steps, one after another',
    find: sql`
      select s.member_id, s.store, s.number, s.transfer_id from (
        select c.*, row_number() over own as place, sum(weight_e4) over own as weight, sum(cost_minor) over own as cost,
          sum(result_minor) over own as result, lag(at) over own as at_before, lag(purchases_after, 1, 0) over own as purchases_before
        from vault.cost_steps c window own as (partition by member_id, store order by number)) as s
      where (s.number, s.weight_after, s.cost_after, s.realised_after) <> (s.place, s.weight, s.cost, s.result)
        or s.at < s.at_before or s.purchases_after - s.purchases_before not in (0, 1)
      union all
      select coalesce(h.member_id, s.member_id), coalesce(h.store, s.store), coalesce(h.number, s.number), s.transfer_id from vault.cost_heads h
      full join (select distinct on (member_id, store) * from vault.cost_steps order by member_id, store, number desc) as s
        on (s.member_id, s.store) = (h.member_id, h.store)
      where (h.number, h.weight_e4, h.cost_minor, h.realised_minor, h.purchases, h.moved_at)
        is distinct from (s.number, s.weight_after, s.cost_after, s.realised_after, s.purchases_after, s.at)`,
  },
  {
    rule: 'every transfer that moves a member’s grams is a step of what they cost, by so many grams',
    find: sql`
      select coalesce(s.transfer_id, e.transfer_id) as transfer_id, coalesce(s.member_id, e.member_id) as member_id, s.weight_e4, e.grams
      from (
        select e.transfer_id, a.member_id, a.store, sum(e.amount)::bigint as grams from ledger.entries e
        join ledger.accounts a on a.id = e.account_id and a.member_id is not null and a.gold
        group by e.transfer_id, a.member_id, a.store having sum(e.amount) <> 0) as e
      full join (${steps}) as s on (s.transfer_id, s.member_id, s.store) = (e.transfer_id, e.member_id, e.store)
      where s.weight_e4 is distinct from e.grams and not coalesce(s.kind = 'trade_repriced' and s.weight_e4 = 0, false)`,
  },
  {
    rule: 'grams cost what was paid for them, or the bid of the moment in which they came',
    find: sql`
      select s.transfer_id, s.kind, s.reference, s.member_id, s.weight_e4, s.cost_minor, s.result_minor, s.price_minor from (${steps}) as s
      left join vault.trades bought on s.kind in ('gold_bought', 'gold_sold') and bought.id::text = s.reference
      left join vault.past_trades told on s.kind = 'demo_history' and told.id::text = s.reference
      cross join lateral (select coalesce(bought.amount_minor, told.amount_minor) as amount) as traded
      where s.weight_e4 > 0 and s.reverses is null and s.kind not in ('trade_undone', 'redemption_returned')
        and (s.cost_minor, s.result_minor) is distinct from
          (coalesce(traded.amount, div(s.weight_e4::numeric * coalesce(s.price_minor, 0), 10000)), 0)`,
  },
  {
    rule: 'grams that leave take their share of the cost, and a sale alone has a result',
    find: sql`
      select s.transfer_id, s.kind, s.reference, s.member_id, s.weight_e4, s.cost_minor, s.result_minor, s.share from (${steps}) as s
      left join vault.trades sold on s.kind in ('gold_bought', 'gold_sold') and sold.id::text = s.reference
      left join vault.past_trades told on s.kind = 'demo_history' and told.id::text = s.reference
      where s.weight_e4 < 0 and s.reverses is null and s.kind <> 'trade_undone'
        and (s.cost_minor, s.result_minor) is distinct from (-s.share, coalesce(sold.amount_minor, told.amount_minor, s.share) - s.share)`,
  },
  {
    rule: 'grams that come back cost what they had cost, no more than had left',
    find: sql`
      select r.id, r.member_id, gone.cost_minor as gone, sum(back.cost_minor) as back from vault.redemptions r
      join (${steps}) as gone on gone.kind = 'gold_redeemed' and gone.reference = r.id::text and gone.member_id = r.member_id
      join vault.redemption_returns b on b.redemption_id = r.id
      join (${steps}) as back on back.kind = 'redemption_returned' and back.reference = b.id::text and back.member_id = r.member_id
      group by r.id, r.member_id, r.weight_e4, gone.cost_minor
      having sum(back.cost_minor) <> div(-gone.cost_minor::numeric * sum(back.weight_e4), r.weight_e4) or bool_or(back.result_minor <> 0)`,
  },
  {
    rule: 'a trade at a wrong price that was undone or corrected counts as that',
    find: sql`
      select c.trade_id, t.side, t.amount_minor, s.kind, s.cost_minor, s.result_minor from vault.price_choices c
      join vault.trades t on t.id = c.trade_id
      left join (${steps}) as s on s.kind = case c.state when 'undone' then 'trade_undone' else 'trade_repriced' end and s.reference = c.trade_id::text
      left join (${steps}) as first on first.kind = case t.side when 'buy' then 'gold_bought' else 'gold_sold' end and first.reference = c.trade_id::text
      where c.state in ('undone', 'repriced') and not coalesce(case
        when c.state = 'repriced' then coalesce(s.result_minor - s.cost_minor, 0) = case t.side when 'buy' then -1 else 1 end * (c.amount_minor - t.amount_minor)
        when t.side = 'sell' then (s.cost_minor, s.result_minor) = (-first.cost_minor, -first.result_minor)
        else s.result_minor - s.cost_minor = first.cost_minor end, false)`,
  },
]
