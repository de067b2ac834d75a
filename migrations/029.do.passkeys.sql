-- Passkeys: the public half stays here, the private one with the member's device. A challenge is good for one answer.
create table identity.passkeys (
  id uuid primary key,
  member_id uuid not null references identity.members,
  credential_id text not null constraint passkey_is_single unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  synced boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_member on identity.passkeys (member_id);
comment on column identity.passkeys.synced is 'kept by an account of the device''s maker, so that it outlives the device';

create table identity.passkey_challenges (
  id uuid primary key,
  challenge text not null,
  purpose text not null check (purpose in ('add', 'sign_in')),
  member_id uuid references identity.members,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint challenge_to_add_has_a_member check ((purpose = 'add') = (member_id is not null))
);
