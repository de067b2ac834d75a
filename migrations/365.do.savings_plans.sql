-- Savings plans (decision 0114): grams that a member buys by a fixed amount on days that they have named. Older releases may go on beside this.
alter table vault.quotes drop constraint quote_is_of_a_kind,
  add constraint quote_is_of_a_kind check (kind in ('buy', 'buy_outside', 'sell', 'business_buy', 'business_sell', 'plan'));
drop trigger buying_is_open on vault.quotes;
create trigger buying_is_open before insert on vault.quotes for each row
  when (new.kind in ('buy', 'buy_outside', 'business_buy', 'plan')) execute function backing.refuse_quote_while_closed();

create table vault.plans (
  id uuid primary key,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  rhythm text not null check (rhythm in ('daily', 'weekly', 'monthly')),
  on_day smallint,
  ceiling_minor bigint check (ceiling_minor > 0),
  state text not null default 'active' check (state in ('active', 'paused', 'ended')),
  because text check (because in ('member', 'missed', 'staff')),
  due_on date,
  next_at timestamptz,
  waits_for text check (waits_for in ('account', 'gold')),
  missed smallint not null default 0 check (missed >= 0),
  begun_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint plan_has_its_day check (case rhythm when 'daily' then on_day is null when 'weekly' then on_day between 1 and 7 else on_day between 1 and 31 end),
  constraint plan_that_goes_on_has_a_next_day check ((state = 'active') = (due_on is not null) and (state = 'active') = (next_at is not null)),
  constraint plan_that_is_paused_says_why check ((state = 'paused') = (because is not null)),
  constraint plan_ends_with_its_time check ((state = 'ended') = (ended_at is not null)),
  constraint plan_that_waits_goes_on check (waits_for is null or state = 'active')
) with (fillfactor = 80);
comment on column vault.plans.on_day is 'weekly: 1 Monday to 7 Sunday; monthly: day of the month, or its last one where it has no such day';
comment on column vault.plans.ceiling_minor is 'the most that one gram may cost; null: whatever it costs';
comment on column vault.plans.due_on is 'day of the store whose run is next';
comment on column vault.plans.next_at is 'when it is looked at next: for its run, or for another try of it';
comment on column vault.plans.waits_for is 'why a run that is due has not begun: something that its member did not cause and that is no try';
comment on column vault.plans.missed is 'runs missed in a row';
create index plans_to_run on vault.plans (store, next_at) where state = 'active';
create index plans_of_a_member on vault.plans (member_id, store, begun_at desc);
create trigger member_is_open before insert on vault.plans for each row execute function identity.refuse_closed();
create trigger member_may_move before insert on vault.plans for each row execute function cases.refuse_stopped();

create function vault.guard_plan() returns trigger language plpgsql as $$
begin
  if old.state = 'ended' or (new.id, new.member_id, new.store, new.currency, new.begun_at) <> (old.id, old.member_id, old.store, old.currency, old.begun_at) then
    raise exception 'a plan that has ended stays so, and whose it is never changes' using errcode = 'insufficient_privilege', constraint = 'plan_stays';
  end if;
  return new;
end $$;
create trigger guard_plan before update on vault.plans for each row execute function vault.guard_plan();

-- What became of a plan on one of its days: one row, so that nothing is bought twice for it.
create table vault.plan_runs (
  plan_id uuid not null references vault.plans on delete cascade,
  due_on date not null,
  member_id uuid not null references identity.members,
  currency text not null,
  state text not null check (state in ('trying', 'done', 'skipped', 'too_dear', 'missed')),
  tries smallint not null default 0 check (tries >= 0),
  problem text check (problem in ('balance_too_low', 'cash_disputed', 'level')),
  price_minor bigint check (price_minor > 0),
  trade_id uuid constraint trade_is_of_one_run unique references vault.trades,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (plan_id, due_on),
  constraint run_that_is_done_bought check ((state = 'done') = (trade_id is not null)),
  constraint run_ends_with_its_time check ((state = 'trying') = (ended_at is null)),
  constraint run_that_is_tried_says_why check (state not in ('trying', 'missed') or problem is not null and tries > 0),
  constraint run_too_dear_says_the_price check ((state = 'too_dear') = (price_minor is not null))
) with (fillfactor = 80);
create unique index one_run_is_tried on vault.plan_runs (plan_id) where state = 'trying';
create index plan_runs_of_a_member on vault.plan_runs (member_id);
comment on column vault.plan_runs.problem is 'why the last try bought nothing';
comment on column vault.plan_runs.price_minor is 'what one gram cost when that was more than the plan allows';
create trigger member_is_open before insert on vault.plan_runs for each row execute function identity.refuse_closed();

create function vault.guard_plan_run() returns trigger language plpgsql as $$
begin
  if old.state <> 'trying' or (new.plan_id, new.due_on, new.member_id, new.currency, new.began_at) <> (old.plan_id, old.due_on, old.member_id, old.currency, old.began_at) then
    raise exception 'a run that has ended stays what it was' using errcode = 'insufficient_privilege', constraint = 'plan_run_stays';
  end if;
  return new;
end $$;
create trigger guard_plan_run before update on vault.plan_runs for each row execute function vault.guard_plan_run();
