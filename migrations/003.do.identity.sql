-- Members, their sessions, their one-time codes, and the counters that slow a guesser down.
create schema identity;

create table identity.members (
  id uuid primary key,
  email text constraint email_is_taken unique check (email = lower(email)),
  mobile text constraint mobile_is_taken unique,
  name text not null,
  store text not null references stores.stores,
  language text not null,
  password_hash text not null,
  pin_hash text,
  pin_tries_used smallint not null default 0 check (pin_tries_used between 0 and 3),
  pin_tried_at timestamptz,
  pin_locked_at timestamptz,
  agreement_version text not null,
  invited_by text,
  referred_by text,
  created_at timestamptz not null default now(),
  constraint member_is_reachable check (email is not null or mobile is not null)
);

create table identity.sessions (
  token_hash bytea primary key,
  id uuid not null unique,
  member_id uuid not null references identity.members,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text,
  device text not null,
  address text not null
);
create index sessions_by_member on identity.sessions (member_id);

-- Sign-up codes: what the visitor said waits here, hashed where it is secret, until the code comes back.
create table identity.codes (
  id uuid primary key,
  purpose text not null,
  destination text not null,
  code_hash bytea not null,
  details jsonb not null default '{}',
  tries_used smallint not null default 0 check (tries_used between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index codes_by_destination on identity.codes (destination, purpose, created_at desc);

comment on column identity.members.pin_tries_used is 'tries taken and not proven right; a try is taken before its PIN is compared';

-- Tries at passwords that were not proven right, by account, by account and address, and by address.
create table identity.sign_in_failures (
  subject text primary key,
  failures integer not null,
  first_at timestamptz not null,
  wait_until timestamptz not null
);

create table identity.rate_windows (
  subject text not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (subject, window_start)
);
