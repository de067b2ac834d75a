-- An account of the house with a floor keeps its balance in parts, one for each chain (decision 0052), so that trades that all take
-- from the vault do not meet in one row. What a transfer says, its hash and its entries stay as they are: they name the account.
-- Older releases may go on beside this: they show the vault as empty until they end.
create table ledger.parts (
  account_id bigint not null references ledger.accounts,
  part smallint not null check (part between 0 and 63),
  balance bigint not null default 0
    constraint part_never_negative check (balance >= 0)
    constraint parts_sum_to_a_number check (balance <= 9223372036854775807 / 64),
  primary key (account_id, part)
) with (fillfactor = 10);
comment on table ledger.parts is 'the balance of a floored account of the house: the sum of its parts; part n belongs to the writer of chain n';
revoke insert, update, delete, truncate on ledger.parts from karat_app;

insert into ledger.parts (account_id, part, balance)
  select a.id, h.shard, case h.shard when 0 then b.balance else 0 end
  from ledger.accounts a join ledger.balances b on b.account_id = a.id cross join ledger.chain_heads h
  where a.floored and a.holder = 'house';
alter table ledger.balances disable trigger never_removed;
delete from ledger.balances b using ledger.parts p where p.account_id = b.account_id;
alter table ledger.balances enable always trigger never_removed;

-- Nobody knows the balance of such an account after an entry without stopping all others, so its entries have no number.
alter table ledger.entries disable trigger append_only;
update ledger.entries e set number = null, balance_after = null
  from ledger.accounts a where a.id = e.account_id and a.floored and a.holder = 'house';
alter table ledger.entries enable always trigger append_only;

create or replace function ledger.open_balance() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  if new.floored and new.holder = 'house' then
    insert into parts (account_id, part) select new.id, shard from chain_heads;
  elsif new.floored then
    insert into balances (account_id) values (new.id);
  end if;
  return null;
end $$;

-- Moves the balance of an account in parts. The writer of a chain adds to its own part and takes from there, so that two meet only
-- where a part is short: then all of them are locked in their order, and what is left is spread evenly.
create function ledger.move_parts(account bigint, moved bigint, own smallint) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  remainder bigint;
begin
  begin
    update ledger.parts set balance = balance + moved where account_id = account and part = own and balance + moved >= 0;
    if found then return; end if;
    raise sqlstate 'KP001';
  exception when sqlstate 'KP001' then
    null; -- A part that was emptied while this waited for it is locked, out of order: going back lets go of it.
  end;
  perform 1 from ledger.parts where account_id = account order by part for update;
  select sum(balance) + moved into strict remainder from ledger.parts where account_id = account;
  if remainder < 0 then
    raise exception 'all parts of account % together have less than is taken', account
      using errcode = 'check_violation', constraint = 'balance_never_negative';
  end if;
  update ledger.parts set balance = remainder / 64 + (part < remainder % 64)::int where account_id = account;
end $$;

-- As in 191, and: the parts of accounts that have some, after everything else is locked, in the order of their account.
create or replace function ledger.write_entries() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  in_parts record;
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
  for in_parts in
    select a.id, sum(leg.amount)::bigint as moved from unnest(new.accounts, new.amounts) as leg(account_id, amount)
    cross join lateral (select id from accounts where id = leg.account_id and floored and holder = 'house' offset 0) as a
    group by a.id having sum(leg.amount) <> 0 order by a.id
  loop
    perform move_parts(in_parts.id, in_parts.moved, new.shard);
  end loop;
  update chain_heads set seq = new.seq, hash = new.hash where shard = new.shard and seq = new.seq - 1;
  if not found then
    raise exception 'the head of chain % is not before transfer %', new.shard, new.seq
      using errcode = 'check_violation', constraint = 'chain_has_no_gap';
  end if;
  return null;
end $$;

create trigger by_transfer before insert or update on ledger.parts for each statement execute function ledger.only_from_a_transfer();
create trigger never_removed before delete on ledger.parts for each row execute function ledger.refuse_change();
create trigger never_emptied before truncate on ledger.parts for each statement execute function ledger.refuse_change();
alter table ledger.parts enable always trigger by_transfer;
alter table ledger.parts enable always trigger never_removed;
alter table ledger.parts enable always trigger never_emptied;
