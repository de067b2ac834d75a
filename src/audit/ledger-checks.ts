/** What must hold inside the ledger, each as the SQL that finds its violations. */
import { type Sql, sql } from '../db/database.ts'

/** A rule's name says what is so when it holds; `find` selects the rows that break it. */
export type Check = { rule: string; find: Sql }

/** Triggers that keep the ledger; a database without one of them is not to be believed. */
const guards = [
  'transfers seal',
  'transfers write_entries',
  'transfers write_steps_of_cost',
  'accounts open_balance',
  'published_heads copy_heads',
  'holds guarded',
  ...['entries', 'balances', 'parts', 'chain_heads'].map((table) => `${table} by_transfer`),
  ...['transfers', 'entries', 'accounts', 'account_kinds', 'transfer_kinds', 'published_heads'].map(
    (table) => `${table} append_only`,
  ),
  ...['balances', 'parts', 'chain_heads', 'holds'].map((table) => `${table} never_removed`),
  ...[
    'transfers',
    'entries',
    'accounts',
    'account_kinds',
    'transfer_kinds',
    'published_heads',
    'balances',
    'parts',
    'chain_heads',
    'holds',
  ].map((table) => `${table} never_emptied`),
]
const constraints = [
  'balance_never_negative',
  'part_never_negative',
  'transfer_reverses_once',
  'transfer_reference_is_single',
  'transfer_has_one_place',
  'account_is_single',
  'account_is_of_a_kind',
  'members_have_a_floor',
  'gold_is_floored_but_outside',
  'entry_is_numbered_with_its_balance',
]

export const ledgerChecks: Check[] = [
  {
    rule: 'every guard of the ledger is in force',
    find: sql`
      select guard from unnest(${guards}::text[]) as guard where not exists (
        select from pg_trigger t where t.tgrelid::regclass::text || ' ' || t.tgname = 'ledger.' || guard and t.tgenabled = 'A')
      union all
      select wanted from unnest(${constraints}::text[]) as wanted where not exists (
        select from pg_constraint c where c.conname = wanted and c.connamespace = 'ledger'::regnamespace and c.convalidated)`,
  },
  {
    rule: 'the legs of every transfer sum to zero in each asset',
    find: sql`
      select e.transfer_id, a.asset, sum(e.amount) as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
      group by e.transfer_id, a.asset having sum(e.amount) <> 0`,
  },
  {
    rule: 'all accounts of an asset sum to zero',
    find: sql`
      select a.asset, sum(e.amount) as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
      group by a.asset having sum(e.amount) <> 0`,
  },
  {
    rule: 'every entry is a leg of its transfer and every leg an entry',
    find: sql`
      with legs as (
        select t.id, leg.position::smallint as position, leg.account_id, leg.amount
        from ledger.transfers t, unnest(t.accounts, t.amounts) with ordinality as leg(account_id, amount, position))
      select coalesce(legs.id, e.transfer_id) as transfer_id, coalesce(legs.position, e.position) as position,
             legs.account_id, legs.amount, e.account_id as entry_account_id, e.amount as entry_amount
      from legs full join ledger.entries e on e.transfer_id = legs.id and e.position = legs.position
      where e.account_id is distinct from legs.account_id or e.amount is distinct from legs.amount`,
  },
  {
    rule: 'every entry is of an account that exists',
    find: sql`
      select e.transfer_id, e.account_id from ledger.entries e
      where not exists (select from ledger.accounts a where a.id = e.account_id)`,
  },
  {
    rule: 'a floored account has a balance, and it is the sum of its entries',
    find: sql`
      select a.id, a.owner, a.kind, a.asset, b.balance, p.parts, p.balance as balance_of_parts, coalesce(e.sum, 0) as entries
      from ledger.accounts a left join ledger.balances b on b.account_id = a.id
      left join (select account_id, count(*) as parts, sum(balance) as balance from ledger.parts group by account_id) as p on p.account_id = a.id
      left join (select account_id, sum(amount) as sum from ledger.entries group by account_id) as e on e.account_id = a.id
      where case when a.floored and a.holder = 'house' then b.account_id is not null or (p.parts, p.balance) is distinct from (64, coalesce(e.sum, 0))
        else p.account_id is not null or b.balance is distinct from case when a.floored then coalesce(e.sum, 0) end end`,
  },
  {
    rule: 'entries of a member’s account are numbered without a gap, each with its balance',
    find: sql`
      select e.account_id, e.number, e.balance_after, own.number as wanted_number, own.balance as wanted_balance
      from (select e.*, a.floored and a.holder = 'member' as numbered, row_number() over own as nth, sum(e.amount) over own as sum, lag(e.at) over own as before
            from ledger.entries e join ledger.accounts a on a.id = e.account_id
            window own as (partition by e.account_id order by e.number, e.transfer_id, e.position)) as e
      cross join lateral (select case when e.numbered then e.nth end as number, case when e.numbered then e.sum end as balance) as own
      where e.number is distinct from own.number or e.balance_after is distinct from own.balance or e.numbered and e.at < e.before
      union all
      select b.account_id, b.last_number, null, last.number, null from ledger.balances b
      cross join lateral (select coalesce(max(e.number), 0) as number from ledger.entries e where e.account_id = b.account_id) as last
      where b.last_number <> last.number`,
  },
  {
    rule: 'no floored account is below zero',
    find: sql`
      select a.id, a.owner, a.kind, a.asset, sum(e.amount) as sum
      from ledger.accounts a join ledger.entries e on e.account_id = a.id
      where a.floored or a.holder = 'member' group by a.id having sum(e.amount) < 0
      union all
      select a.id, a.owner, a.kind, a.asset, p.balance from ledger.accounts a join ledger.parts p on p.account_id = a.id where p.balance < 0`,
  },
  {
    rule: 'every account is of a kind that there is',
    find: sql`
      select a.id, a.owner, a.kind, a.asset, a.floored from ledger.accounts a where not exists (
        select from ledger.account_kinds k where k.kind = a.kind and k.holder = a.holder and k.gold = a.gold and k.floored = a.floored)`,
  },
  {
    rule: 'one transfer for each kind and reference',
    find: sql`select kind, reference, count(*) from ledger.transfers group by kind, reference having count(*) > 1`,
  },
  {
    rule: 'a transfer is reversed at most once, by its mirror image',
    find: sql`
      select t.id, count(*) as reversals
      from ledger.transfers t join ledger.transfers r on r.reverses = t.id
      group by t.id having count(*) > 1 or bool_or(r.accounts <> t.accounts or exists (
        select from unnest(t.amounts, r.amounts) as leg(was, amount) where leg.amount + leg.was::numeric is distinct from 0))`,
  },
  {
    rule: 'all accounts of a store and asset sum to zero',
    find: sql`
      select a.store, a.asset, sum(e.amount) as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
      group by a.store, a.asset having sum(e.amount) <> 0`,
  },
  {
    rule: 'what is held of a member is what their open holds say',
    find: sql`
      with held as (
        select a.owner, a.asset, sum(e.amount)::bigint as amount from ledger.accounts a join ledger.entries e on e.account_id = a.id
        where a.kind in ('cash_held', 'gold_held') group by a.owner, a.asset
      ), open as (
        select 'member:' || store || ':' || member_id as owner, asset, sum(amount)::bigint as amount from ledger.holds
        where state = 'placed' group by store, member_id, asset)
      select owner, asset, held.amount as held, open.amount as open from held full join open using (owner, asset)
      where coalesce(held.amount, 0) <> coalesce(open.amount, 0)`,
  },
  {
    rule: 'grams come to members only from a vault',
    find: sql`
      select e.transfer_id from ledger.entries e join ledger.accounts a on a.id = e.account_id
      where a.asset = 'XAU' group by e.transfer_id
      having bool_or(a.kind = 'gold_received') and bool_or(a.kind not in ('gold_received', 'vault'))`,
  },
]
