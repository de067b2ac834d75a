/** Payouts against the books, their holds and their tries. */
import { sql } from '../db/database.ts'
import type { Check } from './ledger-checks.ts'
import { byStaff } from './settlement-checks.ts'

export const payoutChecks: Check[] = [
  {
    rule: 'what is on its way to members’ accounts is what their payouts say',
    find: sql`
      with booked as (
        select a.owner, a.asset, sum(e.amount) as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
        where a.kind = 'payout_clearing' group by 1, 2 having sum(e.amount) <> 0
      ), recorded as (
        select 'house:' || store as owner, currency as asset, sum(amount_minor) as sum from vault.payouts p
        where state = 'paying' and accepted_at is not null or returned_to = 'payout_clearing'
          and not exists (select from vault.remittances r where r.payout_id = p.id and r.returned_at is null) group by 1, 2)
      select owner, asset, booked.sum as booked, recorded.sum as recorded from booked full join recorded using (owner, asset)
      where booked.sum is distinct from recorded.sum`,
  },
  {
    rule: 'what the house owes authorities is what courts ordered, less what was paid at the bank',
    find: sql`
      with booked as (
        select a.owner, a.asset, sum(e.amount) as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
        where a.kind = 'court_payable' group by 1, 2 having sum(e.amount) <> 0
      ), recorded as (
        select 'house:' || store as owner, asset, sum(amount) as sum from vault.legal_transfers l
        where recipient_id is null
          and not exists (select from vault.remittances r where r.legal_transfer_id = l.id and r.returned_at is null) group by 1, 2)
      select owner, asset, booked.sum as booked, recorded.sum as recorded from booked full join recorded using (owner, asset)
      where booked.sum is distinct from recorded.sum`,
  },
  {
    rule: 'what was paid at the bank, or came back there, was noted by staff and is booked',
    find: sql`
      select r.id, r.number, r.amount_minor, r.made_by, r.returned_by from vault.remittances r
      where not ${byStaff('payouts.remit', sql`case when r.payout_id is null then 'court_order' else 'payout' end`, sql`coalesce(r.payout_id, r.legal_transfer_id)`)}
        or r.returned_at is not null and not ${byStaff('payouts.remit_returned', 'remittance', sql`r.id`)}
        or not exists (select from ledger.transfers t where t.kind = 'remitted' and t.reference = r.id::text)
        or (r.returned_at is not null) <> exists (select from ledger.transfers t where t.kind = 'remittance_returned' and t.reference = r.id::text)`,
  },
  {
    rule: 'money of a payout is held exactly until a provider takes it on, or it is over',
    find: sql`
      select p.id, p.number, p.state, p.accepted_at, h.id as hold, h.state as hold_state, h.used
      from vault.payouts p left join ledger.holds h on h.id = p.hold_id
      where (h.purpose, h.subject, h.store, h.member_id, h.asset, h.amount) is distinct from
          ('payout', p.id::text, p.store, p.member_id, p.currency, p.amount_minor)
        or h.state <> case when p.accepted_at is not null then 'used' when p.state in ('pending', 'paying') then 'placed' else 'released' end
        or h.state = 'used' and h.used <> p.amount_minor
      union all
      select null, null, null, null, h.id, h.state, h.used from ledger.holds h
      where h.purpose = 'payout' and h.state <> 'released' and not exists (select from vault.payouts p where p.hold_id = h.id)`,
  },
  {
    rule: 'what is owed beside balances is held until it is paid out, whole',
    find: sql`
      select p.id, p.state, p.amount_minor, h.state as hold_state, o.amount_minor as paid_out, t.amount_minor as sold_for, r.amount_minor as refunded
      from vault.payables p left join ledger.holds h on h.id = p.hold_id left join vault.payouts o on o.id = p.payout_id
      left join vault.trades t on t.id = p.trade_id left join payments.refunds r on r.id = p.refund_id
      where (h.purpose, h.subject, h.store, h.member_id, h.asset, h.amount) is distinct from
          ('payable', p.id::text, p.store, p.member_id, p.currency, p.amount_minor)
        or h.state <> case p.state when 'waiting' then 'placed' else 'released' end
        or p.state = 'paid_out' and (o.member_id, o.store, o.currency, o.amount_minor) is distinct from (p.member_id, p.store, p.currency, p.amount_minor)
        or p.trade_id is not null and (t.side, t.member_id, t.store, t.amount_minor) is distinct from ('sell', p.member_id, p.store, p.amount_minor)
        or p.refund_id is not null and (r.owed, r.member_id, r.store, r.currency, r.amount_minor) is distinct from (true, p.member_id, p.store, p.currency, p.amount_minor)
      union all
      select r.id, r.state, null, null, null, null, r.amount_minor from payments.refunds r
      where r.owed and not exists (select from vault.payables p where p.refund_id = r.id)
      union all
      select null, null, h.amount, h.state, null, null, null from ledger.holds h
      where h.purpose = 'payable' and h.state = 'placed' and not exists (select from vault.payables p where p.hold_id = h.id and p.state = 'waiting')`,
  },
  {
    rule: 'of a trade at a wrong price, what it brought is held until its member has chosen, at the right price of its window',
    find: sql`
      select c.trade_id, c.state, t.side, c.price_minor, c.amount_minor, w.right_ask_minor, w.right_total_minor, h.state as hold_state
      from vault.price_choices c join vault.trades t on t.id = c.trade_id left join ledger.holds h on h.id = c.hold_id
      left join orders.window_sales w on w.kind = 'trade' and w.sale_id = c.trade_id
      where (h.purpose, h.subject, h.store, h.member_id) is distinct from ('price_choice', c.trade_id::text, t.store, t.member_id)
        or (h.asset, h.amount) is distinct from (case t.side when 'buy' then 'XAU' else t.currency end,
          case t.side when 'buy' then t.weight_e4 else t.amount_minor end)
        or h.state <> case c.state when 'open' then 'placed' when 'undone' then 'used' else 'released' end
        or (w.right_ask_minor, w.right_total_minor) is distinct from (c.price_minor, c.amount_minor)
        or c.amount_minor <> case t.side when 'buy' then -floor(-(t.weight_e4::numeric * c.price_minor) / 10000)
          else floor(t.weight_e4::numeric * c.price_minor / 10000) end
      union all
      select null, null, null, null, h.amount, null, null, h.state from ledger.holds h
      where h.purpose = 'price_choice' and h.state <> 'released'
        and not exists (select from vault.price_choices c where c.hold_id = h.id and c.state in ('open', 'undone'))`,
  },
  {
    rule: 'a payout is paid exactly when one of its tries was, and is over only when none may still be paid',
    find: sql`
      select p.id, p.number, p.state, t.living, p.tries, t.made from vault.payouts p
      cross join lateral (select count(*) as made, array_agg(state) filter (where state <> 'failed') as living
        from vault.payout_tries where payout_id = p.id) as t
      where p.tries <> t.made or case when p.state in ('paid', 'returned') then t.living is distinct from array[p.state]
        when p.state = 'paying' then t.living is not null and t.living not in (array['asking'], array['accepted'])
        else t.living is not null end`,
  },
]
