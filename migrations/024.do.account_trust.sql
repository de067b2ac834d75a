-- What makes an account one that people trust: links and codes, the day's pause on what goes out, freezing, unlocking,
-- known devices, and sign-ins of two steps.
alter table identity.members
  add column frozen_at timestamptz,
  add column frozen_by text constraint frozen_by_somebody check (frozen_by in ('member', 'staff')),
  add constraint frozen_has_author check ((frozen_at is null) = (frozen_by is null));

-- A code belongs to what it was asked from: a session, or a sign-in that has begun.
alter table identity.codes
  add column member_id uuid references identity.members,
  add column bound_to uuid;
create index codes_by_origin on identity.codes (bound_to, purpose, created_at desc) where bound_to is not null;

-- Every code and link that left, to count them by destination: 'anybody' may ask for the ones, the others follow a proof.
create table identity.sendings (
  id bigint generated always as identity primary key,
  destination text not null,
  budget text not null check (budget in ('anybody', 'proven')),
  sent_at timestamptz not null default clock_timestamp()
);
create index sendings_by_destination on identity.sendings (destination, budget, sent_at desc);
insert into identity.sendings (destination, budget, sent_at)
  select destination, 'anybody', created_at from identity.codes where created_at > now() - interval '1 day';

-- Links in messages. No member: the link was asked for an account that nobody has, and nobody was told its token.
create table identity.links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('reset_password', 'verify_email', 'cancel_change', 'freeze')),
  member_id uuid references identity.members,
  details jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text,
  constraint link_ends_for_a_reason check ((ended_at is null) = (ended_because is null))
);
create unique index one_living_link on identity.links (purpose, member_id)
  where ended_at is null and purpose in ('reset_password', 'verify_email');
create index links_by_member on identity.links (member_id) where ended_at is null;

create table identity.outgoing_pauses (
  id bigint generated always as identity primary key,
  member_id uuid not null references identity.members,
  reason text not null check (reason in ('email', 'mobile', 'password', 'pin', 'payout_account')),
  began_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null
);
create index outgoing_pauses_by_member on identity.outgoing_pauses (member_id, ends_at desc);

create table identity.unlocks (
  id bigint generated always as identity primary key,
  member_id uuid not null references identity.members,
  unlocked_at timestamptz not null default clock_timestamp(),
  address text not null
);
create index unlocks_by_member on identity.unlocks (member_id, unlocked_at desc);

-- Browsers in which a member has shown both factors. One browser may be known to several members.
create table identity.devices (
  token_hash bytea not null,
  member_id uuid not null references identity.members,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (token_hash, member_id)
);
create index devices_by_member on identity.devices (member_id);

-- The known device that a session stands on.
alter table identity.sessions add column device_hash bytea;

-- Sign-ins that are not finished. No member: the account is nobody's, and no code can be right.
create table identity.sign_ins (
  id uuid primary key,
  member_id uuid references identity.members,
  destination text not null,
  channel text not null check (channel in ('email', 'sms')),
  proven text not null check (proven in ('nothing', 'password', 'code')),
  address text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sign_ins_by_member on identity.sign_ins (member_id) where ended_at is null;
