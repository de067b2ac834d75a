/** What must hold of the house's open metal position and its unrealised result. */
import { sql } from '../db/database.ts'
import { currencies, exponentOf } from '../money/money.ts'
import type { Check } from './ledger-checks.ts'

export const metalChecks: Check[] = [
  {
    rule: 'a revaluation is at the spot of its tick, and follows from the one before it',
    find: sql`
      select r.store, r.day, r.price_minor, spot.minor as spot, r.value_minor, r.basis_minor, wanted.basis, r.change_minor
      from (select *, lag(open_e4) over own as before_e4, lag(basis_minor) over own as before_basis,
              lag(unrealised_minor) over own as before_unrealised
            from catalogue.revaluations window own as (partition by store order by day)) as r
      join unnest(${currencies}::text[], ${currencies.map(exponentOf)}::int[]) as known(currency, places) on known.currency = r.currency
      left join lateral (
        select div(t.spot_usd_e6::numeric * (t.rates_e6->>r.currency)::numeric * power(10::numeric, known.places), 1e12) as minor
        from pricing.ticks t where t.id = r.tick_id and t.verdict = 'accepted') as spot on true
      cross join lateral (select case when r.open_e4 < r.before_e4 then div(r.before_basis::numeric * r.open_e4, r.before_e4)
        else coalesce(r.before_basis, 0) + div((r.open_e4 - coalesce(r.before_e4, 0))::numeric * r.price_minor, 10000) end as basis) as wanted
      where r.price_minor is distinct from spot.minor or r.value_minor <> div(r.open_e4::numeric * r.price_minor, 10000)
        or r.basis_minor <> wanted.basis or r.change_minor <> r.unrealised_minor - coalesce(r.before_unrealised, 0)`,
  },
  {
    rule: 'the unrealised result in the books is that of the last revaluation',
    find: sql`
      with last as (
        select distinct on (store) 'house:' || store as owner, currency as asset, unrealised_minor as minor
        from catalogue.revaluations order by store, day desc
      ), booked as (
        select a.owner, a.asset, sum(e.amount) as minor from ledger.accounts a join ledger.entries e on e.account_id = a.id
        where a.kind = 'unrealised_result' group by 1, 2)
      select owner, asset, last.minor as revalued, booked.minor as booked from last full join booked using (owner, asset)
      where coalesce(last.minor, 0) <> coalesce(booked.minor, 0)`,
  },
]
