-- What a member's grams cost, kept with every transfer that moves them (decision 0099): the running figures in one row of a member and
-- store, and each step to them. Written by the database from the transfer itself, so no kind of a later release is forgotten and older
-- releases may go on beside this.
create table vault.cost_heads (
  member_id uuid not null,
  store text not null,
  number bigint not null default 0,
  weight_e4 bigint not null default 0,
  cost_minor bigint not null default 0,
  realised_minor bigint not null default 0,
  purchases bigint not null default 0,
  begun_at timestamptz not null,
  moved_at timestamptz not null,
  primary key (member_id, store),
  constraint cost_is_of_grams check (weight_e4 >= 0 and cost_minor >= 0 and (weight_e4 > 0 or cost_minor = 0))
) with (fillfactor = 80);
comment on table vault.cost_heads is 'grams of a member with a store, held ones too, and what they cost: the last of vault.cost_steps';

create table vault.cost_steps (
  member_id uuid not null,
  store text not null,
  number bigint not null check (number > 0),
  transfer_id uuid not null,
  at timestamptz not null,
  weight_e4 bigint not null,
  cost_minor bigint not null,
  result_minor bigint not null,
  price_minor bigint,
  weight_after bigint not null,
  cost_after bigint not null,
  realised_after bigint not null,
  purchases_after bigint not null,
  primary key (member_id, store, number),
  constraint a_transfer_is_one_step_of_a_member unique (transfer_id, member_id),
  constraint cost_is_of_grams check (weight_after >= 0 and cost_after >= 0 and (weight_after > 0 or cost_after = 0))
);
create index cost_steps_by_moment on vault.cost_steps (member_id, store, at desc, number desc) include (weight_after, purchases_after);
comment on column vault.cost_steps.price_minor is 'of one gram: the bid of that moment, of grams that came without being bought; null where there was no price yet';
comment on column vault.cost_steps.result_minor is 'what a sale brought more than its grams had cost';
revoke insert, update, delete, truncate on vault.cost_heads, vault.cost_steps from karat_app;

-- What the house paid for a gram at a moment, by the spread of an open market; null before there was a price.
create function vault.bid_at(code text, moment timestamptz) returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select div(spot.close::numeric * (10000 + spread.bid_bps), 10000)::bigint
  from stores.stores s
  cross join lateral (
    select close from (
      (select close, starts_at from pricing.candles where currency = s.currency and span = '1m' and zone = 'UTC' and starts_at <= moment
        order by starts_at desc limit 1)
      union all
      (select close, starts_at from pricing.candles where currency = s.currency and span = '1h' and zone = 'UTC' and starts_at <= moment
        order by starts_at desc limit 1)
      union all
      (select close, starts_at from pricing.candles where currency = s.currency and span = '1d' and zone = s.time_zone and starts_at <= moment
        order by starts_at desc limit 1)) as candle
    order by starts_at desc limit 1) as spot
  cross join lateral (
    select bid_bps from pricing.spreads where store = s.code order by set_at <= moment desc,
      case when set_at <= moment then set_at end desc, set_at, id desc limit 1) as spread
  where s.code = bid_at.code
$$;

-- One member's step. What is bought costs what was paid. What comes otherwise costs the bid of that moment. What leaves takes its share of
-- the cost, rounded down, and the last gram all of it; a sale alone has a result. What comes back has the cost that it had.
create function vault.keep_cost_of(t ledger.transfers, member uuid, code text, grams bigint, money bigint) returns void
  language plpgsql security definer set search_path = vault, pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  head vault.cost_heads;
  was vault.cost_steps;
  redeemed vault.redemptions;
  share bigint := 0;
  cost bigint;
  result bigint := 0;
  price bigint;
  traded bigint;
  is_purchase boolean := false;
  moment timestamptz := coalesce(t.happened_at, t.created_at);
begin
  select * into head from cost_heads h where (h.member_id, h.store) = (member, code) for no key update;
  if not found then
    insert into cost_heads (member_id, store, begun_at, moved_at) values (member, code, moment, moment) on conflict do nothing;
    select * into strict head from cost_heads h where (h.member_id, h.store) = (member, code) for no key update;
  end if;
  moment := greatest(moment, head.moved_at);
  if grams < 0 and head.weight_e4 > 0 then
    share := case when grams = -head.weight_e4 then head.cost_minor else div(head.cost_minor::numeric * -grams, head.weight_e4)::bigint end;
  end if;

  if t.kind in ('gold_bought', 'gold_sold') then
    traded := abs(money);
  elsif t.kind = 'demo_history' then
    select amount_minor into traded from past_trades where id = t.reference::uuid;
  elsif t.kind = 'trade_repriced' then
    cost := 0;
    result := money;
    if head.weight_e4 > 0 and (select side = 'buy' from trades where id = t.reference::uuid) then
      cost := greatest(-money, -head.cost_minor);
      result := money + cost;
    end if;
  elsif t.kind = 'trade_undone' or t.reverses is not null then
    select s.* into was from cost_steps s where s.member_id = member and s.transfer_id = coalesce(t.reverses, (
      select o.id from ledger.transfers o where o.kind = case when grams < 0 then 'gold_bought' else 'gold_sold' end and o.reference = t.reference));
    if was.number is not null and grams > 0 then
      cost := -was.cost_minor;
      result := -was.result_minor;
    elsif was.number is not null then
      cost := -case when grams = -head.weight_e4 then head.cost_minor else least(head.cost_minor, was.cost_minor) end;
      result := was.cost_minor + cost;
    end if;
  elsif t.kind = 'redemption_returned' then
    select r.* into redeemed from redemption_returns b join redemptions r on r.id = b.redemption_id where b.id = t.reference::uuid;
    select s.* into was from cost_steps s join ledger.transfers o on o.id = s.transfer_id
      where s.member_id = member and o.kind = 'gold_redeemed' and o.reference = redeemed.id::text;
    if was.number is not null then
      select div(-was.cost_minor::numeric * (coalesce(sum(s.weight_e4), 0) + grams), redeemed.weight_e4)::bigint - coalesce(sum(s.cost_minor), 0)
        into cost
        from redemption_returns b join ledger.transfers o on o.kind = 'redemption_returned' and o.reference = b.id::text
        join cost_steps s on s.transfer_id = o.id and s.member_id = member where b.redemption_id = redeemed.id;
    end if;
  end if;

  if traded is not null and grams > 0 then
    cost := traded;
    is_purchase := true;
  elsif traded is not null then
    cost := -share;
    result := traded - share;
  elsif cost is null and grams > 0 then
    price := bid_at(code, moment);
    cost := div(grams::numeric * coalesce(price, 0), 10000)::bigint;
  elsif cost is null then
    cost := -share;
  end if;

  update cost_heads h set number = h.number + 1, weight_e4 = h.weight_e4 + grams, cost_minor = h.cost_minor + cost,
      realised_minor = h.realised_minor + result, purchases = h.purchases + is_purchase::int, moved_at = moment
    where (h.member_id, h.store) = (member, code) returning * into head;
  insert into cost_steps (member_id, store, number, transfer_id, at, weight_e4, cost_minor, result_minor, price_minor, weight_after, cost_after,
      realised_after, purchases_after)
    values (member, code, head.number, t.id, moment, grams, cost, result, price, head.weight_e4, head.cost_minor, head.realised_minor,
      head.purchases);
end $$;

-- A member's grams are those that holds have set aside too, so placing and releasing one is no step. The heads of several members are
-- taken in one order, after the balances that the transfer itself has locked.
create function vault.keep_cost(t ledger.transfers) returns void
  language plpgsql security definer set search_path = vault, pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  own record;
begin
  for own in
    select a.member_id, a.store, coalesce(sum(leg.amount) filter (where a.gold), 0)::bigint as grams,
      coalesce(sum(leg.amount) filter (where not a.gold), 0)::bigint as money
    from unnest(t.accounts, t.amounts) as leg(account_id, amount)
    cross join lateral (
      select member_id, store, gold from ledger.accounts where id = leg.account_id and member_id is not null offset 0) as a
    group by a.member_id, a.store
    having coalesce(sum(leg.amount) filter (where a.gold), 0) <> 0 or t.kind = 'trade_repriced' order by a.member_id, a.store
  loop
    perform vault.keep_cost_of(t, own.member_id, own.store, own.grams, own.money);
  end loop;
end $$;

-- What the books have already, in its order.
do $$
declare
  t ledger.transfers;
begin
  lock table ledger.transfers in share row exclusive mode;
  for t in
    select * from ledger.transfers x where x.kind = 'trade_repriced' or exists (
      select from unnest(x.accounts) as leg(account_id) join ledger.accounts a on a.id = leg.account_id and a.member_id is not null and a.gold)
    order by coalesce(x.happened_at, x.created_at), x.created_at, x.id
  loop
    perform vault.keep_cost(t);
  end loop;
end $$;

create function vault.keep_cost_of_transfer() returns trigger
  language plpgsql security definer set search_path = vault, pg_catalog, pg_temp as $$
begin
  perform vault.keep_cost(new);
  return null;
end $$;
revoke execute on function vault.keep_cost_of(ledger.transfers, uuid, text, bigint, bigint), vault.keep_cost(ledger.transfers) from public, karat_app;
-- Triggers fire in the order of their names: entries and balances come first, which refuse what is not there.
create trigger write_steps_of_cost after insert on ledger.transfers for each row execute function vault.keep_cost_of_transfer();
alter table ledger.transfers enable always trigger write_steps_of_cost;

-- Both tables change with a transfer and not otherwise, whoever asks.
create function vault.only_from_a_transfer() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% on vault.% is refused: grams cost what transfers say', tg_op, tg_table_name
      using errcode = 'insufficient_privilege', constraint = 'cost_moves_by_transfers';
  end if;
  return null;
end $$;
create trigger by_transfer before insert or update on vault.cost_heads for each statement execute function vault.only_from_a_transfer();
create trigger by_transfer before insert on vault.cost_steps for each statement execute function vault.only_from_a_transfer();
create trigger append_only before update or delete on vault.cost_steps for each row execute function vault.refuse_change();
create trigger never_removed before delete on vault.cost_heads for each row execute function vault.refuse_change();
create trigger never_emptied before truncate on vault.cost_steps for each statement execute function vault.refuse_change();
create trigger never_emptied before truncate on vault.cost_heads for each statement execute function vault.refuse_change();
