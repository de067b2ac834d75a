-- The register of the house's bars (decision 0065) and the closing of sales when gold is short of what is owed (G16). Older
-- releases may go on beside this: what they sell is refused by the same triggers, with a failure in place of a refusal.
create schema backing;

-- A bar or coin of the house that lies in a vault. Members own shares of all of them together.
create table backing.bars (
  id uuid primary key,
  store text not null references stores.stores,
  maker text not null check (length(maker) between 1 and 60),
  serial text not null check (length(serial) between 1 and 40),
  kind text not null check (kind in ('bar', 'coin')),
  gross_weight_e4 bigint not null check (gross_weight_e4 > 0),
  fineness_e1 integer not null check (fineness_e1 between 1 and 10000),
  fine_weight_e4 bigint not null check (fine_weight_e4 > 0),
  place text not null check (length(place) between 1 and 40),
  state text not null default 'available' check (state in ('available', 'missing')),
  received_at timestamptz not null default now(),
  constraint bar_is_single unique (maker, serial),
  constraint fine_is_what_it_holds check (fine_weight_e4 = gross_weight_e4 * fineness_e1 / 10000)
) with (fillfactor = 90);
create index bars_of_store on backing.bars (store, state);
comment on column backing.bars.fineness_e1 is 'parts of ten thousand: 9999 is 999.9';
comment on column backing.bars.fine_weight_e4 is 'gross weight × fineness, rounded down to 0.0001 g';
comment on column backing.bars.place is 'public code of the vault, never an address';

-- Everything that ever happened to a bar. Rows of one act are booked together, a transfer for each store.
create table backing.bar_moves (
  id bigint primary key generated always as identity,
  bar_id uuid not null references backing.bars,
  from_state text,
  to_state text not null,
  gram_move text not null generated always as (case
    when from_state is null and to_state = 'available' then 'received'
    when from_state = 'available' and to_state = 'missing' then 'lost'
    when from_state = 'missing' and to_state = 'available' then 'found' end) stored,
  act uuid not null,
  actor text not null,
  reason text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index bar_moves_by_bar on backing.bar_moves (bar_id, id);
create index bar_moves_by_act on backing.bar_moves (act);

-- Since when a store sells no gold because it has too little, and who let it sell again.
create table backing.freezes (
  id uuid primary key,
  store text not null references stores.stores,
  cause text not null check (cause in ('vault', 'assets')),
  owed_e4 bigint not null,
  owned_e4 bigint not null,
  frozen_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  ended_by text,
  ended_because text,
  constraint freeze_is_a_lack check (owed_e4 > owned_e4),
  constraint freeze_ends_with_its_people check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (ended_because is null))
);
create unique index one_open_freeze on backing.freezes (store) where ended_at is null;
comment on column backing.freezes.cause is 'vault: members'' grams above the bars; assets: all that is owed in gold above all gold of the house';

create function backing.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on backing.% is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on backing.bar_moves for each row execute function backing.refuse_change();
create trigger never_removed before delete on backing.bars for each row execute function backing.refuse_change();
create trigger bar_stays before update on backing.bars for each row
  when (to_jsonb(old) - '{state,place}'::text[] <> to_jsonb(new) - '{state,place}'::text[]) execute function backing.refuse_change();
create trigger never_removed before delete on backing.freezes for each row execute function backing.refuse_change();
create trigger freeze_only_ends before update on backing.freezes for each row
  when (old.ended_at is not null or to_jsonb(old) - '{ended_at,ended_by,ended_because}'::text[] <> to_jsonb(new) - '{ended_at,ended_by,ended_because}'::text[])
  execute function backing.refuse_change();
revoke delete, truncate on backing.bars, backing.freezes from karat_app;
revoke update, delete, truncate on backing.bar_moves from karat_app;

-- A lost bar is always booked, whatever members own of it: what is short stands in an account without a floor.
alter table ledger.account_kinds drop constraint gold_is_floored_but_outside,
  add constraint gold_is_floored_but_outside
    check (not gold or floored or kind in ('gold_received', 'gold_delivered', 'missing', 'vault_shortage'));
insert into ledger.account_kinds (kind, holder, gold, floored) values ('vault_shortage', 'house', true, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('bars_received', 'gold_received', true, false), ('bars_received', 'vault', false, true),
  ('bars_lost', 'vault_shortage', true, false), ('bars_lost', 'missing', false, true),
  ('bars_found', 'missing', true, false), ('bars_found', 'vault_shortage', false, true);
create index accounts_of_grams on ledger.accounts (store) where kind in ('gold', 'gold_held');

-- Whoever reduces what a store has, or ends a freeze, holds this lock alone; whoever sells holds it with others.
create function backing.lock_key(of_store text) returns bigint immutable language sql as $$ select hashtextextended(of_store, 253) $$;

-- What lost bars took of a store's vault and nobody has brought back: zero or less.
create function backing.shortage(of_store text) returns bigint stable language sql as $$
  select coalesce(sum(e.amount), 0)::bigint from ledger.accounts a join ledger.entries e on e.account_id = a.id
  where a.owner = 'house:' || of_store and a.kind = 'vault_shortage' and a.asset = 'XAU'
$$;

-- Nothing is sold while the store is frozen, nor grams of lost bars: judged in the transaction that sells.
create function backing.refuse_closed(of_store text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(backing.lock_key(of_store));
  if exists (select from backing.freezes where store = of_store and ended_at is null) then
    raise exception 'store % sells no gold: it has too little', of_store using errcode = 'check_violation', constraint = 'buying_is_open';
  end if;
end $$;
create function backing.refuse_unbacked() returns trigger language plpgsql as $$
declare
  own bigint;
begin
  if backing.shortage(new.store) < 0 then
    -- What is left of the vault is counted by one purchase at a time.
    perform pg_advisory_xact_lock(hashtextextended(new.store, 254));
    select sum(p.balance) into own from ledger.accounts a join ledger.parts p on p.account_id = a.id
      where a.owner = 'house:' || new.store and a.kind = 'vault' and a.asset = 'XAU';
    if coalesce(own, 0) + backing.shortage(new.store) < new.weight_e4 then
      raise exception 'the vault of % has no such grams', new.store using errcode = 'check_violation', constraint = 'vault_has_grams';
    end if;
  end if;
  return new;
end $$;
create function backing.refuse_while_closed() returns trigger language plpgsql as $$
begin
  perform backing.refuse_closed(new.store);
  return new;
end $$;
create function backing.refuse_quote_while_closed() returns trigger language plpgsql as $$
begin
  perform backing.refuse_closed((select store from vault.holders where id = new.holder_id));
  return new;
end $$;
create trigger buying_is_open before insert on vault.trades for each row when (new.side = 'buy') execute function backing.refuse_while_closed();
create trigger grams_are_there before insert on vault.trades for each row when (new.side = 'buy') execute function backing.refuse_unbacked();
create trigger buying_is_open before insert on vault.quotes for each row when (new.kind = 'buy') execute function backing.refuse_quote_while_closed();
create trigger buying_is_open before insert on orders.guarantees for each row execute function backing.refuse_while_closed();
create trigger buying_is_open before insert on orders.orders for each row execute function backing.refuse_while_closed();

-- Every instance judges at once when gold of the house is lost, whichever part of it.
create function backing.tell_loss() returns trigger language plpgsql as $$
begin
  perform pg_notify('karat_gold_lost', '');
  return null;
end $$;
create trigger tell_loss after insert on catalogue.piece_moves for each row when (new.gram_move = 'lost') execute function backing.tell_loss();
create trigger tell_loss after insert on backing.bar_moves for each row when (new.gram_move = 'lost') execute function backing.tell_loss();
