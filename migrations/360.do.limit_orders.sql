-- Limit orders (decision 0112): what a member wants to buy or sell once the price is there, and what is set aside for it. Older releases may go
-- on beside this: they fill none, and a newer one does.
create sequence vault.limit_order_numbers start 100001;

create table vault.limit_orders (
  id uuid primary key,
  number text not null constraint limit_order_number_is_single unique,
  holder_id uuid not null references vault.holders,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  side text not null check (side in ('buy', 'sell')),
  weight_e4 bigint check (weight_e4 > 0),
  amount_minor bigint check (amount_minor > 0),
  limit_minor bigint not null check (limit_minor > 0),
  reserved bigint not null generated always as (
    case when side = 'sell' then weight_e4 else coalesce(amount_minor, ceil(weight_e4::numeric * limit_minor / 10000)::bigint) end) stored,
  hold_id uuid not null constraint hold_is_of_one_limit_order unique references ledger.holds,
  placed_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'filled', 'cancelled', 'expired', 'ended')),
  because text check (because in ('house', 'asked_back')),
  waits_for text,
  next_try_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint limit_order_names_grams_or_money check (num_nonnulls(weight_e4, amount_minor) = 1 and (side = 'buy' or weight_e4 is not null)),
  constraint limit_order_ends_with_its_time check ((state = 'open') = (ended_at is null)),
  constraint limit_order_that_is_ended_says_why check ((state = 'ended') = (because is not null))
) with (fillfactor = 80);
comment on column vault.limit_orders.limit_minor is 'price of one gram: the most that a member pays (side buy), the least that they get (side sell)';
comment on column vault.limit_orders.weight_e4 is 'of an order by grams, which are bought or sold exactly; one that names money spends exactly that';
comment on column vault.limit_orders.reserved is 'what is held for it: money of a purchase in minor units, grams of a sale in units of 0.0001 g';
comment on column vault.limit_orders.waits_for is 'why it was not filled although the price was there; it is tried again from next_try_at on';
comment on column vault.limit_orders.because is 'who ended it, where neither its member nor its time did: the house, or a bank that asked the money back';
-- In this order they are filled: the best limit first, then the oldest.
create index buys_in_turn on vault.limit_orders (store, limit_minor desc, placed_at, id) where side = 'buy' and state = 'open';
create index sales_in_turn on vault.limit_orders (store, limit_minor, placed_at, id) where side = 'sell' and state = 'open';
create index limit_orders_by_member on vault.limit_orders (member_id, store, placed_at desc);
create index limit_orders_by_time on vault.limit_orders (placed_at desc, id desc);
revoke delete, truncate on vault.limit_orders from karat_app;
create trigger member_is_open before insert on vault.limit_orders for each row execute function identity.refuse_closed();
create trigger member_may_move before insert on vault.limit_orders for each row execute function cases.refuse_stopped();

alter table vault.trades alter column quote_id drop not null,
  add column limit_order_id uuid constraint limit_order_makes_one_trade unique references vault.limit_orders,
  add constraint trade_has_one_origin check (num_nonnulls(quote_id, limit_order_id) = 1);
comment on column vault.trades.limit_order_id is 'what it fills; null: its price was quoted';

-- A trade of a limit order is what its member asked for, at the limit or better.
create function vault.guard_limit_trade() returns trigger language plpgsql as $$
begin
  if not exists (select from vault.limit_orders o where o.id = new.limit_order_id and o.state = 'open'
     and (o.member_id, o.store, o.currency, o.side) = (new.member_id, new.store, new.currency, new.side)
     and case o.side when 'buy' then new.price_minor <= o.limit_minor else new.price_minor >= o.limit_minor end
     and new.weight_e4 = coalesce(o.weight_e4, new.weight_e4) and new.amount_minor = coalesce(o.amount_minor, new.amount_minor)) then
    raise exception 'this is not what the limit order asks for' using errcode = 'check_violation', constraint = 'limit_is_kept';
  end if;
  return new;
end $$;
create trigger guard_limit_trade before insert on vault.trades for each row when (new.limit_order_id is not null)
  execute function vault.guard_limit_trade();

-- It ends once, and only with its hold; nothing else of it changes but why it waits.
create function vault.guard_limit_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or tg_op = 'INSERT' and new.state <> 'open' or tg_op = 'UPDATE' and (old.state <> 'open'
     or to_jsonb(new) - '{state,because,waits_for,next_try_at,ended_at,reserved}'::text[]
       <> to_jsonb(old) - '{state,because,waits_for,next_try_at,ended_at,reserved}'::text[]) then
    raise exception 'a limit order ends once, and nothing else of it changes' using errcode = 'check_violation', constraint = 'limit_order_ends_once';
  end if;
  if not exists (select from ledger.holds h where h.id = new.hold_id and h.purpose = 'limit_order' and h.subject = new.id::text
       and (h.member_id, h.store, h.expires_at) = (new.member_id, new.store, new.ends_at)
       and (h.asset, h.amount) = (case new.side when 'buy' then new.currency else 'XAU' end,
         case when new.side = 'sell' then new.weight_e4 when new.amount_minor is not null then new.amount_minor
           else ceil(new.weight_e4::numeric * new.limit_minor / 10000)::bigint end)
       and h.state = case new.state when 'open' then 'placed' when 'filled' then 'used' else 'released' end) then
    raise exception 'what a limit order needs is held until it ends' using errcode = 'check_violation', constraint = 'limit_order_is_held';
  end if;
  if (new.state = 'filled') <> exists (select from vault.trades t where t.limit_order_id = new.id) then
    raise exception 'a limit order is filled by its trade' using errcode = 'check_violation', constraint = 'limit_order_has_its_trade';
  end if;
  return new;
end $$;
create trigger guard_limit_order before insert or update or delete on vault.limit_orders for each row execute function vault.guard_limit_order();

-- What was set aside pays for the trade; what it does not need is released.
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('gold_bought', 'cash_held', true, false),
  ('gold_sold', 'gold_held', true, false);
