-- The double-entry ledger. One insert into ledger.transfers is the only way in: triggers check it, chain it, write its
-- entries and move the floored balances; nothing is ever changed or removed. docs/ledger.md explains the accounts.
create schema ledger;

create table ledger.accounts (
  id bigint primary key generated always as identity,
  owner text not null,
  kind text not null,
  asset text not null check (asset ~ '^[A-Z]{3}$'),
  floored boolean not null,
  created_at timestamptz not null default now(),
  constraint account_is_single unique (owner, kind, asset),
  constraint member_accounts_have_a_floor check (owner not like 'member:%' or floored),
  constraint gold_comes_only_from_the_vault check (asset <> 'XAU' or floored or kind = 'gold_received')
);
comment on column ledger.accounts.floored is
  'true: a balance row is kept and may not go below zero. false: no running balance, so many postings at once do not meet in one row.';

create table ledger.balances (
  account_id bigint primary key references ledger.accounts,
  balance bigint not null default 0 constraint balance_never_negative check (balance >= 0)
);

create table ledger.chain_heads (
  shard smallint primary key,
  seq bigint not null default 0,
  hash bytea not null default '\x'
) with (fillfactor = 20);
insert into ledger.chain_heads (shard) select generate_series(0, 63);

create table ledger.transfers (
  id uuid primary key,
  kind text not null,
  reference text not null,
  accounts bigint[] not null,
  amounts bigint[] not null,
  actor text not null,
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

create table ledger.entries (
  transfer_id uuid not null references ledger.transfers,
  position smallint not null,
  account_id bigint not null references ledger.accounts,
  amount bigint not null check (amount <> 0),
  primary key (transfer_id, position)
);
create index entries_by_account on ledger.entries (account_id) include (amount);

-- Daily copies of the chain's heads, also published outside, so that a dropped last transfer is seen.
create table ledger.published_heads (
  published_at timestamptz primary key default now(),
  heads jsonb not null,
  digest text not null
);

create function ledger.content_hash(
  previous bytea, id uuid, kind text, reference text, accounts bigint[], amounts bigint[],
  actor text, reason text, reverses uuid, created_at timestamptz, shard smallint, seq bigint
) returns bytea language sql stable parallel safe as $$
  select sha256(previous || convert_to(jsonb_build_array(
    id, kind, reference, accounts, amounts, actor, reason, reverses,
    (extract(epoch from created_at) * 1000000)::bigint, shard, seq)::text, 'UTF8'))
$$;

create function ledger.seal_transfer() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  legs integer := coalesce(array_length(new.accounts, 1), 0);
  known integer;
  unbalanced text;
  foreign_source boolean;
begin
  if legs < 2 or legs <> coalesce(array_length(new.amounts, 1), 0) or 0 = any (new.amounts)
     or array_position(new.amounts, null) is not null or array_position(new.accounts, null) is not null then
    raise exception 'a transfer needs at least two legs, each with an account and an amount that is not zero'
      using errcode = 'check_violation', constraint = 'transfer_has_legs';
  end if;
  select count(a.id), bool_or(a.kind = 'gold_received') and bool_or(a.asset = 'XAU' and a.kind not in ('gold_received', 'vault'))
    into known, foreign_source
    from unnest(new.accounts) as leg(account_id) join accounts a on a.id = leg.account_id;
  if known <> legs then
    raise exception 'a leg names an account that does not exist'
      using errcode = 'foreign_key_violation', constraint = 'transfer_accounts_exist';
  end if;
  select string_agg(asset, ', ') into unbalanced from (
    select a.asset from unnest(new.accounts, new.amounts) as leg(account_id, amount)
      join accounts a on a.id = leg.account_id group by a.asset having sum(leg.amount) <> 0) as uneven;
  if unbalanced is not null then
    raise exception 'legs do not sum to zero in %', unbalanced
      using errcode = 'check_violation', constraint = 'transfer_sums_to_zero';
  end if;
  if foreign_source then
    raise exception 'grams reach members only from the vault'
      using errcode = 'check_violation', constraint = 'gold_comes_only_from_the_vault';
  end if;

  -- Rows are locked in the order of their account, so that two transfers never wait for one another in a circle.
  perform 1 from balances where account_id = any (new.accounts) order by account_id for update;

  new.created_at := clock_timestamp();
  -- The chain is kept per shard, and a connection keeps to its own: writers wait only where two connections share one.
  new.shard := pg_backend_pid() % 64;
  update chain_heads set seq = seq + 1 where shard = new.shard returning seq, hash into new.seq, new.previous_hash;
  new.hash := content_hash(new.previous_hash, new.id, new.kind, new.reference, new.accounts, new.amounts,
                           new.actor, new.reason, new.reverses, new.created_at, new.shard, new.seq);
  update chain_heads set hash = new.hash where shard = new.shard;
  return new;
end $$;

create function ledger.write_entries() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  insert into entries (transfer_id, position, account_id, amount)
    select new.id, leg.position, leg.account_id, leg.amount
    from unnest(new.accounts, new.amounts) with ordinality as leg(account_id, amount, position);
  update balances b set balance = b.balance + moved.amount
    from (select account_id, sum(amount)::bigint as amount
          from unnest(new.accounts, new.amounts) as leg(account_id, amount) group by account_id) as moved
    where b.account_id = moved.account_id;
  return null;
end $$;

create function ledger.open_balance() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp as $$
begin
  if new.floored then insert into balances (account_id) values (new.id); end if;
  return null;
end $$;

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on ledger.% is refused: corrections are new transfers', tg_op, tg_table_name
    using errcode = 'insufficient_privilege', constraint = 'ledger_is_append_only';
end $$;

-- Balances, chain heads and entries change only from inside another trigger of the ledger.
create function ledger.only_from_a_transfer() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% on ledger.% is refused: insert a transfer', tg_op, tg_table_name
      using errcode = 'insufficient_privilege', constraint = 'ledger_moves_by_transfers';
  end if;
  return new;
end $$;

create trigger seal before insert on ledger.transfers for each row execute function ledger.seal_transfer();
create trigger write_entries after insert on ledger.transfers for each row execute function ledger.write_entries();
create trigger open_balance after insert on ledger.accounts for each row execute function ledger.open_balance();
create trigger entries_by_transfer before insert on ledger.entries for each row execute function ledger.only_from_a_transfer();
create trigger balances_by_transfer before insert or update on ledger.balances for each row execute function ledger.only_from_a_transfer();
create trigger heads_by_transfer before update on ledger.chain_heads for each row execute function ledger.only_from_a_transfer();

do $$
declare name text;
begin
  foreach name in array array['transfers', 'entries', 'accounts', 'published_heads'] loop
    execute format('create trigger append_only before update or delete on ledger.%I for each row execute function ledger.refuse_change()', name);
    execute format('create trigger never_emptied before truncate on ledger.%I for each statement execute function ledger.refuse_change()', name);
  end loop;
  foreach name in array array['balances', 'chain_heads'] loop
    execute format('create trigger never_removed before delete on ledger.%I for each row execute function ledger.refuse_change()', name);
    execute format('create trigger never_emptied before truncate on ledger.%I for each statement execute function ledger.refuse_change()', name);
  end loop;
end $$;
