/** Limit orders against their holds and their trades. */
import { sql } from '../db/database.ts'
import type { Check } from './ledger-checks.ts'

export const limitChecks: Check[] = [
  {
    rule: 'what a limit order needs is held until it ends, and of one that is filled its trade is at the limit or better',
    find: sql`
      select o.id, o.number, o.state, o.limit_minor, h.state as hold_state, h.amount, h.used, t.price_minor, t.weight_e4, t.amount_minor
      from vault.limit_orders o left join ledger.holds h on h.id = o.hold_id left join vault.trades t on t.limit_order_id = o.id
      where (h.purpose, h.subject, h.store, h.member_id, h.asset, h.amount) is distinct from
          ('limit_order', o.id::text, o.store, o.member_id, case o.side when 'buy' then o.currency else 'XAU' end,
            case when o.side = 'sell' then o.weight_e4 else coalesce(o.amount_minor, ceil(o.weight_e4::numeric * o.limit_minor / 10000)::bigint) end)
        or h.state <> case o.state when 'open' then 'placed' when 'filled' then 'used' else 'released' end
        or (o.state = 'filled') <> (t.id is not null)
        or o.state = 'filled' and ((t.side, t.member_id, t.store, t.currency) is distinct from (o.side, o.member_id, o.store, o.currency)
          or h.used is distinct from case o.side when 'buy' then t.amount_minor else t.weight_e4 end
          or t.weight_e4 <> coalesce(o.weight_e4, t.weight_e4) or t.amount_minor <> coalesce(o.amount_minor, t.amount_minor)
          or case o.side when 'buy' then t.price_minor > o.limit_minor else t.price_minor < o.limit_minor end)
      union all
      select null, null, null, null, h.state, h.amount, h.used, null, null, null from ledger.holds h
      where h.purpose = 'limit_order' and not exists (select from vault.limit_orders o where o.hold_id = h.id)`,
  },
]
