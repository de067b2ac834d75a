/** What must hold of the stock: its counts, its numbered pieces, and their grams in the books. */
import { sql } from '../db/database.ts'
import type { Check } from './ledger-checks.ts'

const countChecks: Check[] = [
  {
    rule: 'stock is the sum of its moves, and never below zero',
    find: sql`
      select s.id, s.code, s.received, s.stock, moves.received as moved_in, moves.sum
      from catalogue.skus s left join (
        select sku_id, sum(quantity) as sum, sum(quantity) filter (where reason in ('received', 'moved')) as received
        from catalogue.stock_moves group by sku_id) as moves on moves.sku_id = s.id
      where s.stock < 0 or s.stock <> coalesce(moves.sum, 0) or s.received <> coalesce(moves.received, 0)`,
  },
  {
    rule: 'what is held or stolen leaves the stock, what is counted or moved goes either way, everything else comes to it',
    find: sql`select id, sku_id, reason, quantity from catalogue.stock_moves
      where reason not in ('counted', 'moved') and (reason in ('held', 'stolen', 'quarantined')) <> (quantity < 0)`,
  },
  {
    rule: 'an order holds its lines, until it is cancelled or expires, and then nothing',
    find: sql`
      select coalesce(wanted.order_id, held.reference) as order_id, coalesce(wanted.sku_id, held.sku_id) as sku_id, wanted.quantity, held.quantity as held
      from (select o.id::text as order_id, l.sku_id,
                   sum(case when o.state in ('cancelled', 'expired') then 0 else l.quantity end) as quantity, bool_or(o.state = 'payment_review') as in_review,
                   bool_or(o.held_when_paid) as when_paid
            from orders.orders o join orders.lines l on l.order_id = o.id group by o.id, l.sku_id) as wanted
      full join (select reference, sku_id, -sum(quantity) as quantity from catalogue.stock_moves where reason in ('held', 'released') group by reference, sku_id) as held
        on held.reference = wanted.order_id and held.sku_id = wanted.sku_id
      where held.quantity is distinct from wanted.quantity and not (wanted.in_review and held.quantity = 0) and not (wanted.when_paid and coalesce(held.quantity, 0) = 0)`,
  },
]

/** What a piece `n` was when it was reported stolen, as `reported.from_state`. */
const reportedFrom = sql`
  left join lateral (select m.from_state from catalogue.piece_moves m where n.state = 'reported_stolen' and m.serial = n.serial
    and m.to_state = 'reported_stolen' and m.from_state is distinct from 'reported_stolen' order by m.id desc limit 1) as reported on true`

const pieceChecks: Check[] = [
  {
    rule: 'a piece is of the weight, fineness and maker of its sku',
    find: sql`
      select n.serial, s.code, n.gross_weight_e4, n.fine_weight_e4, n.fineness, n.brand from catalogue.pieces n
      join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
      where (n.gross_weight_e4, n.fine_weight_e4, n.fineness, n.brand) <> (s.gross_weight_e4, s.fine_weight_e4, s.fineness, p.brand)`,
  },
  {
    rule: 'a piece is where its history ends',
    find: sql`
      select p.serial, p.state, last.to_state from catalogue.pieces p
      left join (select distinct on (serial) serial, to_state from catalogue.piece_moves order by serial, id desc) as last using (serial)
      where last.to_state is distinct from p.state`,
  },
  {
    rule: 'the fine grams of numbered pieces, of lots and of lost and pledged bars are those in the books, by store and by where they are',
    find: sql`
      with weighed as (select owner, account, sum(fine) as fine from (
        select 'house:' || p.store as owner, case when n.state in ('in_stock', 'allocated', 'quarantined') then 'shop_stock'
            when n.state = 'sold' or reported.from_state = 'sold' then 'gold_delivered' else 'missing' end as account, n.fine_weight_e4 as fine
        from catalogue.pieces n join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
        ${reportedFrom} where n.state <> 'melted' and (n.state <> 'reported_stolen' or reported.from_state is not null)
        union all select 'house:' || store, state, fine_weight_e4 from backing.bars where state in ('missing', 'pledged')
        union all select 'house:' || store, 'raw_gold', fine_e4 from goldback.lots where state = 'held') as each_one group by 1, 2
      ), booked as (
        select a.owner, a.kind as account, sum(e.amount) as fine from ledger.accounts a join ledger.entries e on e.account_id = a.id
        where a.kind in ('shop_stock', 'gold_delivered', 'missing', 'pledged', 'raw_gold') group by 1, 2)
      select owner, account, weighed.fine as weighed, booked.fine as booked from weighed full join booked using (owner, account)
      where coalesce(weighed.fine, 0) <> coalesce(booked.fine, 0)`,
  },
  {
    rule: 'what the pieces and lots of the house cost is in the books, by store and by where the pieces are',
    find: sql`
      with paid as (
        select owner, asset, account, sum(cost) as cost from (
          select 'house:' || p.store as owner, now_paid.currency as asset, case when n.state in ('in_stock', 'allocated', 'quarantined') then 'stock_cost'
              when n.state = 'sold' or reported.from_state = 'sold' then 'cost_of_sales' else 'stock_loss' end as account, now_paid.cost
          from catalogue.pieces n join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
          left join lateral (select m.cost_minor, m.cost_currency from catalogue.piece_moves m where m.serial = n.serial order by m.id desc limit 1) as last on true
          cross join lateral (select coalesce(last.cost_minor, n.cost_minor) as cost, coalesce(last.cost_currency, n.cost_currency) as currency) as now_paid
          ${reportedFrom} where now_paid.cost is not null and n.state <> 'melted'
          union all
          select 'house:' || p.store, was_paid.currency, 'cost_of_sales', was_paid.cost
          from catalogue.piece_moves m join catalogue.pieces n on n.serial = m.serial
          join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
          left join lateral (select b.cost_minor, b.cost_currency from catalogue.piece_moves b where b.serial = m.serial and b.id < m.id order by b.id desc limit 1) as before on true
          cross join lateral (select coalesce(before.cost_minor, n.cost_minor) as cost, coalesce(before.cost_currency, n.cost_currency) as currency) as was_paid
          where m.gram_move = 'bought_back' and was_paid.cost is not null
          union all select 'house:' || store, currency, 'stock_cost', cost_minor from goldback.lots where state = 'held') as each_one group by 1, 2, 3
      ), booked as (
        select a.owner, a.asset, a.kind as account, sum(e.amount) as cost from ledger.accounts a join ledger.entries e on e.account_id = a.id
        where a.kind in ('stock_cost', 'cost_of_sales', 'stock_loss') group by 1, 2, 3)
      select owner, asset, account, paid.cost as paid, booked.cost as booked from paid full join booked using (owner, asset, account)
      where coalesce(paid.cost, 0) <> coalesce(booked.cost, 0)`,
  },
  {
    rule: 'what the house melted ended in it, sums to what it says, and came out as one lot; nothing else is melted',
    find: sql`
      select h.number, went_in.fine, h.books_e4, l.number as lot, null as other from goldback.house_meltings h
      left join lateral (
        select sum(p.gross_e4) as gross, sum(coalesce(o.fine_e4, n.fine_weight_e4)) as fine, sum(p.cost_minor) as cost,
          bool_and(coalesce(o.state, n.state) = 'melted' and coalesce(o.fine_e4, n.fine_weight_e4) = p.fine_e4) as ended
        from goldback.house_melting_parts p left join goldback.lots o on o.id = p.lot_id left join catalogue.pieces n on n.serial = p.serial
        where p.melting_id = h.id) as went_in on true
      left join goldback.lots l on l.melting_id = h.id
      where (went_in.gross, went_in.fine, went_in.cost, went_in.ended) is distinct from (h.gross_before_e4::numeric, h.books_e4::numeric, h.cost_minor::numeric, true)
        or (l.gross_e4, l.fineness, l.fine_e4, l.cost_minor, l.currency, l.store) is distinct from (h.gross_e4, h.fineness, h.fine_e4, h.cost_minor, h.currency, h.store)
      union all
      select null, null, null, l.number, 'lot' from goldback.lots l
      where l.state = 'melted' and not exists (select from goldback.house_melting_parts p where p.lot_id = l.id)
      union all
      select null, null, null, n.serial, 'piece' from catalogue.pieces n
      where n.state = 'melted' and not exists (select from goldback.house_melting_parts p where p.serial = n.serial)`,
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
    rule: 'a lost parcel is with its courier, and its pieces are warned of',
    find: sql`
      select l.order_id, o.state, p.serial from orders.lost_parcels l join orders.orders o on o.id = l.order_id
      left join catalogue.pieces p on p.order_id = o.id and p.state = 'allocated'
      where l.ended is null and (o.state <> 'shipped' or o.refund_state = 'full' or p.serial is not null)`,
  },
  {
    rule: 'a lost parcel that was paid back is of an order whose money all went back, and which has no pieces',
    find: sql`
      select l.order_id, o.state, o.refund_state, p.serial from orders.lost_parcels l join orders.orders o on o.id = l.order_id
      left join catalogue.pieces p on p.order_id = o.id
      where l.ended = 'paid_back' and (o.state <> 'shipped' or o.refund_state <> 'full' or p.serial is not null)`,
  },
  {
    rule: 'what comes back to the stock comes as a numbered piece',
    find: sql`
      select reason, came.quantity, pieces.count from (
        select reason, sum(quantity) as quantity from catalogue.stock_moves where reason in ('recovered', 'returned') group by reason) as came
      full join (
        select case when from_state in ('sold', 'quarantined') then 'returned' else 'recovered' end as reason, count(*) from catalogue.piece_moves
        where to_state = 'in_stock' and from_state in ('reported_stolen', 'sold', 'quarantined') group by 1) as pieces using (reason)
      where coalesce(came.quantity, 0) <> coalesce(pieces.count, 0)`,
  },
]

const barChecks: Check[] = [
  {
    rule: 'a bar is where its history ends',
    find: sql`
      select b.id, b.maker, b.serial, b.state, last.to_state from backing.bars b
      left join lateral (select to_state from backing.bar_moves m where m.bar_id = b.id order by m.id desc limit 1) as last on true
      where last.to_state is distinct from b.state`,
  },
  {
    rule: 'a bar lies where its history brought it, and none that is there lies in a closed place',
    find: sql`
      select b.id, b.maker, b.serial, b.place, last.place as brought_to, p.closed_at from backing.bars b
      left join backing.places p on p.store = b.store and p.code = b.place
      left join lateral (
        select m.place from backing.bar_moves m where m.bar_id = b.id and m.place is not null order by m.id desc limit 1) as last on true
      where last.place is distinct from b.place or (p.closed_at is not null and b.state <> 'missing')`,
  },
  {
    rule: 'the bars of the register are the vault, members’ grams and what is short, by store',
    find: sql`
      with weighed as (
        select store, sum(fine_weight_e4) filter (where state in ('available', 'in_transit')) as fine from backing.bars group by 1
      ), booked as (
        select a.store, sum(e.amount) as fine from ledger.accounts a join ledger.entries e on e.account_id = a.id
        where a.kind in ('vault', 'gold', 'gold_held', 'reward_pending', 'vault_shortage') group by 1)
      select store, weighed.fine as weighed, booked.fine as booked from weighed full join booked using (store)
      where coalesce(weighed.fine, 0) <> coalesce(booked.fine, 0)`,
  },
  {
    rule: 'no bar of the register is a numbered piece of the shop',
    find: sql`select b.id, b.maker, b.serial from backing.bars b
      left join catalogue.makers m on lower(b.maker) in (lower(m.name), lower(m.code))
        or exists (select from catalogue.maker_brands mb where mb.code = m.code and mb.brand = lower(b.maker))
      cross join lateral (select regexp_replace(upper(b.serial), '[^A-Z0-9]', '', 'g') as plain) t
      join catalogue.pieces n on n.serial in (t.plain, m.code || ':' || t.plain,
          case when starts_with(t.plain, m.code) then m.code || ':' || substr(t.plain, length(m.code) + 1) end)
      where n.serial like '%:%' or lower(n.brand) = lower(b.maker)`,
  },
]

const transportChecks: Check[] = [
  {
    rule: 'a bar is on its way exactly while a transport of it is open',
    find: sql`
      select coalesce(b.id, x.bar_id) as id, b.serial, b.state, x.transport_id from (select * from backing.bars where state = 'in_transit') as b
      full join (select * from backing.transport_bars where ended is null) as x on x.bar_id = b.id where b.id is null or x.bar_id is null`,
  },
  {
    rule: 'a transport was asked for and approved by its two people, and what came of it is in the history of its bars, by another than who sent it',
    find: sql`
      select t.number, x.bar_id, x.ended, a.id as approval, m.place from backing.transports t
      left join backing.transport_bars x on x.transport_id = t.id
      left join staff.approvals a on a.action = 'vault.send' and a.subject_id = t.id::text and a.state = 'executed'
        and a.requested_by = t.requester and a.decided_by = t.approver and a.store = t.store
      left join lateral (
        select place from backing.bar_moves m where m.bar_id = x.bar_id and m.actor = 'staff:' || x.ended_by and m.created_at >= t.sent_at
          and m.gram_move = case x.ended when 'missing' then 'lost' else 'arrived' end order by m.id limit 1) as m on x.ended is not null
      where a.id is null or x.bar_id is null
        or (x.ended = 'arrived' and m.place is distinct from t.to_place) or (x.ended = 'returned' and m.place is distinct from t.from_place)
        or (x.ended in ('arrived', 'returned') and x.ended_by = t.requester)
        or (x.ended = 'missing' and not exists (
          select from backing.bar_moves l where l.bar_id = x.bar_id and l.gram_move = 'lost' and l.actor = 'staff:' || x.ended_by))`,
  },
]

const countedBars: Check[] = [
  {
    rule: 'a count that was compared has two sheets of two people that are done, and an answer of a third to all that differed once it is over',
    find: sql`
      select c.number, c.place, sheets.counters, sheets.done, open.differences, own.settled from backing.counts c
      cross join lateral (
        select count(distinct s.counter) as counters, count(s.done_at) as done from backing.count_sheets s where s.count_id = c.id) as sheets
      cross join lateral (
        select count(*) as differences from backing.count_findings f
        where f.count_id = c.id and f.resolution is null and f.kind not in ('matched', 'moved')) as open
      cross join lateral (
        select count(*) as settled from backing.count_findings f join backing.count_sheets s on s.count_id = f.count_id and s.counter = f.resolved_by
        where f.count_id = c.id) as own
      where (c.compared_at is not null and (sheets.counters, sheets.done) <> (2, 2)) or own.settled > 0
        or (c.finished_at is not null and open.differences > 0)
        or (c.compared_at is not null and c.finished_at is null and c.abandoned_at is null and open.differences = 0)`,
  },
  {
    rule: 'what a count found is every bar that the register had there then, and what it declared missing was lost',
    find: sql`
      select c.number, f.serial, f.kind, f.resolution from backing.counts c join backing.count_findings f on f.count_id = c.id
      where f.resolution = 'declared_missing' and not exists (
        select from backing.bar_moves m where m.bar_id = f.bar_id and m.gram_move = 'lost')
      union all
      select c.number, b.serial, null, null from backing.counts c join backing.count_expected e on e.count_id = c.id
      join backing.bars b on b.id = e.bar_id
      where c.compared_at is not null and not exists (
        select from backing.count_findings f where f.count_id = c.id and f.bar_id = e.bar_id)`,
  },
]

export const stockChecks: Check[] = [...countChecks, ...pieceChecks, ...barChecks, ...transportChecks, ...countedBars]
