-- Authenticator apps: the secret is sealed under the master key and bound to its member; the newest step used stands beside
-- it, so that a code works once. Recovery codes stand in for the app when the phone is gone.
create table identity.authenticators (
  member_id uuid primary key references identity.members,
  sealed_secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);
comment on column identity.authenticators.confirmed_at is 'null while the app has not shown a right code: nothing asks for it yet';

create table identity.recovery_codes (
  member_id uuid not null references identity.members,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (member_id, code_hash)
);
