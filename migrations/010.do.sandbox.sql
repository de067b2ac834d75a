-- The sandbox acquirer's own books. It is an outside provider that happens to run in this process: no table of the shop is named here.
create schema sandbox;

create table sandbox.charges (
  id text primary key,
  reference text not null constraint sandbox_reference_is_single unique,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  description text not null,
  return_url text not null,
  webhook_url text not null,
  state text not null default 'open' check (state in ('open', 'challenge', 'captured', 'declined', 'expired')),
  scenario text,
  decline_reason text,
  wrong_codes smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  capture_at timestamptz,
  decided_at timestamptz,
  constraint decided_has_a_time check ((state in ('captured', 'declined', 'expired')) = (decided_at is not null))
) with (fillfactor = 80);
create index charges_undecided on sandbox.charges (coalesce(capture_at, expires_at)) where state in ('open', 'challenge');
comment on column sandbox.charges.scenario is 'what the test card stands for; card numbers are never stored';
comment on column sandbox.charges.capture_at is 'the card was accepted, but its bank answers only then';

create table sandbox.notices (
  id text primary key,
  charge_id text not null references sandbox.charges,
  type text not null,
  body text not null,
  url text not null,
  copies smallint not null default 1,
  tries smallint not null default 0,
  next_try_at timestamptz not null default now(),
  delivered_at timestamptz,
  created_at timestamptz not null default now()
);
create index notices_waiting on sandbox.notices (next_try_at) where delivered_at is null;
