-- A price window: sales made at a price that was an evident error are taken back. Two people, a reason, and only under an
-- agreement with the clause that its member had accepted before.

-- What a version of the agreement has in it that the shop's own rules look at.
alter table content.agreements add column clauses text[] not null default '{}'
  constraint clauses_are_known check (clauses <@ array['price_window']);

-- Which member accepted which version, when. The first is that of the sign-up.
create table identity.agreement_acceptances (
  member_id uuid not null references identity.members,
  store text not null,
  version text not null,
  accepted_at timestamptz not null default now(),
  primary key (member_id, store, version)
);
insert into identity.agreement_acceptances (member_id, store, version, accepted_at)
  select id, store, agreement_version, created_at from identity.members;

create trigger member_is_open before insert on identity.agreement_acceptances for each row execute function identity.refuse_closed();

create function identity.accept_at_sign_up() returns trigger language plpgsql as $$
begin
  insert into identity.agreement_acceptances (member_id, store, version, accepted_at)
  values (new.id, new.store, new.agreement_version, new.created_at);
  return null;
end $$;
create trigger accepts_at_sign_up after insert on identity.members for each row execute function identity.accept_at_sign_up();

create table orders.price_windows (
  id uuid primary key,
  store text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  level_tick bigint not null,
  level_at timestamptz not null,
  reason text not null,
  requested_by text not null,
  approved_by text not null,
  approved_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint window_ends_after_it_begins check (from_at < to_at),
  constraint window_is_over check (to_at <= approved_at),
  constraint level_is_later check (level_at >= to_at),
  constraint two_people_close_it check (requested_by <> approved_by)
);
create index price_windows_by_time on orders.price_windows (approved_at desc);
comment on column orders.price_windows.level_tick is 'the first accepted tick after the window: what the right price is read from';

-- The sales of a window, each with what becomes of it. A sale is in one window at most.
create table orders.window_sales (
  kind text not null check (kind in ('guarantee', 'quote', 'order')),
  sale_id uuid not null,
  window_id uuid not null references orders.price_windows,
  member_id uuid not null references identity.members,
  currency text not null,
  sold_ask_minor bigint not null check (sold_ask_minor > 0),
  right_ask_minor bigint not null check (right_ask_minor > 0),
  right_total_minor bigint check (right_total_minor > 0),
  state text not null default 'waiting'
    check (state in ('waiting', 'void', 'ended', 'choosing', 'bought_again', 'returned', 'listed', 'over')),
  because text check (because in ('gone', 'prepared', 'no_clause', 'refund_waiting')),
  choose_until timestamptz,
  tries smallint not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (kind, sale_id),
  constraint a_choice_has_its_end check (state <> 'choosing' or choose_until is not null),
  constraint listed_has_a_reason check ((state = 'listed') = (because is not null)),
  constraint off_by_two_percent check (abs(sold_ask_minor - right_ask_minor) * 10000 >= right_ask_minor * 200)
) with (fillfactor = 80);
create index window_sales_by_window on orders.window_sales (window_id);
create index window_sales_open on orders.window_sales (next_try_at) where state in ('waiting', 'choosing');

create function orders.guard_window_sale() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.kind, new.sale_id, new.window_id, new.member_id, new.sold_ask_minor, new.right_ask_minor)
     is distinct from (old.kind, old.sale_id, old.window_id, old.member_id, old.sold_ask_minor, old.right_ask_minor) then
    raise exception 'a sale of a price window stays as it was found' using errcode = 'check_violation', constraint = 'window_sale_stays';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('waiting', 'void'), ('waiting', 'ended'), ('waiting', 'choosing'), ('waiting', 'listed'), ('waiting', 'over'),
    ('choosing', 'bought_again'), ('choosing', 'returned'), ('choosing', 'listed'), ('choosing', 'over')) then
    raise exception 'a sale of a price window is decided once' using errcode = 'check_violation', constraint = 'window_sale_is_decided_once';
  end if;
  return new;
end $$;
create trigger guard_window_sale before update or delete on orders.window_sales for each row execute function orders.guard_window_sale();
