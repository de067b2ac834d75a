-- A price window takes back trades of grams as well (decision 0086). Older releases may go on beside this: they settle no sale of a kind
-- that they do not know, and a newer one does.
alter table orders.window_sales
  drop constraint window_sales_kind_check,
  add constraint window_sales_kind_check check (kind in ('guarantee', 'quote', 'order', 'cancellation', 'trade_quote', 'purchase', 'trade')),
  drop constraint window_sales_because_check,
  add constraint window_sales_because_check
    check (because in ('gone', 'prepared', 'no_clause', 'refund_waiting', 'settled_high', 'settled_low', 'stopped')),
  drop constraint window_sales_state_check,
  add constraint window_sales_state_check check (state in
    ('waiting', 'void', 'ended', 'choosing', 'bought_again', 'returned', 'repriced', 'listed', 'over', 'left', 'settled')),
  add constraint only_trades_are_repriced check (state <> 'repriced' or kind = 'trade');
comment on column orders.window_sales.sold_ask_minor is
  'per gram, as recorded; of a sale to the house and of a cancellation its bid, or a cancellation''s ask where only that was off';
comment on column orders.window_sales.right_total_minor is
  'what an order or a trade would have cost, or brought, at the right price; what a cancellation would have brought its member';

create or replace function orders.guard_window_sale() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.kind, new.sale_id, new.window_id, new.member_id, new.sold_ask_minor, new.right_ask_minor)
     is distinct from (old.kind, old.sale_id, old.window_id, old.member_id, old.sold_ask_minor, old.right_ask_minor) then
    raise exception 'a sale of a price window stays as it was found' using errcode = 'check_violation', constraint = 'window_sale_stays';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('waiting', 'void'), ('waiting', 'ended'), ('waiting', 'choosing'), ('waiting', 'listed'), ('waiting', 'over'),
    ('choosing', 'bought_again'), ('choosing', 'returned'), ('choosing', 'repriced'), ('choosing', 'listed'), ('choosing', 'over'),
    ('listed', 'over'), ('listed', 'left'), ('listed', 'settled'), ('left', 'settled')) then
    raise exception 'a sale of a price window is decided once' using errcode = 'check_violation', constraint = 'window_sale_is_decided_once';
  end if;
  if new.state = old.state and (new.decided_by, new.decided_because) is distinct from (old.decided_by, old.decided_because) then
    raise exception 'a sale of a price window is decided once' using errcode = 'check_violation', constraint = 'window_sale_is_decided_once';
  end if;
  if new.state in ('left', 'settled') and new.state <> old.state and (new.because is distinct from old.because
     or (new.state = 'settled') <> exists (select from orders.differences d where new.kind = 'cancellation' and d.order_id = new.sale_id)) then
    raise exception 'a line is settled with its difference, and left without one' using errcode = 'check_violation', constraint = 'settled_with_its_difference';
  end if;
  return new;
end $$;

-- What a member is asked about a trade that was made at a wrong price; until they say, what they got for it is held.
create table vault.price_choices (
  trade_id uuid primary key references vault.trades,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  hold_id uuid not null unique references ledger.holds,
  price_minor bigint not null check (price_minor > 0),
  amount_minor bigint not null check (amount_minor > 0),
  value_minor bigint not null check (value_minor >= 0),
  spread_minor bigint not null,
  rounding_minor bigint not null check (rounding_minor >= 0),
  state text not null default 'open' check (state in ('open', 'undone', 'repriced', 'released')),
  made_at timestamptz not null default now(),
  choose_until timestamptz not null,
  ended_at timestamptz,
  tries smallint not null default 0,
  next_try_at timestamptz not null default now(),
  constraint choice_ends_with_its_time check ((state = 'open') = (ended_at is null))
) with (fillfactor = 80);
create index price_choices_by_member on vault.price_choices (member_id, store, made_at);
create index price_choices_open on vault.price_choices (choose_until) where state = 'open';
comment on column vault.price_choices.price_minor is 'of one gram, at the level that followed the window; the other amounts are those of the trade at it';
comment on column vault.price_choices.state is 'released: somebody has to decide, since what was held could not be held any longer';
revoke delete, truncate on vault.price_choices from karat_app;
create trigger member_is_open before insert on vault.price_choices for each row execute function identity.refuse_closed();

create function vault.guard_price_choice() returns trigger language plpgsql as $$
declare
  trade vault.trades;
begin
  if tg_op = 'DELETE' or tg_op = 'INSERT' and new.state <> 'open' or tg_op = 'UPDATE' and (old.state <> 'open'
     or to_jsonb(new) - '{state,ended_at,tries,next_try_at}'::text[] <> to_jsonb(old) - '{state,ended_at,tries,next_try_at}'::text[]) then
    raise exception 'a choice is made once, and nothing else of it changes' using errcode = 'check_violation', constraint = 'price_is_chosen_once';
  end if;
  select * into trade from vault.trades where id = new.trade_id;
  if (trade.member_id, trade.store) is distinct from (new.member_id, new.store)
     or new.amount_minor <> (case trade.side when 'buy' then new.value_minor + new.spread_minor + new.rounding_minor
        else new.value_minor - new.spread_minor - new.rounding_minor end)
     or not exists (select from ledger.holds h where h.id = new.hold_id and h.purpose = 'price_choice' and h.subject = new.trade_id::text
       and (h.member_id, h.store) = (new.member_id, new.store)
       and (h.asset, h.amount) = (case trade.side when 'buy' then 'XAU' else trade.currency end,
         case trade.side when 'buy' then trade.weight_e4 else trade.amount_minor end)
       and h.state = case new.state when 'open' then 'placed' when 'undone' then 'used' else 'released' end) then
    raise exception 'what a trade brought is held until its member has chosen' using errcode = 'check_violation', constraint = 'price_choice_is_held';
  end if;
  return new;
end $$;
create trigger guard_price_choice before insert or update or delete on vault.price_choices for each row execute function vault.guard_price_choice();

insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('trade_undone', 'cash', false, true),
  ('trade_undone', 'cash_held', true, false),
  ('trade_undone', 'trading', true, true),
  ('trade_undone', 'spread', true, true),
  ('trade_undone', 'rounding', true, false),
  ('trade_undone', 'vault', true, true),
  ('trade_undone', 'gold', false, true),
  ('trade_undone', 'gold_held', true, false),
  ('trade_repriced', 'cash', true, true),
  ('trade_repriced', 'trading', true, true),
  ('trade_repriced', 'spread', true, true),
  ('trade_repriced', 'rounding', true, false);
