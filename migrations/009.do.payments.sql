-- Payments at providers, and the inbox where their signed notices wait until processed.
create schema payments;

create table payments.payments (
  id uuid primary key,
  order_id uuid not null,
  member_id uuid not null references identity.members,
  store text not null,
  provider text not null,
  method text not null,
  provider_reference text,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null default 'created' check (state in ('created', 'pending', 'unknown', 'captured', 'declined', 'expired')),
  allocation text check (allocation in ('order', 'suspense')),
  pay_url text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  captured_at timestamptz,
  decline_reason text,
  constraint provider_reference_is_single unique (provider, provider_reference),
  constraint captured_is_allocated check ((state = 'captured') = (allocation is not null))
) with (fillfactor = 80);
create index payments_by_order on payments.payments (order_id, created_at desc);
create unique index one_open_payment on payments.payments (order_id) where state in ('created', 'pending', 'unknown');
create index payments_to_ask on payments.payments (checked_at nulls first) where state in ('pending', 'unknown');

create table payments.events (
  provider text not null,
  event_id text not null,
  type text not null,
  provider_reference text,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  tries smallint not null default 0,
  next_try_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text,
  last_error text,
  constraint event_is_stored_once primary key (provider, event_id)
);
create index events_waiting on payments.events (next_try_at) where processed_at is null;
