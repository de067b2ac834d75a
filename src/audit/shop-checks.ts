/** What must hold between the ledger, payments, orders and stock. */
import { sql } from '../db/database.ts'
import type { Check } from './ledger-checks.ts'

/** What each unreversed transfer moves at a provider: minus what came in. */
const clearing = sql`
  select t.id, t.kind, t.reference, a.owner, a.asset, sum(leg.amount) as amount
  from ledger.transfers t, unnest(t.accounts, t.amounts) as leg(account_id, amount), ledger.accounts a
  where a.id = leg.account_id and a.kind = 'provider_clearing' and t.reverses is null
    and not exists (select from ledger.transfers r where r.reverses = t.id)
  group by t.id, a.owner, a.asset`

const paidStates = sql`('paid', 'preparing', 'shipped', 'ready_for_pickup', 'completed')`

const paymentChecks: Check[] = [
  {
    rule: 'every captured payment is booked once, to its order or to suspense',
    find: sql`
      select p.id, p.order_id, p.allocation, p.amount_minor, p.currency, count(c.id) as transfers, sum(c.amount) as clearing
      from payments.payments p left join (${clearing}) as c
        on c.reference = p.id::text and c.kind in ('payment_captured', 'payment_suspended')
      where p.state = 'captured'
      group by p.id having count(c.id) <> 1 or bool_or(
        c.kind is distinct from case p.allocation when 'order' then 'payment_captured' else 'payment_suspended' end
        or c.owner <> 'house:' || p.store or c.amount >= 0
        or p.allocation = 'order' and (c.amount <> -p.amount_minor or c.asset <> p.currency))`,
  },
  {
    rule: 'whatever moves clearing is a captured payment or its return',
    find: sql`
      select c.id, c.kind, c.reference, c.owner, c.asset, c.amount from (${clearing}) as c
      left join payments.payments p on p.id::text = c.reference and p.state = 'captured'
      where p.id is null or c.kind not in ('payment_captured', 'payment_suspended', 'payment_returned')`,
  },
  {
    rule: 'money is returned from suspense at most once and never more than was captured',
    find: sql`
      select back.id, back.reference, back.amount, held.amount as captured
      from (${clearing}) as back left join (${clearing}) as held
        on held.reference = back.reference and held.kind = 'payment_suspended' and held.owner = back.owner and held.asset = back.asset
      where back.kind = 'payment_returned' and back.amount > -coalesce(held.amount, 0)`,
  },
  {
    rule: 'suspense holds what was suspended and not yet returned',
    find: sql`
      select s.owner, s.asset, s.sum as suspense, coalesce(c.sum, 0) as clearing
      from (select a.owner, a.asset, sum(e.amount) as sum from ledger.accounts a join ledger.entries e on e.account_id = a.id
            where a.kind = 'suspense' group by a.owner, a.asset) as s
      left join (select owner, asset, sum(amount) as sum from (${clearing}) as c
            where kind in ('payment_suspended', 'payment_returned') group by owner, asset) as c using (owner, asset)
      where s.sum <> -coalesce(c.sum, 0)`,
  },
  {
    rule: 'each provider reference belongs to one payment',
    find: sql`
      select provider, provider_reference, count(*) from payments.payments
      where provider_reference is not null group by 1, 2 having count(*) > 1`,
  },
]

const orderChecks: Check[] = [
  {
    rule: 'an order is paid exactly when one payment of its total is allocated to it',
    find: sql`
      select o.id, o.number, o.state, o.total_minor, count(p.id) as payments, sum(p.amount_minor) as paid
      from orders.orders o left join payments.payments p on p.order_id = o.id and p.state = 'captured' and p.allocation = 'order'
      group by o.id
      having case when o.state in ${paidStates} then count(p.id) <> 1 or sum(p.amount_minor) <> o.total_minor or min(p.currency) <> o.currency
        else count(p.id) > 0 and o.refund_state = 'none' end`,
  },
  {
    rule: 'a captured payment is split as its order is',
    find: sql`
      select o.id, o.number, t.id as transfer_id from ledger.transfers t
      join payments.payments p on p.id::text = t.reference and t.kind = 'payment_captured' join orders.orders o on o.id = p.order_id
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
      from orders.orders o left join payments.payments p on p.order_id = o.id and p.allocation = 'suspense'
      where o.state in ('pending_payment', 'expired', 'payment_review')
      group by o.id having (o.state = 'payment_review') <> (count(p.id) > 0)`,
  },
  {
    rule: 'every payment is of an order, its member, store and currency',
    find: sql`
      select p.id, p.order_id from payments.payments p left join orders.orders o on o.id = p.order_id
      where (o.member_id, o.store, o.currency) is distinct from (p.member_id, p.store, p.currency)`,
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
    rule: 'a guarantee is used exactly when an order was made of it, of its total',
    find: sql`
      select g.id as guarantee_id, o.id as order_id, g.used_at from orders.guarantees g full join orders.orders o on o.guarantee_id = g.id
      where (g.used_at is null) <> (o.id is null) or g.total_minor <> o.total_minor or g.member_id <> o.member_id`,
  },
]

const stockChecks: Check[] = [
  {
    rule: 'stock is received less held plus released, and never below zero',
    find: sql`
      select s.id, s.code, s.received, s.stock, moves.received as moved_in, moves.sum
      from catalogue.skus s left join (
        select sku_id, sum(quantity) as sum, sum(quantity) filter (where reason = 'received') as received
        from catalogue.stock_moves group by sku_id) as moves on moves.sku_id = s.id
      where s.stock < 0 or s.stock <> coalesce(moves.sum, 0) or s.received <> coalesce(moves.received, 0)`,
  },
  {
    rule: 'what is held leaves the stock, what is received or released comes to it',
    find: sql`select id, sku_id, reason, quantity from catalogue.stock_moves where (reason = 'held') <> (quantity < 0)`,
  },
  {
    rule: 'an order holds its lines, until it is cancelled or expires, and then nothing',
    find: sql`
      select coalesce(wanted.order_id, held.reference) as order_id, coalesce(wanted.sku_id, held.sku_id) as sku_id, wanted.quantity, held.quantity as held
      from (select o.id::text as order_id, l.sku_id,
                   sum(case when o.state in ('cancelled', 'expired') then 0 else l.quantity end) as quantity, bool_or(o.state = 'payment_review') as in_review
            from orders.orders o join orders.lines l on l.order_id = o.id group by o.id, l.sku_id) as wanted
      full join (select reference, sku_id, -sum(quantity) as quantity from catalogue.stock_moves where reason <> 'received' group by reference, sku_id) as held
        on held.reference = wanted.order_id and held.sku_id = wanted.sku_id
      where held.quantity is distinct from wanted.quantity and not (wanted.in_review and held.quantity = 0)`,
  },
]

const pieceChecks: Check[] = [
  {
    rule: 'a piece is where its history ends',
    find: sql`
      select p.serial, p.state, last.to_state from catalogue.pieces p
      left join lateral (select to_state from catalogue.piece_moves m where m.serial = p.serial order by m.id desc limit 1) as last on true
      where last.to_state is distinct from p.state`,
  },
  {
    rule: 'an order has no more pieces of a sku than it bought',
    find: sql`
      select p.order_id, p.sku_id, count(*) as pieces, max(wanted.quantity) as bought from catalogue.pieces p
      left join (select order_id, sku_id, sum(quantity) as quantity from orders.lines group by 1, 2) as wanted using (order_id, sku_id)
      where p.order_id is not null group by 1, 2 having count(*) > coalesce(max(wanted.quantity), 0)`,
  },
  {
    rule: 'an order whose pieces were settled has none promised any more',
    find: sql`
      select o.id, o.number, p.serial from orders.orders o join catalogue.pieces p on p.order_id = o.id and p.state = 'allocated'
      where o.pieces_settled_at is not null`,
  },
  {
    rule: 'an order has its invoice exactly when it says so',
    find: sql`
      select o.id, o.number from orders.orders o full join orders.invoices i on i.order_id = o.id
      where o.id is null or (o.invoiced_at is null) <> (i.order_id is null)`,
  },
  {
    rule: 'the invoices of a store and year are numbered without a gap, up to the counter',
    find: sql`
      select store, year, count(*) as invoices, max(number) as highest, max(c.last) as counter
      from orders.invoices full join orders.invoice_counters c using (store, year) group by 1, 2
      having count(number) <> coalesce(max(number), 0) or max(c.last) is distinct from max(number)`,
  },
]

export const shopChecks: Check[] = [...paymentChecks, ...orderChecks, ...stockChecks, ...pieceChecks]
