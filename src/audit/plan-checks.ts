/** Savings plans and what was bought for them (decision 0114). */
import { sql } from '../db/database.ts'
import type { Check } from './ledger-checks.ts'

export const planChecks: Check[] = [
  {
    rule: 'a run of a savings plan that bought made a trade of its member for it',
    find: sql`
      select r.plan_id, r.due_on, t.id as trade_id, t.member_id, q.kind from vault.plan_runs r join vault.plans p on p.id = r.plan_id
      left join vault.trades t on t.id = r.trade_id left join vault.quotes q on q.id = t.quote_id
      where r.state = 'done' and (t.side, q.kind, t.member_id, t.store, t.currency) is distinct from ('buy', 'plan', p.member_id, p.store, p.currency)`,
  },
]
