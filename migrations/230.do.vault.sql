-- The vault: members own gold by the gram. Older releases may go on beside this.
create schema vault;

-- A member's place in the vault of one store. Whoever quotes for it, or moves what is in it, holds its row.
create table vault.holders (
  id uuid primary key,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  opened_at timestamptz not null default now(),
  constraint holder_is_single unique (member_id, store)
);
revoke delete, truncate on vault.holders from karat_app;

create table vault.quotes (
  id uuid primary key,
  kind text not null check (kind in ('buy', 'sell')),
  holder_id uuid not null references vault.holders,
  member_id uuid not null references identity.members,
  tick_id bigint not null,
  ask_minor bigint not null,
  bid_minor bigint not null,
  figures jsonb not null,
  weight_e4 bigint not null generated always as ((figures->>'weight')::bigint) stored check (weight_e4 > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
) with (fillfactor = 80);
create index quotes_by_holder on vault.quotes (holder_id, created_at desc);
create index quotes_unused on vault.quotes (expires_at) where used_at is null;
create index quotes_by_tick on vault.quotes (tick_id);
comment on column vault.quotes.weight_e4 is 'fine gold that the house is bound to while the quote is open';

create sequence vault.trade_numbers start 100001;

-- What was bought or sold, and what it is made of; a purchase costs value + spread + rounding, a sale brings value - spread - rounding.
create table vault.trades (
  id uuid primary key,
  number text not null constraint trade_number_is_single unique,
  quote_id uuid not null constraint quote_makes_one_trade unique references vault.quotes,
  holder_id uuid not null references vault.holders,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  side text not null check (side in ('buy', 'sell')),
  currency text not null,
  tick_id bigint not null,
  price_minor bigint not null check (price_minor > 0),
  weight_e4 bigint not null check (weight_e4 > 0),
  amount_minor bigint not null check (amount_minor > 0),
  value_minor bigint not null check (value_minor >= 0),
  spread_minor bigint not null,
  rounding_minor bigint not null check (rounding_minor >= 0),
  made_at timestamptz not null default now(),
  constraint trade_adds_up check (
    amount_minor = case side when 'buy' then value_minor + spread_minor + rounding_minor else value_minor - spread_minor - rounding_minor end)
);
create index trades_by_member on vault.trades (member_id, store, made_at desc, id desc);
create index trades_by_tick on vault.trades (tick_id);
comment on column vault.trades.price_minor is 'what the member paid or got for one gram, in minor units';
comment on column vault.trades.value_minor is 'what the grams were worth at spot';
create function vault.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on vault.% is refused: history is only added to', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on vault.holders for each row execute function vault.refuse_change();
create trigger append_only before update or delete on vault.trades for each row execute function vault.refuse_change();
revoke update, delete, truncate on vault.trades from karat_app;

insert into ledger.account_kinds (kind, holder, gold, floored) values ('trading', 'house', false, false), ('spread', 'house', false, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('gold_bought', 'cash', true, false),
  ('gold_bought', 'trading', false, true),
  ('gold_bought', 'spread', true, true),
  ('gold_bought', 'rounding', false, true),
  ('gold_bought', 'vault', true, false),
  ('gold_bought', 'gold', false, true),
  ('gold_sold', 'cash', false, true),
  ('gold_sold', 'trading', true, false),
  ('gold_sold', 'spread', true, true),
  ('gold_sold', 'rounding', false, true),
  ('gold_sold', 'vault', false, true),
  ('gold_sold', 'gold', true, false);
