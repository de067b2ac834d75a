-- The double-entry ledger. One insert into ledger.transfers is the only way in: triggers check it, chain it, write its
-- entries and move the floored balances; nothing is ever changed or removed. docs/ledger.md explains the accounts.
create schema ledger;

-- Which accounts there may be. The same table stands in src/ledger/ledger-rules.ts; a test holds the two together.
create table ledger.account_kinds (
  kind text primary key,
  holder text not null check (holder in ('house', 'member')),
  gold boolean not null,
  floored boolean not null,
  constraint kind_decides_everything unique (kind, holder, gold, floored),
  constraint members_have_a_floor check (holder = 'house' or floored),
  constraint gold_is_floored_but_at_its_source check (not gold or floored or kind = 'gold_received')
);
insert into ledger.account_kinds (kind, holder, gold, floored) values
  ('provider_clearing', 'house', false, false),
  ('order_money', 'house', false, false),
  ('delivery_fees', 'house', false, false),
  ('insurance_fees', 'house', false, false),
  ('tax_payable', 'house', false, false),
  ('suspense', 'house', false, false),
  ('rounding', 'house', false, false),
  ('gold_received', 'house', true, false),
  ('vault', 'house', true, true),
  ('cash', 'member', false, true),
  ('gold', 'member', true, true);

create table ledger.accounts (
  id bigint primary key generated always as identity,
  owner text not null constraint account_has_an_owner check (owner ~ '^(house:[a-z]{2,8}|member:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$'),
  kind text not null,
  asset text not null check (asset ~ '^[A-Z]{3}$'),
  floored boolean not null,
  holder text not null generated always as (split_part(owner, ':', 1)) stored,
  gold boolean not null generated always as (asset = 'XAU') stored,
  created_at timestamptz not null default now(),
  constraint account_is_single unique (owner, kind, asset),
  constraint account_is_of_a_kind foreign key (kind, holder, gold, floored)
    references ledger.account_kinds (kind, holder, gold, floored)
);
comment on column ledger.accounts.floored is
  'true: a balance row is kept and may not go below zero. false: no running balance, so many postings at once do not meet in one row.';

create table ledger.balances (
  account_id bigint primary key references ledger.accounts,
  balance bigint not null default 0 constraint balance_never_negative check (balance >= 0)
) with (fillfactor = 80);

create table ledger.chain_heads (
  shard smallint primary key,
  seq bigint not null default 0,
  hash bytea not null default '\x'
) with (fillfactor = 20);
insert into ledger.chain_heads (shard) select generate_series(0, 63);

create table ledger.transfers (
  id uuid primary key,
  kind text not null constraint transfer_kind_is_a_word check (kind ~ '^[a-z_]{1,60}$'),
  reference text not null constraint transfer_has_a_reference check (length(reference) between 1 and 200),
  accounts bigint[] not null,
  amounts bigint[] not null,
  actor text not null constraint transfer_has_an_actor check (length(actor) between 1 and 200),
  reason text,
  reverses uuid references ledger.transfers constraint transfer_reverses_once unique,
  created_at timestamptz not null default clock_timestamp(),
  shard smallint not null,
  seq bigint not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint transfer_reference_is_single unique (kind, reference),
  constraint transfer_has_one_place unique (shard, seq)
);

-- The legs of transfers, one row each, to sum by account. No foreign keys: only write_entries() inserts here, what it
-- inserts was checked by seal_transfer(), and a key would lock the house's account rows with every sale.
create table ledger.entries (
  transfer_id uuid not null,
  position smallint not null,
  account_id bigint not null,
  amount bigint not null check (amount <> 0),
  primary key (transfer_id, position)
);
create index entries_by_account on ledger.entries (account_id) include (amount);

-- Daily copies of the chain's heads, also published outside, so that a dropped last transfer is seen.
create table ledger.published_heads (
  published_at timestamptz primary key,
  heads jsonb not null,
  digest text not null
);
comment on column ledger.published_heads.heads is 'one object a shard that has transfers: shard, seq, hash (hex)';

create function ledger.content_hash(
  previous bytea, id uuid, kind text, reference text, accounts bigint[], amounts bigint[],
  actor text, reason text, reverses uuid, created_at timestamptz, shard smallint, seq bigint
) returns bytea language sql stable parallel safe as $$
  select sha256(previous || convert_to(jsonb_build_array(
    id, kind, reference, accounts, amounts, actor, reason, reverses,
    (extract(epoch from created_at) * 1000000)::bigint, shard, seq)::text, 'UTF8'))
$$;

-- The functions of the hot path keep one plan (planning anew for every array costs more than all the rest) and look accounts
-- up one by one by their key, so that the plan is right for any size of the tables.

-- The ids of accounts by name, in the order asked; accounts that are missing are opened.
create function ledger.account_ids(owners text[], kinds text[], assets text[]) returns bigint[]
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  ids bigint[];
begin
  for attempt in 1..2 loop
    ids := array(
      select (select a.id from ledger.accounts a where a.owner = named.owner and a.kind = named.kind and a.asset = named.asset)
        from unnest(owners, kinds, assets) as named(owner, kind, asset));
    if array_position(ids, null) is null then return ids; end if;
    insert into ledger.accounts (owner, kind, asset, floored)
      select distinct named.owner, named.kind, named.asset, coalesce(k.floored, false)
        from unnest(owners, kinds, assets) as named(owner, kind, asset)
        left join ledger.account_kinds k on k.kind = named.kind
        order by 1, 2, 3
      on conflict (owner, kind, asset) do nothing;
  end loop;
  return ids;
end $$;

-- Takes a chain that no other open transaction uses, so that writers do not wait for one another while fewer than 64 write.
create function ledger.free_shard() returns smallint language plpgsql as $$
declare
  own integer := pg_backend_pid() % 64;
begin
  for step in 0..63 loop
    if pg_try_advisory_xact_lock(724004, (own + step) % 64) then return (own + step) % 64; end if;
  end loop;
  return own;
end $$;

create function ledger.seal_transfer() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  legs integer := coalesce(array_length(new.accounts, 1), 0);
  known bigint;
  unbalanced text;
  foreign_source boolean;
  any_floored boolean;
begin
  if legs < 2 or array_ndims(new.accounts) <> 1 or array_ndims(new.amounts) <> 1 or array_lower(new.accounts, 1) <> 1
     or array_lower(new.amounts, 1) <> 1 or legs <> array_length(new.amounts, 1) or 0 = any (new.amounts)
     or array_position(new.amounts, null) is not null or array_position(new.accounts, null) is not null then
    raise exception 'a transfer needs at least two legs, each with an account and an amount that is not zero'
      using errcode = 'check_violation', constraint = 'transfer_has_legs';
  end if;
  select coalesce(sum(legs_in), 0), string_agg(asset, ', ') filter (where total <> 0),
         coalesce(bool_or(from_source and elsewhere), false), bool_or(has_floor)
    into known, unbalanced, foreign_source, any_floored
    from (select a.asset, count(*) as legs_in, sum(leg.amount) as total, bool_or(a.floored) as has_floor,
                 bool_or(a.kind = 'gold_received') as from_source,
                 bool_or(a.kind not in ('gold_received', 'vault')) as elsewhere
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
  if foreign_source then
    raise exception 'grams reach members only from the vault'
      using errcode = 'check_violation', constraint = 'gold_comes_only_from_the_vault';
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

-- After the row is there and not before: an insert that ends in "on conflict do nothing" must leave head and balances alone.
create function ledger.write_entries() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  insert into entries (transfer_id, position, account_id, amount)
    select new.id, leg.position, leg.account_id, leg.amount
    from unnest(new.accounts, new.amounts) with ordinality as leg(account_id, amount, position);
  update balances b set balance = b.balance + (
      select sum(leg.amount)::bigint from unnest(new.accounts, new.amounts) as leg(account_id, amount) where leg.account_id = b.account_id)
    where b.account_id = any (new.accounts);
  update chain_heads set seq = new.seq, hash = new.hash where shard = new.shard and seq = new.seq - 1;
  if not found then
    raise exception 'the head of chain % is not before transfer %', new.shard, new.seq
      using errcode = 'check_violation', constraint = 'chain_has_no_gap';
  end if;
  return null;
end $$;

create function ledger.open_balance() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  if new.floored then insert into balances (account_id) values (new.id); end if;
  return null;
end $$;

-- Whoever publishes, what is published is what the heads are.
create function ledger.copy_heads() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  new.published_at := clock_timestamp();
  select coalesce(jsonb_agg(jsonb_build_object('shard', shard, 'seq', seq, 'hash', encode(hash, 'hex')) order by shard), '[]')
    into new.heads from chain_heads where seq > 0;
  new.digest := encode(sha256(convert_to(new.heads::text, 'UTF8')), 'hex');
  return new;
end $$;

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on ledger.% is refused: corrections are new transfers', tg_op, tg_table_name
    using errcode = 'insufficient_privilege', constraint = 'ledger_is_append_only';
end $$;

-- Balances, chain heads and entries change only from inside another trigger of the ledger. The application's role has no
-- right to them at all; this stops the owner's own direct statements.
create function ledger.only_from_a_transfer() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% on ledger.% is refused: insert a transfer', tg_op, tg_table_name
      using errcode = 'insufficient_privilege', constraint = 'ledger_moves_by_transfers';
  end if;
  return null;
end $$;

create trigger seal before insert on ledger.transfers for each row execute function ledger.seal_transfer();
create trigger write_entries after insert on ledger.transfers for each row execute function ledger.write_entries();
create trigger open_balance after insert on ledger.accounts for each row execute function ledger.open_balance();
create trigger copy_heads before insert on ledger.published_heads for each row execute function ledger.copy_heads();
create trigger by_transfer before insert on ledger.entries for each statement execute function ledger.only_from_a_transfer();
create trigger by_transfer before insert or update on ledger.balances for each statement execute function ledger.only_from_a_transfer();
create trigger by_transfer before insert or update on ledger.chain_heads for each statement execute function ledger.only_from_a_transfer();

do $$
declare
  name text;
  guard record;
begin
  foreach name in array array['transfers', 'entries', 'accounts', 'account_kinds', 'published_heads'] loop
    execute format('create trigger append_only before update or delete on ledger.%I for each row execute function ledger.refuse_change()', name);
    execute format('create trigger never_emptied before truncate on ledger.%I for each statement execute function ledger.refuse_change()', name);
  end loop;
  foreach name in array array['balances', 'chain_heads'] loop
    execute format('create trigger never_removed before delete on ledger.%I for each row execute function ledger.refuse_change()', name);
    execute format('create trigger never_emptied before truncate on ledger.%I for each statement execute function ledger.refuse_change()', name);
  end loop;
  -- Also under session_replication_role = replica, which would silence ordinary triggers.
  for guard in select tgrelid::regclass as relation, tgname from pg_trigger
    where tgrelid::regclass::text like 'ledger.%' and not tgisinternal loop
    execute format('alter table %s enable always trigger %I', guard.relation, guard.tgname);
  end loop;
end $$;
