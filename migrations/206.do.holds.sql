-- Holds: money and grams of a member set aside for a purpose, until an end (G13, docs/decisions/0053-holds.md).
-- Older releases may go on beside this.
insert into ledger.account_kinds (kind, holder, gold, floored) values
  ('cash_held', 'member', false, true),
  ('gold_held', 'member', true, true);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('hold_placed', 'cash', true, false),
  ('hold_placed', 'cash_held', false, true),
  ('hold_placed', 'gold', true, false),
  ('hold_placed', 'gold_held', false, true),
  ('hold_released', 'cash', false, true),
  ('hold_released', 'cash_held', true, false),
  ('hold_released', 'gold', false, true),
  ('hold_released', 'gold_held', true, false);

create table ledger.holds (
  id uuid primary key,
  store text not null references stores.stores,
  member_id uuid not null references identity.members,
  asset text not null,
  amount bigint not null constraint hold_has_an_amount check (amount > 0),
  purpose text not null constraint hold_has_a_purpose check (purpose ~ '^[a-z_]{1,60}$'),
  subject text not null,
  placed_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  state text not null default 'placed' check (state in ('placed', 'released', 'used')),
  used bigint,
  resolved_at timestamptz,
  constraint hold_has_an_end check (expires_at > placed_at),
  constraint hold_is_open_or_resolved check ((state = 'placed') = (resolved_at is null)),
  constraint hold_is_used_in_part check ((state = 'used') = (used is not null) and (used is null or used between 1 and amount))
);
create unique index hold_of_a_subject_is_single on ledger.holds (purpose, subject) where state = 'placed';
create index holds_by_end on ledger.holds (expires_at) where state = 'placed';
create index holds_by_member on ledger.holds (member_id);
comment on column ledger.holds.amount is 'in the smallest unit of the asset';
comment on column ledger.holds.subject is 'the id of what it is for; it has at most one open hold';
comment on column ledger.holds.used is 'how much of the amount went where the purpose leads; the rest was released with it';

-- The moment of a resolution is the database's own: what is past its end is released, not used, whether a round has come or not.
create function ledger.guard_hold() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'placed' then
      raise exception 'a hold begins open' using errcode = 'check_violation', constraint = 'hold_begins_open';
    end if;
    return new;
  end if;
  if old.state <> 'placed' then
    raise exception 'this hold is resolved' using errcode = 'check_violation', constraint = 'hold_resolves_once';
  end if;
  if new.state = 'placed' or (new.id, new.store, new.member_id, new.asset, new.amount, new.purpose, new.subject, new.placed_at, new.expires_at)
     is distinct from (old.id, old.store, old.member_id, old.asset, old.amount, old.purpose, old.subject, old.placed_at, old.expires_at) then
    raise exception 'a hold is only resolved, not changed' using errcode = 'insufficient_privilege';
  end if;
  new.resolved_at := clock_timestamp();
  if new.state = 'used' and new.resolved_at >= old.expires_at then
    raise exception 'this hold is past its end' using errcode = 'check_violation', constraint = 'hold_is_in_time';
  end if;
  return new;
end $$;
create trigger guarded before insert or update on ledger.holds for each row execute function ledger.guard_hold();
create trigger never_removed before delete on ledger.holds for each row execute function ledger.refuse_change();
create trigger never_emptied before truncate on ledger.holds for each statement execute function ledger.refuse_change();
alter table ledger.holds enable always trigger guarded;
alter table ledger.holds enable always trigger never_removed;
alter table ledger.holds enable always trigger never_emptied;
create trigger member_is_open before insert on ledger.holds for each row execute function identity.refuse_closed();
revoke delete, truncate on ledger.holds from karat_app;
