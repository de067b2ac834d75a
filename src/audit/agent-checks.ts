/** Commissions of agents, against what they stand for (decision 0127). */
import { sql } from '../db/database.ts'
import type { Check } from './ledger-checks.ts'

export const agentChecks: Check[] = [
  {
    rule: 'what a slip bought or is owed with is of its net and its agent’s, and no commission is owed without a slip',
    find: sql`
      select s.id as slip, s.goes_to, s.net_minor, t.amount_minor as bought, p.amount_minor as owed from agents.slips s
      left join vault.trades t on t.id = s.trade_id left join vault.payables p on p.id = s.payable_id
      where s.goes_to = 'vault' and (t.member_id, t.store, t.currency, t.side, t.amount_minor, t.weight_e4)
          is distinct from (s.member_id, s.store, s.currency, 'buy', s.net_minor, s.weight_e4)
        or s.payable_id is not null and (p.member_id, p.store, p.currency, p.amount_minor, p.because)
          is distinct from (s.member_id, s.store, s.currency, s.net_minor, 'commission')
      union all
      select p.id, p.because, p.amount_minor, null, p.amount_minor from vault.payables p
      where p.because = 'commission' and not exists (select from agents.slips s where s.payable_id = p.id)`,
  },
  {
    rule: 'what agents are owed is what they earned less what was taken back and what was paid, and a slip is the sum of what stands on it',
    find: sql`
      with earned as (
        select c.store, c.currency, sum(c.amount_minor - coalesce(back.minor, 0)) as minor
        from agents.commissions c left join (
          select commission_id, sum(amount_minor) as minor from agents.reversals group by 1) back on back.commission_id = c.id
        group by 1, 2
      ), paid as (select store, currency, sum(gross_minor) as minor from agents.slips group by 1, 2
      ), owed as (
        select a.owner, a.asset, sum(e.amount) as minor from ledger.accounts a join ledger.entries e on e.account_id = a.id
        where a.kind = 'commission_payable' group by 1, 2)
      select coalesce(owed.owner, 'house:' || earned.store) as owner, owed.minor as booked, earned.minor - coalesce(paid.minor, 0) as wanted
      from earned left join paid using (store, currency) full join owed on owed.owner = 'house:' || earned.store and owed.asset = earned.currency
      where coalesce(owed.minor, 0) <> coalesce(earned.minor, 0) - coalesce(paid.minor, 0)
      union all
      select 'slip ' || s.id, s.gross_minor, stands.minor from agents.slips s
      cross join lateral (select coalesce((select sum(amount_minor) from agents.commissions where slip_id = s.id), 0)
        - coalesce((select sum(amount_minor) from agents.reversals where slip_id = s.id), 0) as minor) as stands
      where s.gross_minor <> stands.minor
      union all
      select 'commission ' || c.id, c.amount_minor - coalesce((select sum(r.amount_minor) from agents.reversals r where r.commission_id = c.id), 0),
        c.stands_minor * c.ppm / 1000000 from agents.commissions c
      where c.amount_minor - coalesce((select sum(r.amount_minor) from agents.reversals r where r.commission_id = c.id), 0) <> c.stands_minor * c.ppm / 1000000`,
  },
]
