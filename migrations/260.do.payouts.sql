-- Money of a cash balance that leaves the house (decision 0068). Older releases may go on beside this: one of them leaves holds of a
-- purpose that it does not know, and does not understand notices of payouts, which newer ones ask about anyway.
insert into ledger.account_kinds (kind, holder, gold, floored) values ('payout_clearing', 'house', false, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('payout_accepted', 'cash_held', true, false),
  ('payout_accepted', 'payout_clearing', false, true),
  ('payout_paid', 'payout_clearing', true, false),
  ('payout_paid', 'bank', false, true),
  ('payout_failed', 'payout_clearing', true, false),
  ('payout_failed', 'cash', false, true),
  ('payout_returned', 'bank', true, false),
  ('payout_returned', 'cash', false, true),
  ('payout_returned', 'payout_clearing', false, true);

create sequence vault.payout_numbers start 100001;
create table vault.payouts (
  id uuid primary key,
  number text not null constraint payout_number_is_single unique,
  holder_id uuid not null references vault.holders,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  destination_id uuid not null references payouts.destinations,
  provider text not null,
  hold_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'paying', 'paid', 'failed', 'returned', 'cancelled')),
  tries smallint not null default 0 check (tries between 0 and 100),
  next_try_at timestamptz,
  failure text,
  requested_at timestamptz not null default now(),
  accepted_at timestamptz,
  paid_at timestamptz,
  ended_at timestamptz,
  returned_to text check (returned_to in ('cash', 'payout_clearing')),
  constraint payout_is_tried_while_it_waits check (next_try_at is null or state in ('pending', 'paying')),
  constraint payout_is_paid_with_its_times check ((state in ('paid', 'returned')) = (paid_at is not null) and (paid_at is null or accepted_at is not null)),
  constraint payout_ends_with_its_time check ((state in ('failed', 'returned', 'cancelled')) = (ended_at is not null)),
  constraint payout_that_fails_says_why check ((state in ('failed', 'returned')) = (failure is not null)),
  constraint payout_returns_somewhere check ((state = 'returned') = (returned_to is not null))
) with (fillfactor = 80);
create index payouts_by_holder on vault.payouts (holder_id, requested_at desc);
create index payouts_by_member on vault.payouts (member_id, requested_at desc);
create index payouts_to_try on vault.payouts (next_try_at) where next_try_at is not null;
create index payouts_by_state on vault.payouts (state, requested_at desc);
comment on column vault.payouts.accepted_at is 'since when a provider has taken it on: from then on its money is in payout_clearing, before that in its hold';
comment on column vault.payouts.returned_to is 'payout_clearing: the account of its member was closed meanwhile';
create trigger member_is_open before insert on vault.payouts for each row execute function identity.refuse_closed();

-- One question to the provider each: its id is the reference under which the provider pays it once.
create table vault.payout_tries (
  id uuid primary key,
  payout_id uuid not null references vault.payouts,
  number smallint not null check (number > 0),
  state text not null default 'asking' check (state in ('asking', 'accepted', 'paid', 'failed', 'returned')),
  asks integer not null default 0,
  next_ask_at timestamptz default now(),
  provider_reference text,
  failure text,
  made_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint try_is_numbered_once unique (payout_id, number)
) with (fillfactor = 80);
-- What may have been paid, or was, is not tried again.
create unique index one_living_try on vault.payout_tries (payout_id) where state <> 'failed';
create index tries_to_ask on vault.payout_tries (next_ask_at) where next_ask_at is not null;

create function vault.guard_payout() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not (new.state = old.state or (old.state, new.state) in
       (('pending', 'paying'), ('pending', 'cancelled'), ('pending', 'failed'), ('paying', 'paid'), ('paying', 'failed'), ('paid', 'returned')))
     or old.state in ('failed', 'returned', 'cancelled')
     or old.accepted_at is not null and new.accepted_at is distinct from old.accepted_at
     or old.paid_at is not null and new.paid_at is distinct from old.paid_at
     or to_jsonb(new) - '{state,tries,next_try_at,failure,accepted_at,paid_at,ended_at,returned_to,hold_id}'::text[]
       <> to_jsonb(old) - '{state,tries,next_try_at,failure,accepted_at,paid_at,ended_at,returned_to,hold_id}'::text[] then
    raise exception 'a payout goes one way, and what was asked for stays' using errcode = 'insufficient_privilege', constraint = 'payout_stays';
  end if;
  return new;
end $$;
create trigger guard_payout before update or delete on vault.payouts for each row execute function vault.guard_payout();

create function vault.guard_payout_try() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not (new.state = old.state or (old.state, new.state) in
       (('asking', 'accepted'), ('asking', 'paid'), ('asking', 'failed'), ('accepted', 'paid'), ('accepted', 'failed'), ('paid', 'returned')))
     or (new.id, new.payout_id, new.number, new.made_at) is distinct from (old.id, old.payout_id, old.number, old.made_at) then
    raise exception 'a try is decided once' using errcode = 'insufficient_privilege', constraint = 'payout_try_stays';
  end if;
  return new;
end $$;
create trigger guard_payout_try before update or delete on vault.payout_tries for each row execute function vault.guard_payout_try();
revoke delete, truncate on vault.payouts, vault.payout_tries from karat_app;
