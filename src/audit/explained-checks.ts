/**
 * Whether every posting is explained (G26): a transfer is of a kind that the code knows, and its legs are, account by account,
 * what the record behind it says. A transfer that was reversed counts as one that is not there.
 */
import { raw, type Sql, sql } from '../db/database.ts'
import type { AccountKind } from '../ledger/ledger-rules.ts'
import { type TransferKind, transferKindRows } from '../ledger/transfer-kind-rules.ts'
import { ofTheBank } from './bank-checks.ts'
import type { Check } from './ledger-checks.ts'

/** What an order's own money is split into; `paid` are rows of reference, order, whose total was paid. */
const toOrder = (paid: Sql) => sql`
  select paid.reference, 'house:' || o.store as owner, part.account, o.currency as asset, part.amount
  from (${paid}) as paid join orders.orders o on o.id = paid.order_id
  cross join lateral (values ('order_money', o.goods_minor - o.discount_minor), ('delivery_fees', o.delivery_minor),
    ('insurance_fees', o.insurance_minor), ('tax_payable', o.tax_minor), (paid.from_account, -o.total_minor)) as part(account, amount)`

/** What the payment `p` brought when it was first captured: corrections are booked by themselves. */
const firstCaptured = sql`(p.captured_minor - coalesce((
  select sum(c.now_minor - c.was_minor) from payments.corrections c where c.payment_id = p.id), 0))::bigint`

/** A payment that made a deposit of its member's, or paid a purchase, by what that says. */
const ofMoneyIn = (purpose: 'deposit' | 'purchase') => sql`
  select p.id::text as reference, part.owner, part.account, d.currency as asset, part.amount
  from payments.payments p join vault.${raw(`${purpose}s`)} d on d.id = p.subject_id and d.state = 'paid'
  cross join lateral (values ('house:' || d.store, 'provider_clearing', -d.amount_minor),
    ('member:' || d.store || ':' || d.member_id, 'cash', d.amount_minor)) as part(owner, account, amount)
  where p.purpose = ${purpose} and p.allocation = 'subject' and ${firstCaptured} = p.amount_minor and p.captured_currency = p.currency`

const ofNote = (account: 'bank' | 'bad_debt', kind: 'paid' | 'written_off') => sql`
  select n.id::text as reference, 'house:' || p.store as owner, part.account, p.captured_currency as asset, part.amount
  from payments.receivable_notes n join payments.payments p on p.id = n.payment_id
  cross join lateral (values (${account}, -n.amount_minor), ('receivable', n.amount_minor)) as part(account, amount)
  where n.kind = ${kind}`

/** A dispute as it was opened and first decided: its rounds of that kind. */
const ofDispute = (kind: 'dispute_opened' | 'dispute_won' | 'dispute_lost', parts: Sql) => sql`
  select d.id::text as reference, 'house:' || p.store as owner, part.account, d.currency as asset, part.amount
  from payments.dispute_rounds r join payments.disputes d on d.id = r.dispute_id join payments.payments p on p.id = d.payment_id
  cross join lateral (values ${parts}) as part(account, amount) where r.kind = ${kind}`

/** Grams of a reward; `parts` name whose account, which, and how many. */
const ofReward = (which: Sql, parts: Sql) => sql`
  select r.id::text as reference, part.whose || ':' || r.store || case part.whose when 'member' then ':' || r.member_id else '' end as owner,
    part.account, 'XAU' as asset, part.amount
  from referral.rewards r cross join lateral (values ${parts}) as part(whose, account, amount) where ${which}`

/** What a round of a dispute changes of the one before it. */
const ofTurn = sql`
  select r.id::text as reference, part.owner, part.account, d.currency as asset, part.amount
  from payments.dispute_rounds r join payments.dispute_rounds b on b.dispute_id = r.dispute_id and b.number = r.number - 1
  join payments.disputes d on d.id = r.dispute_id join payments.payments p on p.id = d.payment_id
  cross join lateral (select case r.state when 'won' then 0 else r.amount_minor end - case b.state when 'won' then 0 else b.amount_minor end as gone,
    case b.state when 'open' then b.amount_minor else 0 end - case r.state when 'open' then r.amount_minor else 0 end as held) as c
  cross join lateral (values ('house:' || p.store, 'provider_clearing', c.gone), ('house:' || p.store, 'disputed', c.held),
    ('house:' || p.store, 'chargeback_loss', b.loss_minor - r.loss_minor - r.suspense_minor - r.cash_minor),
    ('house:' || p.store, 'receivable', b.short_minor - r.short_minor), ('house:' || p.store, 'suspense', r.suspense_minor),
    ('member:' || p.store || ':' || p.member_id, 'cash', r.cash_minor)) as part(owner, account, amount)
  where r.kind = 'dispute_turned'`

/**
 * A trade of grams from the member's side: a sale moves what a purchase does the other way, but for what the house earns. What a limit order
 * gives was held for it.
 */
const ofTrade = (side: 'buy' | 'sell') => sql`
  select t.id::text as reference, part.owner, part.account, part.asset, part.amount
  from vault.trades t cross join lateral (select ${side === 'buy' ? 1 : -1}::int as way) as w
  cross join lateral (values ('member:' || t.store || ':' || t.member_id, case when t.side = 'buy' and t.limit_order_id is not null then 'cash_held' else 'cash' end,
      t.currency, -w.way * t.amount_minor),
    ('house:' || t.store, 'trading', t.currency, w.way * t.value_minor), ('house:' || t.store, 'spread', t.currency, t.spread_minor),
    ('house:' || t.store, 'rounding', t.currency, t.rounding_minor), ('house:' || t.store, 'vault', 'XAU', -w.way * t.weight_e4),
    ('member:' || t.store || ':' || t.member_id, case when t.side = 'sell' and t.limit_order_id is not null then 'gold_held' else 'gold' end,
      'XAU', w.way * t.weight_e4)) as part(owner, account, asset, amount)
  where t.side = ${side}`

/** What goes back of a trade at a wrong price that its member wants undone: out of what was held of what it brought. */
const ofUndone = sql`
  select t.id::text as reference, part.owner, part.account, part.asset, part.amount
  from vault.price_choices c join vault.trades t on t.id = c.trade_id
  cross join lateral (select case t.side when 'buy' then 1 else -1 end as way, 'member:' || t.store || ':' || t.member_id as member,
    'house:' || t.store as house) as w
  cross join lateral (values (w.member, case t.side when 'buy' then 'cash' else 'cash_held' end, t.currency, w.way * t.amount_minor),
    (w.house, 'trading', t.currency, -w.way * t.value_minor), (w.house, 'spread', t.currency, -t.spread_minor),
    (w.house, 'rounding', t.currency, -t.rounding_minor), (w.house, 'vault', 'XAU', w.way * t.weight_e4),
    (w.member, case t.side when 'buy' then 'gold_held' else 'gold' end, 'XAU', -w.way * t.weight_e4)) as part(owner, account, asset, amount)
  where c.state = 'undone'`

/** What a trade costs or brings more, or less, at the right price. */
const ofRepriced = sql`
  select t.id::text as reference, part.owner, part.account, t.currency as asset, part.amount
  from vault.price_choices c join vault.trades t on t.id = c.trade_id
  cross join lateral (select case t.side when 'buy' then 1 else -1 end as way) as w
  cross join lateral (values ('member:' || t.store || ':' || t.member_id, 'cash', -w.way * (c.amount_minor - t.amount_minor)),
    ('house:' || t.store, 'trading', w.way * (c.value_minor - t.value_minor)), ('house:' || t.store, 'spread', c.spread_minor - t.spread_minor),
    ('house:' || t.store, 'rounding', c.rounding_minor - t.rounding_minor)) as part(owner, account, amount)
  where c.state = 'repriced'`

/** Grams that a transfer brought from its sender to its recipient. */
const ofTransfer = (from: 'gold' | 'gold_held', which: Sql) => sql`
  select t.id::text as reference, part.owner, part.account, 'XAU' as asset, part.amount from vault.transfers t
  cross join lateral (values ('member:' || t.store || ':' || t.member_id, ${from}, -t.weight_e4),
    ('member:' || t.store || ':' || t.recipient_id, 'gold', t.weight_e4)) as part(owner, account, amount)
  where t.state = 'accepted' and ${which}`

/** What two people carried out of a legal hold. */
const ofLegalTransfer = (kind: 'succession' | 'court_order') => sql`
  select t.id::text as reference, part.owner, part.account, t.asset, part.amount from vault.legal_transfers t
  cross join lateral (select case t.asset when 'XAU' then 'gold' else 'cash' end as own) as account
  cross join lateral (values ('member:' || t.store || ':' || t.member_id, account.own, -t.amount),
    (coalesce('member:' || t.store || ':' || t.recipient_id, 'house:' || t.store),
      case when t.recipient_id is null then 'court_payable' else account.own end, t.amount)) as part(owner, account, amount)
  where t.kind = ${kind}`

/** What two people corrected. */
const ofAdjustment = sql`
  select t.id::text as reference, part.owner, part.account, t.asset, part.amount from vault.adjustments t
  cross join lateral (values
    ('member:' || t.store || ':' || t.member_id, case t.asset when 'XAU' then 'gold' else 'cash' end, t.amount),
    ('house:' || t.store, case t.asset when 'XAU' then 'vault' else 'adjustments' end, -t.amount)) as part(owner, account, amount)`

/** What two people noted as paid at the bank, of what waited for it; `way` is -1 for what came back. */
const ofRemittance = (way: 1 | -1, which: Sql) => sql`
  select r.id::text as reference, 'house:' || r.store as owner, part.account, r.currency as asset, ${way}::int * part.amount as amount
  from vault.remittances r
  left join vault.payouts p on p.id = r.payout_id and p.returned_to = 'payout_clearing'
    and (p.store, p.currency, p.amount_minor) = (r.store, r.currency, r.amount_minor)
  left join vault.legal_transfers l on l.id = r.legal_transfer_id and l.recipient_id is null
    and (l.store, l.asset, l.amount) = (r.store, r.currency, r.amount_minor)
  cross join lateral (values (case when p.id is null then 'court_payable' else 'payout_clearing' end, -r.amount_minor),
    ('bank', r.amount_minor)) as part(account, amount)
  where num_nonnulls(p.id, l.id) = 1 and ${which}`

/** An order that its buyer's cash balance paid. */
const ofBalance = sql`
  select p.id::text as reference, case part.account when 'cash' then 'member:' || o.store || ':' || p.member_id else 'house:' || o.store end as owner,
    part.account, o.currency as asset, part.amount
  from payments.payments p join orders.orders o on o.id = p.subject_id and o.member_id = p.member_id and o.total_minor = p.allocated_minor
  cross join lateral (values ('order_money', o.goods_minor - o.discount_minor), ('delivery_fees', o.delivery_minor),
    ('insurance_fees', o.insurance_minor), ('tax_payable', o.tax_minor), ('cash', -o.total_minor)) as part(account, amount)
  where p.method = 'balance' and p.purpose = 'order'`

/** Grams that pay for numbered pieces, from what was held of their member; back to them where it is negative. */
const ofRedemption = (reference: Sql, account: AccountKind, grams: Sql, from: Sql) => sql`
  select r.id::text as reference, part.owner, part.account, 'XAU' as asset, part.amount
  from (select ${reference} as id, r.store, r.member_id, ${grams} as grams from ${from}) as r
  cross join lateral (values ('member:' || r.store || ':' || r.member_id, ${raw(`'${account}'`)}, -r.grams),
    ('house:' || r.store, 'vault', r.grams)) as part(owner, account, amount)`

/** A payout that has come so far: what it takes from one account and adds to another. */
const ofPayout = (from: AccountKind, to: Sql, which: Sql) => sql`
  select p.id::text as reference, case when part.account in ('cash', 'cash_held') then 'member:' || p.store || ':' || p.member_id
    else 'house:' || p.store end as owner, part.account, p.currency as asset, part.amount
  from vault.payouts p cross join lateral (values (${raw(`'${from}'`)}, -p.amount_minor), (${to}, p.amount_minor)) as part(account, amount)
  where ${which}`

/** What goes from a member's own account to what is held of it, or back where it is negative. */
const ofHold = (amount: Sql, which: Sql) => sql`
  select h.id::text as reference, 'member:' || h.store || ':' || h.member_id as owner, part.account, h.asset, part.amount
  from ledger.holds h cross join lateral (select case h.asset when 'XAU' then 'gold' else 'cash' end as own) as account
  cross join lateral (values (account.own, -(${amount})), (account.own || '_held', ${amount})) as part(account, amount)
  where ${which}`
/** What the history of pieces says of each kind of move, an act and a store at a time. */
const movedPieces = sql`
  select m.gram_move, m.act || ':' || p.store as reference, p.store, paid.currency as cost_currency, sum(n.fine_weight_e4) as grams, sum(paid.cost) as cost
  from catalogue.piece_moves m join catalogue.pieces n on n.serial = m.serial
  join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
  cross join lateral (
    select coalesce(m.cost_minor, n.cost_minor) as cost, coalesce(m.cost_currency, n.cost_currency) as currency) as paid
  where m.gram_move is not null group by m.gram_move, m.act, p.store, paid.currency`
/** Of one kind of move their grams, and what they cost where that is known. */
const ofPieces = (move: string, grams: Between, cost?: Between) => sql`
  select m.reference, 'house:' || m.store as owner, part.account, part.asset, sum(part.amount)::bigint as amount
  from moved_pieces m
  cross join lateral (values ${between(grams, sql`'XAU'`, sql`m.grams`)}
    ${cost ? sql`, ${between(cost, sql`m.cost_currency`, sql`m.cost`)}` : sql``}) as part(account, asset, amount)
  where m.gram_move = ${raw(`'${move}'`)} and part.asset is not null group by 1, 2, 3, 4`
/** What the history of the register's bars says of one kind of move, an act and a store at a time. */
const ofBars = (move: string, grams: Between) => sql`
  select m.act || ':' || b.store as reference, 'house:' || b.store as owner, part.account, 'XAU' as asset, sum(part.amount)::bigint as amount
  from backing.bar_moves m join backing.bars b on b.id = m.bar_id
  cross join lateral (values ${between(grams, sql`'XAU'`, sql`b.fine_weight_e4`)}) as part(account, asset, amount)
  where m.gram_move = ${raw(`'${move}'`)} group by 1, 2, 3`
/** What was bought as a lot; one that came out of a melting was in the house before. */
const ofLot = (parts: Sql) => sql`
  select l.id::text as reference, 'house:' || l.store as owner, part.account, part.asset, part.amount
  from goldback.lots l cross join lateral (values ${parts}) as part(account, asset, amount) where l.case_id is not null`
type Between = [from: AccountKind, to: AccountKind]
const between = ([from, to]: Between, asset: Sql, amount: Sql) =>
  sql`(${raw(`'${from}'`)}, ${asset}, -${amount}), (${raw(`'${to}'`)}, ${asset}, ${amount})`

/** For each kind of transfer the legs that its records ask for: reference, owner, account, asset, amount. Zeros are no legs. */
const explanations: Record<TransferKind, Sql> = {
  payment_captured: toOrder(sql`
    select id::text as reference, subject_id as order_id, 'provider_clearing' as from_account from payments.payments p
    where allocation = 'subject' and ${firstCaptured} = amount_minor and captured_currency = currency`),
  cash_deposited: ofMoneyIn('deposit'),
  purchase_paid: ofMoneyIn('purchase'),
  balance_spent: ofBalance,
  payment_suspended: sql`
    select p.id::text as reference, 'house:' || p.store as owner, part.account, p.captured_currency as asset, part.amount
    from payments.payments p
    cross join lateral (values ('provider_clearing', -${firstCaptured}), ('suspense', ${firstCaptured})) as part(account, amount)
    where p.state = 'captured'`,
  ...ofTheBank,
  payment_honoured: toOrder(sql`
    select id::text as reference, subject_id as order_id, 'suspense' as from_account from payments.payments where allocation = 'subject'`),
  sale_settled: sql`
    select s.order_id::text as reference, part.owner, part.account, o.currency as asset, part.amount
    from orders.settlements s join orders.orders o on o.id = s.order_id
    cross join lateral (values ('house:' || o.store, 'order_money', -s.kept_minor),
      ('house:' || o.store, 'settlement', s.kept_minor - s.gain_minor),
      ('member:' || o.store || ':' || o.member_id, 'cash', s.gain_minor)) as part(owner, account, amount)`,
  difference_granted: sql`
    select d.order_id::text as reference, part.owner, part.account, o.currency as asset, part.amount
    from orders.differences d join orders.orders o on o.id = d.order_id
    cross join lateral (values ('house:' || o.store, 'settlement', -d.back_minor - d.gain_minor),
      ('house:' || o.store, 'order_money', d.back_minor), ('member:' || o.store || ':' || o.member_id, 'cash', d.gain_minor)) as part(owner, account, amount)`,
  sale_booked: sql`
    select s.order_id || ':' || s.number as reference, 'house:' || o.store as owner, part.account, o.currency as asset, part.amount
    from orders.sales s join orders.orders o on o.id = s.order_id
    cross join lateral (values ('order_money', -(s.gold_minor + s.premium_minor + s.making_minor)), ('sales_gold', s.gold_minor),
      ('sales_premium', s.premium_minor), ('sales_making', s.making_minor)) as part(account, amount)`,
  payment_refunded: sql`
    select r.id::text as reference, 'house:' || r.store as owner, part.account, r.currency as asset, part.amount
    from payments.refunds r cross join lateral (
      select account_kind, -amount_minor from payments.refund_parts where refund_id = r.id
      union all values ('provider_clearing', r.amount_minor)) as part(account, amount)
    where r.state = 'settled' and r.way = 'source'`,
  payment_returned: sql`
    select r.id::text as reference, part.owner, part.account, r.currency as asset, part.amount
    from payments.refunds r cross join lateral (
      select 'house:' || r.store, account_kind, -amount_minor from payments.refund_parts where refund_id = r.id
      union all values ('member:' || r.store || ':' || r.member_id, 'cash', r.amount_minor)) as part(owner, account, amount)
    where r.state = 'settled' and r.way = 'balance'`,
  payment_corrected: sql`
    select c.id::text as reference, 'house:' || p.store as owner, part.account, p.captured_currency as asset, part.amount
    from payments.corrections c join payments.payments p on p.id = c.payment_id
    cross join lateral (values ('provider_clearing', c.was_minor - c.now_minor), ('suspense', c.suspense_minor),
      ('receivable', -c.short_minor)) as part(account, amount)`,
  dispute_opened: ofDispute(
    'dispute_opened',
    sql`('provider_clearing', r.amount_minor), ('disputed', -r.amount_minor)`,
  ),
  dispute_won: ofDispute('dispute_won', sql`('provider_clearing', -r.amount_minor), ('disputed', r.amount_minor)`),
  dispute_lost: ofDispute(
    'dispute_lost',
    sql`('disputed', r.amount_minor), ('chargeback_loss', -r.loss_minor), ('receivable', -r.short_minor)`,
  ),
  dispute_turned: ofTurn,
  payment_set_off: sql`
    select s.id::text as reference, case part.account when 'cash' then 'member:' || p.store || ':' || p.member_id else 'house:' || p.store end as owner,
      part.account, p.captured_currency as asset, part.amount
    from payments.set_offs s join payments.payments p on p.id = s.payment_id
    cross join lateral (
      select account_kind, -amount_minor from payments.set_off_parts where set_off_id = s.id
      union all values ('receivable', s.receivable_minor), ('chargeback_loss', s.loss_minor)) as part(account, amount)`,
  receivable_paid: ofNote('bank', 'paid'),
  receivable_written_off: ofNote('bad_debt', 'written_off'),
  gold_bought: ofTrade('buy'),
  gold_sold: ofTrade('sell'),
  trade_undone: ofUndone,
  trade_repriced: ofRepriced,
  gold_transferred: ofTransfer('gold', sql`t.hold_id is null`),
  transfer_claimed: ofTransfer('gold_held', sql`t.hold_id is not null`),
  gold_redeemed: ofRedemption(
    sql`r.id`,
    'gold_held',
    sql`r.weight_e4`,
    sql`vault.redemptions r where r.state = 'used'`,
  ),
  tax_collected: sql`
    select d.request_id::text as reference, part.owner, part.account, d.currency as asset, part.amount
    from business.deals d cross join lateral (values ('member:' || d.store || ':' || d.member_id, 'cash', -d.tax_minor),
      ('house:' || d.store, 'tax_payable', d.tax_minor)) as part(owner, account, amount) where d.tax_minor > 0`,
  deal_closed_out: sql`
    select a.request_id::text as reference, part.owner, part.account, a.currency as asset, part.amount
    from business.agreements a cross join lateral (values ('member:' || a.store || ':' || a.member_id, 'cash', -a.kept_minor),
      ('house:' || a.store, 'trading', a.kept_minor)) as part(owner, account, amount) where a.kept_minor > 0`,
  commission_accrued: sql`
    select c.id::text as reference, 'house:' || c.store as owner, part.account, c.currency as asset, part.amount from agents.commissions c
    cross join lateral (values ('commission_expense', -c.amount_minor), ('commission_payable', c.amount_minor)) as part(account, amount)`,
  commission_reversed: sql`
    select r.id::text as reference, 'house:' || c.store as owner, part.account, c.currency as asset, part.amount
    from agents.reversals r join agents.commissions c on c.id = r.commission_id
    cross join lateral (values ('commission_payable', -r.amount_minor), ('commission_expense', r.amount_minor)) as part(account, amount)`,
  commission_paid: sql`
    select s.id::text as reference, part.owner, part.account, s.currency as asset, part.amount from agents.slips s
    cross join lateral (values ('house:' || s.store, 'commission_payable', -s.gross_minor), ('house:' || s.store, 'tax_payable', s.withheld_minor),
      ('member:' || s.store || ':' || s.member_id, 'cash', s.net_minor)) as part(owner, account, amount)`,
  redemption_returned: ofRedemption(
    sql`b.id`,
    'gold',
    sql`-b.weight_e4`,
    sql`vault.redemption_returns b join vault.redemptions r on r.id = b.redemption_id and r.state = 'used'`,
  ),
  payout_accepted: ofPayout('cash_held', sql`'payout_clearing'`, sql`p.accepted_at is not null`),
  payout_paid: ofPayout('payout_clearing', sql`'bank'`, sql`p.paid_at is not null`),
  payout_failed: ofPayout('payout_clearing', sql`'cash'`, sql`p.state = 'failed' and p.accepted_at is not null`),
  payout_returned: ofPayout('bank', sql`p.returned_to`, sql`p.state = 'returned'`),
  remitted: ofRemittance(1, sql`true`),
  remittance_returned: ofRemittance(-1, sql`r.returned_at is not null`),
  adjusted: ofAdjustment,
  succession: ofLegalTransfer('succession'),
  court_order: ofLegalTransfer('court_order'),
  demo_history: sql`
    select t.id::text as reference, part.owner, part.account, 'XAU' as asset, part.amount
    from vault.past_trades t cross join lateral (select case t.side when 'buy' then t.weight_e4 else -t.weight_e4 end as grams) as w
    cross join lateral (values ('house:' || t.store, 'vault', -w.grams),
      ('member:' || t.store || ':' || t.member_id, 'gold', w.grams)) as part(owner, account, amount)`,
  metal_revalued: sql`
    select r.store || ':' || r.day as reference, 'house:' || r.store as owner, part.account, r.currency as asset, part.amount
    from catalogue.revaluations r
    cross join lateral (values ('metal_revaluation', -r.change_minor), ('unrealised_result', r.change_minor)) as part(account, amount)`,
  hold_placed: ofHold(sql`h.amount`, sql`true`),
  hold_released: ofHold(sql`coalesce(h.used, 0) - h.amount`, sql`h.state <> 'placed'`),
  gold_back_paid: sql`
    select c.id::text as reference, part.owner, part.account, c.currency as asset, part.amount from goldback.cases c
    cross join lateral (values ('house:' || c.store, 'bought_back', -c.offer_minor),
      ('member:' || c.store || ':' || c.member_id, 'cash', c.offer_minor)) as part(owner, account, amount)
    where c.state = 'paid' and c.paid_in = 'money'`,
  gold_back_in_grams: sql`
    select c.id::text as reference, part.owner, part.account, part.asset, part.amount from goldback.cases c
    cross join lateral (values ('house:' || c.store, 'bought_back', c.currency, -c.offer_minor), ('house:' || c.store, 'trading', c.currency, c.offer_minor),
      ('house:' || c.store, 'vault', 'XAU', -c.offer_fine_e4),
      ('member:' || c.store || ':' || c.member_id, 'gold', 'XAU', c.offer_fine_e4)) as part(owner, account, asset, amount)
    where c.state = 'paid' and c.paid_in = 'grams'`,
  lot_received: ofLot(sql`('gold_received', 'XAU', -l.fine_e4), ('vault', 'XAU', l.fine_e4)`),
  lot_kept: ofLot(sql`('vault', 'XAU', -l.fine_e4), ('raw_gold', 'XAU', l.fine_e4),
    ('suppliers', l.currency, -l.cost_minor), ('stock_cost', l.currency, l.cost_minor)`),
  assay_loss: sql`
    select h.id::text as reference, 'house:' || h.store as owner, part.account, 'XAU' as asset, part.amount from goldback.house_meltings h
    cross join lateral (values ('raw_gold', h.fine_e4 - h.books_e4), ('assay_loss', h.books_e4 - h.fine_e4)) as part(account, amount)`,
  pieces_melted: ofPieces('melted', ['shop_stock', 'raw_gold']),
  reward_reserved: ofReward(
    sql`r.reserved_at is not null`,
    sql`('house', 'vault', -r.weight_e4), ('member', 'reward_pending', r.weight_e4)`,
  ),
  reward_credited: ofReward(
    sql`r.credited_at is not null`,
    sql`('member', 'reward_pending', -r.weight_e4), ('member', 'gold', r.weight_e4 - r.set_off_e4), ('house', 'vault', r.set_off_e4)`,
  ),
  reward_reversed: ofReward(
    sql`r.state = 'reversed'`,
    sql`('member', case when r.credited_at is null then 'reward_pending' else 'gold' end, -r.taken_e4), ('house', 'vault', r.taken_e4)`,
  ),
  pieces_received: ofPieces('received', ['gold_received', 'vault']),
  pieces_shelved: ofPieces('received', ['vault', 'shop_stock'], ['suppliers', 'stock_cost']),
  pieces_delivered: ofPieces('delivered', ['shop_stock', 'gold_delivered'], ['stock_cost', 'cost_of_sales']),
  pieces_returned: ofPieces('returned', ['gold_delivered', 'shop_stock'], ['cost_of_sales', 'stock_cost']),
  pieces_bought_back: ofPieces('bought_back', ['gold_delivered', 'shop_stock'], ['suppliers', 'stock_cost']),
  pieces_lost: ofPieces('lost', ['shop_stock', 'missing'], ['stock_cost', 'stock_loss']),
  pieces_found: ofPieces('found', ['missing', 'shop_stock'], ['stock_loss', 'stock_cost']),
  bars_received: ofBars('received', ['gold_received', 'vault']),
  bars_lost: ofBars('lost', ['vault_shortage', 'missing']),
  bars_found: ofBars('found', ['missing', 'vault_shortage']),
  bars_pledged: ofBars('pledged', ['vault', 'pledged']),
  bars_released: ofBars('released', ['pledged', 'vault']),
}

const recordsOf = (kinds: TransferKind[]): Sql =>
  kinds
    .map(
      (kind) => sql`select ${raw(`'${kind}'`)} as kind, legs.* from (${explanations[kind]}) as legs where amount <> 0`,
    )
    .reduce((all, one) => sql`${all} union all ${one}`)

/** The legs of transfers of these kinds that are not what their records say; `transfers` are those that are asked about. */
export const unexplained = (kinds: TransferKind[], transfers: Sql): Sql => sql`
      with moved_pieces as (${movedPieces}), booked as (
        select t.kind, t.reference, a.owner, a.kind as account, a.asset, sum(leg.amount)::bigint as amount
        from ${transfers} t, unnest(t.accounts, t.amounts) as leg(account_id, amount), ledger.accounts a
        where a.id = leg.account_id and t.reverses is null and not exists (select from ledger.transfers r where r.reverses = t.id)
        group by t.kind, t.reference, a.owner, a.kind, a.asset
      ), recorded as (
        select r.* from (${recordsOf(kinds)}) as r
        where exists (select from ${transfers} t where t.kind = r.kind and t.reference = r.reference))
      select kind, reference, owner, account, asset, booked.amount as booked, recorded.amount as recorded
      from booked full join recorded using (kind, reference, owner, account, asset)
      where booked.amount is distinct from recorded.amount`

export const explainedChecks: Check[] = [
  {
    rule: 'the kinds of transfers are those that the code knows',
    find: sql`
      select kind, account_kind, k.gives, k.receives from ledger.transfer_kinds k
      full join unnest(${transferKindRows.map((row) => row.kind)}::text[], ${transferKindRows.map((row) => row.account)}::text[],
        ${transferKindRows.map((row) => row.gives)}::boolean[], ${transferKindRows.map((row) => row.receives)}::boolean[])
        as known(kind, account_kind, gives, receives) using (kind, account_kind)
      where (k.gives, k.receives) is distinct from (known.gives, known.receives)`,
  },
  {
    rule: 'every transfer has its record, and moves what that says',
    find: unexplained(Object.keys(explanations) as TransferKind[], sql`ledger.transfers`),
  },
]
