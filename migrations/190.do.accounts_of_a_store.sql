-- A member's account is with one store, the legal seller that owes it (decision 0050): its owner is member:<store>:<id>. Accounts
-- that are there belong to the store whose house their transfers name. No transfer is touched: hashes cover the ids of accounts.
-- An account that several stores owe cannot be told apart afterwards; no release could make one, for stores have a currency each.
alter table ledger.accounts drop constraint account_has_an_owner;
alter table ledger.accounts disable trigger append_only;
do $$
declare
  shared text;
begin
  create temporary table owed_by on commit drop as
    select e.account_id, min(split_part(house.owner, ':', 2)) as store, count(distinct house.owner) as stores
    from ledger.entries e
    join ledger.accounts own on own.id = e.account_id and own.holder = 'member'
    join ledger.entries other on other.transfer_id = e.transfer_id
    join ledger.accounts house on house.id = other.account_id and house.holder = 'house'
    group by e.account_id;
  select string_agg(account_id::text, ', ') into shared from owed_by where stores > 1;
  if shared is not null then
    raise exception 'several stores owe one account of a member (ledger.accounts %): pay it out or reverse it before this release', shared;
  end if;
  update ledger.accounts a set owner = 'member:' || coalesce(
      (select o.store from owed_by o where o.account_id = a.id),
      (select m.store from identity.members m where a.owner = 'member:' || m.id)) || ':' || split_part(a.owner, ':', 2)
    where a.holder = 'member';
end $$;
alter table ledger.accounts enable always trigger append_only;
alter table ledger.accounts
  add column store text not null generated always as (split_part(owner, ':', 2)) stored,
  add column member_id uuid generated always as (nullif(split_part(owner, ':', 3), '')::uuid) stored,
  add constraint account_has_an_owner check (
    owner ~ '^(house:[a-z]{2,8}|member:[a-z]{2,8}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
create index accounts_by_member on ledger.accounts (member_id) where member_id is not null;

-- As in 065, and: a transfer stays within one store.
create or replace function ledger.seal_transfer() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  legs integer := coalesce(array_length(new.accounts, 1), 0);
  known bigint;
  unbalanced text;
  foreign_source boolean;
  any_floored boolean;
  misfit text;
  two_stores boolean;
begin
  if legs < 2 or array_ndims(new.accounts) <> 1 or array_ndims(new.amounts) <> 1 or array_lower(new.accounts, 1) <> 1
     or array_lower(new.amounts, 1) <> 1 or legs <> array_length(new.amounts, 1) or 0 = any (new.amounts)
     or array_position(new.amounts, null) is not null or array_position(new.accounts, null) is not null then
    raise exception 'a transfer needs at least two legs, each with an account and an amount that is not zero'
      using errcode = 'check_violation', constraint = 'transfer_has_legs';
  end if;
  select coalesce(sum(legs_in), 0), string_agg(asset, ', ') filter (where total <> 0),
         coalesce(bool_or(from_source and elsewhere), false), bool_or(has_floor), string_agg(misfits, ', '),
         min(first_store) <> max(last_store)
    into known, unbalanced, foreign_source, any_floored, misfit, two_stores
    from (select a.asset, count(*) as legs_in, sum(leg.amount) as total, bool_or(a.floored) as has_floor,
                 min(a.store) as first_store, max(a.store) as last_store,
                 bool_or(a.kind = 'gold_received') as from_source,
                 bool_or(a.kind not in ('gold_received', 'vault')) as elsewhere,
                 string_agg(a.kind, ', ') filter (where not exists (
                   select from transfer_kinds k where k.kind = new.kind and k.account_kind = a.kind
                     and case when leg.amount < 0 then k.gives else k.receives end)) as misfits
            from unnest(new.accounts, new.amounts) as leg(account_id, amount)
            cross join lateral (select * from accounts where id = leg.account_id offset 0) as a group by a.asset) as by_asset;
  if known <> legs then
    raise exception 'a leg names an account that does not exist'
      using errcode = 'foreign_key_violation', constraint = 'transfer_accounts_exist';
  end if;
  if unbalanced is not null then
    raise exception 'legs do not sum to zero in %', unbalanced
      using errcode = 'check_violation', constraint = 'transfer_sums_to_zero';
  end if;
  if two_stores then
    raise exception 'a transfer moves what one store owes or owns'
      using errcode = 'check_violation', constraint = 'transfer_stays_in_its_store';
  end if;
  if foreign_source then
    raise exception 'grams reach members only from the vault'
      using errcode = 'check_violation', constraint = 'gold_comes_only_from_the_vault';
  end if;
  if (new.kind = 'reversal') <> (new.reverses is not null) then
    raise exception 'a reversal, and nothing else, names the transfer that it takes back'
      using errcode = 'check_violation', constraint = 'reversal_names_its_original';
  end if;
  if misfit is not null and new.reverses is null then
    raise exception 'a transfer of kind % may not move % that way', new.kind, misfit
      using errcode = 'check_violation', constraint = 'transfer_fits_its_kind';
  end if;
  if new.reverses is not null and not exists (
    select from transfers t where t.id = new.reverses and t.accounts = new.accounts
      and not exists (select from unnest(t.amounts, new.amounts) as leg(was, amount) where leg.amount + leg.was::numeric <> 0)) then
    raise exception 'a reversal has the legs of the original with the opposite amounts'
      using errcode = 'check_violation', constraint = 'reversal_mirrors_the_original';
  end if;

  -- The head before the balances, and those in the order of their account: two transfers never wait in a circle.
  new.shard := free_shard();
  select h.seq + 1, h.hash into strict new.seq, new.previous_hash from chain_heads h where h.shard = new.shard for update;
  if any_floored then
    perform 1 from balances where account_id = any (new.accounts) order by account_id for update;
  end if;
  new.created_at := clock_timestamp();
  new.hash := content_hash(new.previous_hash, new.id, new.kind, new.reference, new.accounts, new.amounts,
                           new.actor, new.reason, new.reverses, new.created_at, new.shard, new.seq);
  return new;
end $$;
