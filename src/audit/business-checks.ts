/** Large trades that are paid later, against their holds and their deals (decision 0121). */
import { sql } from '../db/database.ts'
import type { Check } from './ledger-checks.ts'

export const businessChecks: Check[] = [
  {
    rule: 'the deposit of a large trade is held until it is paid, closed out or given back, and its request says so',
    find: sql`
      select a.request_id, a.ended, r.state, h.state as hold_state, h.amount, a.deposit_minor, d.trade_id
      from business.agreements a join business.requests r on r.id = a.request_id left join ledger.holds h on h.id = a.hold_id
      left join business.deals d on d.quote_id = a.quote_id
      where (h.purpose, h.subject, h.store, h.member_id, h.asset, h.amount, h.state) is distinct from
          ('business_deposit', a.request_id::text, a.store, a.member_id, a.currency, a.deposit_minor, case when a.ended is null then 'placed' else 'released' end)
        or (a.store, a.member_id, a.currency, 'buy') is distinct from (r.store, r.member_id, r.currency, r.side)
        or r.state <> case when a.ended is null then 'agreed' when a.ended = 'paid' then 'settled' else 'closed_out' end
        or (a.ended is not distinct from 'paid') <> (d.trade_id is not null)
      union all
      select r.id, null, r.state, null, null, null, null from business.requests r
      where r.state in ('agreed', 'closed_out') and not exists (select from business.agreements a where a.request_id = r.id)
      union all
      select null, null, null, h.state, h.amount, null, null from ledger.holds h
      where h.purpose = 'business_deposit' and not exists (select from business.agreements a where a.hold_id = h.id)`,
  },
]
