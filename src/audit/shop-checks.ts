/** What must hold between the ledger, payments, orders and stock. */
import { sql } from '../db/database.ts'
import { counterChecks } from './counter-checks.ts'
import type { Check } from './ledger-checks.ts'
import { payoutChecks } from './payout-checks.ts'
import { planChecks } from './plan-checks.ts'
import { redemptionChecks } from './redemption-checks.ts'
import { settlementChecks } from './settlement-checks.ts'
import { stockChecks } from './stock-checks.ts'
import { takenBackChecks } from './taken-back-checks.ts'

/** What each unreversed transfer moves at a provider: minus what came in. */
const clearing = sql`
  select t.id, t.kind, t.reference, a.owner, a.asset, sum(leg.amount) as amount
  from ledger.transfers t, unnest(t.accounts, t.amounts) as leg(account_id, amount), ledger.accounts a
  where a.id = leg.account_id and a.kind = 'provider_clearing' and t.reverses is null
    and not exists (select from ledger.transfers r where r.reverses = t.id)
  group by t.id, a.owner, a.asset`

/** What leaves or enters suspense with each unreversed transfer. */
const suspenseMoves = sql`
  select t.id, t.kind, t.reference, sum(leg.amount) as amount
  from ledger.transfers t, unnest(t.accounts, t.amounts) as leg(account_id, amount), ledger.accounts a
  where a.id = leg.account_id and a.kind = 'suspense' and t.reverses is null
  group by t.id`

const refundLegs = sql`
  select t.id, t.reference, min(a.owner) as owner, min(a.asset) as asset, jsonb_object_agg(a.kind, leg.amount) as legs
  from ledger.transfers t, unnest(t.accounts, t.amounts) as leg(account_id, amount), ledger.accounts a
  where a.id = leg.account_id and t.kind = 'payment_refunded' group by t.id`

const soldOfOrders = sql`
  select order_id, sum(gold_minor + premium_minor + making_minor)::bigint as minor from orders.sales group by 1`

const paidStates = sql`('paid', 'preparing', 'shipped', 'ready_for_pickup', 'completed')`

const paymentChecks: Check[] = [
  {
    rule: 'every captured payment is booked once, to what it is for or to suspense',
    find: sql`
      select p.id, p.subject_id, p.allocation, p.captured_minor, p.captured_currency, count(c.id) as transfers, sum(c.amount) as clearing
      from payments.payments p left join (${clearing}) as c
        on c.reference = p.id::text and c.kind in ('payment_captured', 'cash_deposited', 'purchase_paid', 'payment_suspended')
      cross join lateral (
        select coalesce(sum(now_minor - was_minor), 0) as by from payments.corrections where payment_id = p.id) as fixed
      where p.state = 'captured' and p.method <> 'balance'
      group by p.id having count(c.id) <> 1 or bool_or(c.owner <> 'house:' || p.store or c.amount <> -(p.captured_minor - fixed.by)
        or c.asset <> p.captured_currency or c.kind <> 'payment_suspended' and (p.allocation <> 'subject' or p.captured_minor - fixed.by <> p.amount_minor
          or c.kind <> case p.purpose when 'order' then 'payment_captured' when 'deposit' then 'cash_deposited' when 'purchase' then 'purchase_paid' end))`,
  },
  {
    rule: 'what a cash balance paid is booked once, and nothing of nothing',
    find: sql`
      select p.id, p.subject_id, p.captured_minor, count(t.id) as transfers from payments.payments p
      left join ledger.transfers t on t.reference = p.id::text and t.kind = 'balance_spent'
      where p.method = 'balance' group by p.id having count(t.id) <> (p.captured_minor > 0)::int or p.captured_minor <> p.amount_minor`,
  },
  {
    rule: 'money leaves suspense for an order exactly where a suspended payment is allocated to one',
    find: sql`
      select p.id, p.allocation, p.allocated_minor, first.kind, h.amount from payments.payments p
      join ledger.transfers first on first.reference = p.id::text and first.kind in ('payment_captured', 'payment_suspended')
      left join (${suspenseMoves}) as h on h.reference = p.id::text and h.kind = 'payment_honoured'
      where (first.kind = 'payment_suspended' and p.allocation = 'subject') <> (h.id is not null) or h.amount <> -p.allocated_minor`,
  },
  {
    rule: 'whatever moves clearing is a captured payment, its correction, its refund or its dispute',
    find: sql`
      select c.id, c.kind, c.reference, c.owner, c.asset, c.amount from (${clearing}) as c
      left join payments.payments p on p.id::text = c.reference and p.state = 'captured'
        and c.kind in ('payment_captured', 'cash_deposited', 'purchase_paid', 'payment_suspended')
      left join payments.refunds r on r.id::text = c.reference and r.state = 'settled' and r.way = 'source' and c.kind = 'payment_refunded'
      left join payments.corrections x on x.id::text = c.reference and c.kind = 'payment_corrected'
      left join payments.dispute_rounds d on d.kind = c.kind
        and (case d.kind when 'dispute_turned' then d.id else d.dispute_id end)::text = c.reference
      where p.id is null and r.id is null and x.id is null and d.id is null and c.kind not in ('bank_matched', 'bank_refund_paid', 'counter_received')`,
  },
  {
    rule: 'every refund to a balance is booked there once, and only what came by a method that returns nothing goes there',
    find: sql`
      select r.id, r.payment_id, r.way, p.method, count(t.id) as transfers from payments.refunds r join payments.payments p on p.id = r.payment_id
      left join ledger.transfers t on t.kind = 'payment_returned' and t.reference = r.id::text
      group by r.id, p.id having (r.way = 'balance') <> (p.method in ('va', 'qris', 'balance')) or count(t.id) <> (r.way = 'balance' and r.state = 'settled')::int`,
  },
  {
    rule: 'every settled refund is booked once, from where its parts say',
    find: sql`
      select r.id, r.payment_id, r.amount_minor, count(b.id) as transfers from payments.refunds r left join (${refundLegs}) as b on b.reference = r.id::text
      where r.state = 'settled' and r.way = 'source' group by r.id
      having count(b.id) <> 1 or bool_or((b.owner, b.asset) <> ('house:' || r.store, r.currency)
        or b.legs is distinct from jsonb_build_object('provider_clearing', r.amount_minor) || (
          select jsonb_object_agg(account_kind, -amount_minor) from payments.refund_parts where refund_id = r.id))`,
  },
  {
    rule: 'what is refunded or on its way is counted, and never more than was captured',
    find: sql`
      select p.id, p.captured_minor, p.allocated_minor, p.refunded_allocated_minor, p.refunded_suspense_minor from payments.payments p
      left join (select payment_id, sum(allocated_minor) as of_subject, sum(amount_minor - allocated_minor) as of_suspense
            from payments.refunds where state <> 'failed' group by payment_id) as r on r.payment_id = p.id
      where p.refunded_allocated_minor <> coalesce(r.of_subject, 0) or p.refunded_suspense_minor <> coalesce(r.of_suspense, 0)
        or p.refunded_allocated_minor > coalesce(p.allocated_minor, 0)
        or p.refunded_suspense_minor > coalesce(p.captured_minor, 0) + p.short_minor - coalesce(p.allocated_minor, 0) - p.offset_minor
        or p.refunded_allocated_minor + p.refunded_suspense_minor + p.charged_back_minor > coalesce(p.captured_minor, 0) + p.short_minor`,
  },
  {
    rule: 'suspense holds what was suspended, less what its orders use and what was returned',
    find: sql`
      with held as (select owner, asset, sum(sum)::bigint as sum from (
        select 'house:' || store as owner, currency as asset, sum(amount_minor) as sum from bank.lines
        where state in ('unmatched', 'proposed', 'matched', 'returning') group by 1, 2 union all
        select 'house:' || p.store as owner, p.captured_currency as asset, sum(p.captured_minor + p.short_minor - coalesce(p.allocated_minor, 0) - p.offset_minor
          - coalesce((select sum(amount_minor - r.allocated_minor) from payments.refunds r where r.payment_id = p.id and r.state = 'settled'), 0)) as sum
        from payments.payments p where p.state = 'captured' group by 1, 2) as parts group by 1, 2)
      select owner, asset, s.sum as suspense, held.sum as held
      from (select a.owner, a.asset, sum(e.amount) as sum from ledger.accounts a join ledger.entries e on e.account_id = a.id
            where a.kind = 'suspense' group by a.owner, a.asset) as s full join held using (owner, asset)
      where coalesce(s.sum, 0) <> coalesce(held.sum, 0)`,
  },
  {
    rule: 'captured money is with its order, in suspense, settled, sold or refunded, and nowhere else',
    find: sql`
      with wanted as (
        select 'house:' || o.store as owner, o.currency as asset, sum(o.goods_minor - o.discount_minor - coalesce(s.kept_minor, 0) + coalesce(d.back_minor, 0) - coalesce(sold.minor, 0)) as goods,
          sum(o.delivery_minor + o.insurance_minor) as fees, sum(o.tax_minor) as tax, sum(coalesce(s.kept_minor - s.gain_minor, 0) - coalesce(d.back_minor + d.gain_minor, 0)) as settled
        from payments.payments p join orders.orders o on o.id = p.subject_id left join orders.settlements s on s.order_id = o.id
          left join orders.differences d on d.order_id = o.id left join (${soldOfOrders}) as sold on sold.order_id = o.id
        where p.allocation = 'subject' group by 1, 2
      ), back as (
        select 'house:' || store as owner, currency as asset, sum(amount_minor) filter (where account_kind = 'order_money') as goods,
          sum(amount_minor) filter (where account_kind in ('delivery_fees', 'insurance_fees')) as fees,
          sum(amount_minor) filter (where account_kind = 'tax_payable') as tax from (
            select r.store, r.currency, part.account_kind, part.amount_minor
            from payments.refunds r join payments.refund_parts part on part.refund_id = r.id where r.state = 'settled'
            union all select p.store, p.captured_currency, part.account_kind, part.amount_minor from payments.set_offs s
            join payments.set_off_parts part on part.set_off_id = s.id join payments.payments p on p.id = s.payment_id) as gone
        where account_kind <> 'suspense' group by 1, 2
      ), held as (
        select a.owner, a.asset, coalesce(sum(e.amount) filter (where a.kind = 'order_money'), 0) as goods,
          coalesce(sum(e.amount) filter (where a.kind in ('delivery_fees', 'insurance_fees')), 0) as fees,
          coalesce(sum(e.amount) filter (where a.kind = 'tax_payable'), 0) - coalesce((
            select sum(d.tax_minor) from business.deals d where 'house:' || d.store = a.owner and d.currency = a.asset), 0) - coalesce((
            select sum(s.withheld_minor) from agents.slips s where 'house:' || s.store = a.owner and s.currency = a.asset), 0) as tax,
          coalesce(sum(e.amount) filter (where a.kind = 'settlement'), 0) as settled
        from ledger.accounts a join ledger.entries e on e.account_id = a.id
        where a.kind in ('order_money', 'delivery_fees', 'insurance_fees', 'tax_payable', 'settlement') group by 1, 2)
      select owner, asset, to_jsonb(wanted) as wanted, to_jsonb(back) as back, to_jsonb(held) as held
      from wanted full join back using (owner, asset) full join held using (owner, asset)
      where (coalesce(wanted.goods, 0) - coalesce(back.goods, 0), coalesce(wanted.fees, 0) - coalesce(back.fees, 0),
             coalesce(wanted.tax, 0) - coalesce(back.tax, 0), coalesce(wanted.settled, 0))
        <> (coalesce(held.goods, 0), coalesce(held.fees, 0), coalesce(held.tax, 0), coalesce(held.settled, 0))`,
  },
  {
    rule: 'each provider reference belongs to one payment',
    find: sql`
      select provider, provider_reference, count(*) from payments.payments
      where provider_reference is not null group by 1, 2 having count(*) > 1`,
  },
]

const refundChecks: Check[] = [
  {
    rule: 'an order that was paid and is cancelled is settled once, or was paid back at the counter, and all of its money but what the house keeps goes back',
    find: sql`
      select o.id, o.number, o.total_minor, s.kept_minor, r.back, off.minor as set_off from orders.orders o
      join payments.payments p on p.subject_id = o.id and p.allocation = 'subject' left join orders.settlements s on s.order_id = o.id
      left join orders.differences d on d.order_id = o.id
      left join lateral (select coalesce(sum(r.allocated_minor), 0) as back
        from payments.refunds r where r.payment_id = p.id and (r.state <> 'failed' or coalesce(failure, '') not in ('short', 'charged_back') and not exists (
          select from payments.refunds again where again.occasion = r.occasion and again.created_at > r.created_at))) as r on true
      cross join lateral (select coalesce(sum(part.amount_minor), 0) as minor
        from payments.set_offs s join payments.set_off_parts part on part.set_off_id = s.id and part.account_kind <> 'suspense'
        where s.payment_id = p.id) as off
      cross join lateral (select exists (
        select from orders.moves m where m.order_id = o.id and m.from_state = 'ready_for_pickup' and m.to_state = 'cancelled') as counter) as at_the
      where case when o.state = 'cancelled' then (s.order_id is null) <> at_the.counter or at_the.counter and o.refund_state <> 'full'
          or r.back + off.minor <> o.total_minor - coalesce(s.kept_minor, 0) + coalesce(d.back_minor, 0)
        else s.order_id is not null end`,
  },
  {
    rule: 'a gain is in the cash balance of whoever cancelled',
    find: sql`
      select s.order_id, s.kept_minor, s.gain_minor, t.id from orders.settlements s join orders.orders o on o.id = s.order_id
      left join ledger.transfers t on t.kind = 'sale_settled' and t.reference = o.id::text
      left join lateral (
        select coalesce(sum(leg.amount) filter (where a.kind = 'cash' and a.owner = 'member:' || o.store || ':' || o.member_id), 0) as gain,
          coalesce(sum(leg.amount) filter (where a.kind = 'order_money'), 0) as kept
        from unnest(t.accounts, t.amounts) as leg(account_id, amount) join ledger.accounts a on a.id = leg.account_id) as legs on true
      where (t.id is null) <> (s.kept_minor = 0 and s.gain_minor = 0) or t.id is not null and (legs.gain, -legs.kept) <> (s.gain_minor, s.kept_minor)`,
  },
  {
    rule: 'pieces asked back or given back are counted, and never more than were bought',
    find: sql`
      select coalesce(c.order_id, asked.order_id) as order_id, coalesce(c.position, asked.position) as position, c.claimed, asked.sum
      from orders.claimed_pieces c full join (
        select l.order_id, l.position, sum(case r.state when 'requested' then l.quantity when 'granted' then l.granted
          when 'executed' then l.granted else 0 end) as sum
        from orders.refund_lines l join orders.refund_requests r on r.id = l.request_id group by 1, 2) as asked using (order_id, position)
      left join orders.lines bought using (order_id, position)
      where coalesce(c.claimed, 0) <> coalesce(asked.sum, 0) or c.claimed > bought.quantity or c.bought <> bought.quantity`,
  },
  {
    rule: 'an executed request has its refund, and no other has one',
    find: sql`
      select q.id, q.state, q.granted_minor, r.amount_minor from orders.refund_requests q
      left join lateral (select amount_minor from payments.refunds r where r.occasion = 'request:' || q.id and r.failure is distinct from 'short'
        and r.failure is distinct from 'charged_back' order by created_at desc limit 1) as r on true
      cross join lateral (select coalesce(sum(receivable_minor + loss_minor), 0) as minor
        from payments.set_offs s where s.occasion = 'request:' || q.id) as off
      where (q.state = 'executed' and q.granted_minor > 0) <> (r.amount_minor is not null or off.minor > 0)
        or q.state = 'executed' and coalesce(r.amount_minor, 0) + off.minor <> q.granted_minor`,
  },
]

const orderChecks: Check[] = [
  {
    rule: 'money that nobody may choose about any more is allocated or on its way back',
    find: sql`
      select p.id, p.subject_id, o.state, p.captured_minor, p.allocated_minor from payments.payments p left join orders.orders o on o.id = p.subject_id and p.purpose = 'order'
      where p.state = 'captured' and o.state is distinct from 'payment_review' and p.captured_minor + p.short_minor - p.offset_minor > coalesce(p.allocated_minor, 0)
        and not exists (select from payments.refunds r where r.payment_id = p.id and r.amount_minor > r.allocated_minor)`,
  },
  {
    rule: 'an order is paid exactly when the tenders used for it sum to its total',
    find: sql`
      select o.id, o.number, o.state, o.total_minor, count(t.id) as tenders, sum(t.amount_minor) as paid
      from orders.orders o left join payments.tenders t on t.subject_id = o.id and t.state = 'used'
      group by o.id
      having case when o.state in ${paidStates} then sum(t.amount_minor) is distinct from o.total_minor or bool_or(t.currency <> o.currency)
        else count(t.id) > 0 and o.refund_state = 'none' end`,
  },
  {
    rule: 'what was handed over is sold, less what executed requests returned of it, and nothing else is',
    find: sql`
      select o.id, o.number, o.state, o.sale_due, o.goods_minor - o.discount_minor - back.goods as wanted, sold.minor as sold from orders.orders o
      left join (${soldOfOrders}) as sold on sold.order_id = o.id
      cross join lateral (select coalesce(sum(r.granted_minor - r.delivery_minor - r.insurance_minor - l.tax), 0) as goods
        from orders.refund_requests r
        cross join lateral (select coalesce(sum(tax_minor), 0) as tax from orders.refund_lines where request_id = r.id) as l
        where r.order_id = o.id and r.state = 'executed') as back
      where case when o.state <> 'completed' then sold.order_id is not null or not o.sale_due
        else not o.sale_due and coalesce(sold.minor, 0) <> o.goods_minor - o.discount_minor - back.goods end`,
  },
  {
    rule: 'a captured payment is split as its order is',
    find: sql`
      select o.id, o.number, t.id as transfer_id from ledger.transfers t
      join payments.payments p on p.id::text = t.reference and t.kind in ('payment_captured', 'payment_honoured') join orders.orders o on o.id = p.subject_id
      join lateral (
        select coalesce(sum(leg.amount) filter (where a.kind = 'order_money'), 0) as goods,
               coalesce(sum(leg.amount) filter (where a.kind = 'delivery_fees'), 0) as delivery,
               coalesce(sum(leg.amount) filter (where a.kind = 'insurance_fees'), 0) as insurance,
               coalesce(sum(leg.amount) filter (where a.kind = 'tax_payable'), 0) as tax
        from unnest(t.accounts, t.amounts) as leg(account_id, amount) join ledger.accounts a on a.id = leg.account_id) as split on true
      where (split.goods, split.delivery, split.insurance, split.tax)
        is distinct from (o.goods_minor - o.discount_minor, o.delivery_minor, o.insurance_minor, o.tax_minor)`,
  },
  {
    rule: 'an order that waits for money has none in suspense, and one in review has',
    find: sql`
      select o.id, o.number, o.state, count(p.id) as suspended
      from orders.orders o left join payments.payments p on p.subject_id = o.id and p.allocation = 'suspense'
      where o.state in ('pending_payment', 'expired', 'payment_review') and (o.grams_e4 = 0 or o.state = 'payment_review')
      group by o.id having (o.state = 'payment_review') <> (count(p.id) > 0)`,
  },
  {
    rule: 'every payment is of an order, a deposit or a purchase, its member, store and currency',
    find: sql`
      select p.id, p.purpose, p.subject_id from payments.payments p left join (
        select 'order' as purpose, id, member_id, store, currency from orders.orders
        union all select 'deposit', id, member_id, store, currency from vault.deposits
        union all select 'purchase', id, member_id, store, currency from vault.purchases) as s on (s.purpose, s.id) = (p.purpose, p.subject_id)
      where (s.member_id, s.store, s.currency) is distinct from (p.member_id, p.store, p.currency)`,
  },
  {
    rule: 'the total of an order is that of its lines and charges',
    find: sql`
      select o.id, o.number, o.goods_minor, sum(l.total_minor) as lines
      from orders.orders o left join orders.lines l on l.order_id = o.id
      group by o.id having sum(l.total_minor) is distinct from o.goods_minor`,
  },
  {
    rule: 'the state of an order is where its timeline ends',
    find: sql`
      select o.id, o.number, o.state, last.to_state from orders.orders o
      left join lateral (select to_state from orders.moves m where m.order_id = o.id order by m.id desc limit 1) as last on true
      where last.to_state is distinct from o.state`,
  },
  {
    rule: 'a timeline has no jump',
    find: sql`
      select order_id, id, from_state, before from (
        select order_id, id, from_state, lag(to_state) over (partition by order_id order by id) as before from orders.moves) as moves
      where from_state is distinct from before`,
  },
  {
    rule: 'a guarantee is used exactly when an order was made of it, for no more than its total',
    find: sql`
      select g.id as guarantee_id, o.id as order_id, g.used_at from orders.guarantees g full join orders.orders o on o.guarantee_id = g.id
      where (g.used_at is null) <> (o.id is null) or g.member_id <> o.member_id or g.total_minor < o.total_minor and not exists (select from orders.former_lines f where f.order_id = o.id)`,
  },
]

const depositChecks: Check[] = [
  {
    rule: 'a deposit is paid exactly when one payment of it brought its amount',
    find: sql`
      select d.id, d.number, d.state, d.amount_minor, count(t.id) as tenders, sum(t.amount_minor) as paid
      from vault.deposits d left join payments.tenders t on t.subject_id = d.id and t.purpose = 'deposit' and t.state = 'used'
      group by d.id having case d.state when 'paid' then count(t.id) <> 1 or bool_or((t.amount_minor, t.currency) <> (d.amount_minor, d.currency))
        else count(t.id) > 0 end`,
  },
  {
    rule: 'a purchase is paid exactly when one payment of it brought its amount, and its grams were bought',
    find: sql`
      select p.id, p.number, p.state, p.amount_minor, count(t.id) as tenders, sum(t.amount_minor) as paid, v.id as trade
      from vault.purchases p left join payments.tenders t on t.subject_id = p.id and t.purpose = 'purchase' and t.state = 'used'
      left join vault.trades v on v.purchase_id = p.id
      group by p.id, v.id having case p.state when 'paid' then count(t.id) <> 1 or bool_or((t.amount_minor, t.currency) <> (p.amount_minor, p.currency))
          or (v.number, v.quote_id, v.member_id, v.store, v.currency, v.price_minor, v.weight_e4, v.amount_minor)
            is distinct from (p.number, p.quote_id, p.member_id, p.store, p.currency, p.price_minor, p.weight_e4, p.amount_minor)
        else count(t.id) > 0 or v.id is not null end`,
  },
  {
    rule: 'a cash balance is taken from only for what a provider or a bank took of a deposit or a purchase',
    find: sql`
      select s.id, s.occasion, p.purpose, part.amount_minor from payments.set_off_parts part join payments.set_offs s on s.id = part.set_off_id
      join payments.payments p on p.id = s.payment_id
      where part.account_kind = 'cash' and (p.purpose not in ('deposit', 'purchase')
        or not exists (select from payments.disputes d where d.payment_id = p.id and s.occasion = 'charged_back:' || d.id
            and s.receivable_minor = 0 and exists (select from payments.dispute_rounds r where r.dispute_id = d.id and r.taken_minor >= s.loss_minor))
          and not exists (select from payments.corrections c where c.payment_id = p.id and s.occasion = 'corrected:' || c.id
            and c.short_minor > 0 and s.loss_minor = 0))`,
  },
]

const paperChecks: Check[] = [
  {
    rule: 'an order has its invoice exactly when it says so',
    find: sql`
      select o.id, o.number from orders.orders o full join orders.invoices i on i.order_id = o.id
      where o.id is null or (o.invoiced_at is null) <> (i.order_id is null)`,
  },
  {
    rule: 'money of an invoiced order that went back has one credit note of its amount, or waits for it',
    find: sql`
      select coalesce(r.subject_id, n.order_id) as order_id, r.id as refund_id, r.state, r.amount_minor, n.paper_id, n.amount_minor as credited
      from payments.refunds r full join (select * from orders.later_papers where kind = 'credit_note') as n on n.refund_id = r.id
      left join orders.invoices i on i.order_id = r.subject_id
      where case when n.id is null
        then r.state = 'settled' and r.allocated_minor > 0 and r.papers_at is not null and i.order_id is not null
        else (r.subject_id, r.state, r.papers_at is null, r.allocated_minor, r.currency)
          is distinct from (n.order_id, 'settled', false, n.amount_minor, n.currency) end`,
  },
  {
    rule: 'the papers of a kind, store and year are numbered without a gap, up to their counter',
    find: sql`
      select kind, store, year, count(*) as papers, max(number) as highest, max(c.last) as counter
      from papers.papers full join papers.counters c using (kind, store, year) group by 1, 2, 3
      having count(number) <> coalesce(max(number), 0) or max(c.last) is distinct from max(number)`,
  },
  {
    rule: 'each paper about an order is the one that its order knows: of that order, its store, that kind and that occasion',
    find: sql`
      select coalesce(p.subject_id, n.order_id::text) as order_id, p.kind, n.kind as known_as, p.id as paper
      from (select * from papers.papers where subject_kind = 'order') as p full join (
        select paper_id, order_id, 'invoice' as kind, '' as occasion from orders.invoices union all
        select paper_id, order_id, kind, coalesce(refund_id::text, loss_id::text, 'packing') from orders.later_papers) as n on n.paper_id = p.id
      left join orders.orders o on o.id = n.order_id
      where (p.subject_id, p.store, p.kind, p.occasion) is distinct from (n.order_id::text, o.store, n.kind, n.occasion)`,
  },
  {
    rule: 'the newest paper of an order names every piece that the order has, or a correction is waited for',
    find: sql`
      select p.order_id, p.serial from catalogue.pieces p join orders.invoices i on i.order_id = p.order_id
      where p.serial <> all (coalesce((select c.serials from orders.later_papers c
          where c.order_id = p.order_id and c.kind = 'correction' order by c.id desc limit 1), i.serials))
        and not exists (select from orders.lost_parcels l
          where l.order_id = p.order_id and l.ended = 'sent_again' and l.papers_at is null)
        and not exists (select from orders.repackings r where r.order_id = p.order_id and r.papers_at is null)`,
  },
]

export const shopChecks: Check[] = [
  ...paymentChecks,
  ...counterChecks,
  ...takenBackChecks,
  ...settlementChecks,
  ...refundChecks,
  ...orderChecks,
  ...depositChecks,
  ...payoutChecks,
  ...redemptionChecks,
  ...planChecks,
  ...stockChecks,
  ...paperChecks,
]
