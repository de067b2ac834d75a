-- An entry says its moment; one of an account with a floor also its number in that account, from 1 without a gap, and the balance
-- after it (decision 0050). All three are written by the posting itself, under the lock of the balance.
alter table ledger.entries add column at timestamptz, add column number bigint, add column balance_after bigint;
alter table ledger.balances add column last_number bigint not null default 0, add column moved_at timestamptz not null default '-infinity';

-- What older releases wrote. Postings of one account were sealed one after another, so their moments are their order.
alter table ledger.entries disable trigger append_only;
alter table ledger.balances disable trigger by_transfer;
update ledger.entries e set at = old.at, number = old.number, balance_after = old.balance_after
  from (select e.transfer_id, e.position, t.created_at as at,
          case when a.floored then row_number() over own end as number,
          case when a.floored then (sum(e.amount) over own)::bigint end as balance_after
        from ledger.entries e join ledger.transfers t on t.id = e.transfer_id join ledger.accounts a on a.id = e.account_id
        window own as (partition by e.account_id order by t.created_at, t.id, e.position)) as old
  where (e.transfer_id, e.position) = (old.transfer_id, old.position);
update ledger.balances b set last_number = last.number, moved_at = last.at
  from (select account_id, max(number) as number, max(at) as at from ledger.entries where number is not null group by account_id) as last
  where last.account_id = b.account_id;
alter table ledger.entries enable always trigger append_only;
alter table ledger.balances enable always trigger by_transfer;

alter table ledger.entries alter column at set not null,
  add constraint entry_is_numbered_with_its_balance check ((number is null) = (balance_after is null) and number > 0);
create unique index entry_number_is_single on ledger.entries (account_id, number) where number is not null;
drop index ledger.entries_by_account;
create index entries_by_moment on ledger.entries (account_id, at, number) include (amount);
comment on column ledger.entries.at is 'when it was posted; within an account with a floor never before the entry of the number before';
comment on column ledger.balances.moved_at is 'the moment of the newest entry';

-- As in 004, and: each entry with its moment, number and balance.
create or replace function ledger.write_entries() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  insert into entries (transfer_id, position, account_id, amount, at, number, balance_after)
    select new.id, leg.position, leg.account_id, leg.amount, greatest(new.created_at, b.moved_at),
      b.last_number + row_number() over own, (b.balance + sum(leg.amount) over own)::bigint
    from unnest(new.accounts, new.amounts) with ordinality as leg(account_id, amount, position)
    left join lateral (select * from balances where account_id = leg.account_id offset 0) as b on true
    window own as (partition by leg.account_id order by leg.position);
  update balances b set moved_at = greatest(b.moved_at, new.created_at),
      last_number = b.last_number + (select count(*) from unnest(new.accounts) as leg(account_id) where leg.account_id = b.account_id),
      balance = b.balance + (
        select sum(leg.amount)::bigint from unnest(new.accounts, new.amounts) as leg(account_id, amount) where leg.account_id = b.account_id)
    where b.account_id = any (new.accounts);
  update chain_heads set seq = new.seq, hash = new.hash where shard = new.shard and seq = new.seq - 1;
  if not found then
    raise exception 'the head of chain % is not before transfer %', new.shard, new.seq
      using errcode = 'check_violation', constraint = 'chain_has_no_gap';
  end if;
  return null;
end $$;
