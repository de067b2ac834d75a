-- The house's own people: who they are, what they may, what they did, and what takes two of them. Nothing here is a member's.
create schema staff;

create table staff.people (
  id uuid primary key,
  email text not null constraint staff_email_is_taken unique check (email = lower(email)),
  name text not null,
  roles text[] not null,
  language text not null,
  password_hash text,
  totp_sealed bytea,
  -- The newest step of the authenticator that was used: a code works once.
  totp_step bigint not null default 0,
  -- A new authenticator that has not proven itself yet.
  totp_next_sealed bytea,
  invited_by uuid references staff.people,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  constraint roles_are_known check (cardinality(roles) > 0 and roles <@ array['owner', 'desk', 'fulfilment', 'support', 'content']),
  constraint both_factors_or_none check ((password_hash is null) = (totp_sealed is null))
);

-- Single-use links with which somebody sets their password and authenticator, the first time or anew.
create table staff.invitations (
  token_hash bytea primary key,
  person_id uuid not null references staff.people,
  totp_sealed bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index invitations_by_person on staff.invitations (person_id);

-- The password was right; the code of the authenticator is still to come.
create table staff.challenges (
  token_hash bytea primary key,
  person_id uuid not null references staff.people,
  tries_used smallint not null default 0 check (tries_used between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create table staff.sessions (
  token_hash bytea primary key,
  id uuid not null unique,
  person_id uuid not null references staff.people,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text,
  device text not null,
  address text not null
);
create index sessions_by_person on staff.sessions (person_id);

-- Tries at passwords and codes that were not proven right, by account and by address.
create table staff.sign_in_failures (
  subject text primary key,
  failures integer not null,
  wait_until timestamptz not null
);

-- Every action of the staff, and every one that was refused for want of a permission. Written with its effect, never changed.
create table staff.actions (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  person_id uuid not null references staff.people,
  person_name text not null,
  action text not null,
  outcome text not null default 'done' check (outcome in ('done', 'refused')),
  subject_kind text,
  subject_id text,
  store text,
  reason text,
  details jsonb not null default '{}',
  address text not null,
  request_id text not null,
  constraint subject_is_whole check ((subject_kind is null) = (subject_id is null))
);
create index actions_by_time on staff.actions (at desc, id desc);
create index actions_by_person on staff.actions (person_id, id desc);
create index actions_by_subject on staff.actions (subject_kind, subject_id, id desc);

create function staff.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'staff.% is append-only', tg_table_name;
end $$;
create trigger actions_stay before update or delete or truncate on staff.actions
  for each statement execute function staff.refuse_change();

-- What takes two people: asked for by one, approved by another, executed once with exactly these parameters.
create table staff.approvals (
  id uuid primary key,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  store text,
  params jsonb not null,
  reason text not null,
  state text not null default 'waiting' check (state in ('waiting', 'executed', 'rejected', 'withdrawn')),
  requested_by uuid not null references staff.people,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_by uuid references staff.people,
  decided_at timestamptz,
  decided_because text,
  constraint decided_has_a_time check ((state = 'waiting') = (decided_at is null)),
  constraint decided_by_somebody check ((state = 'waiting') = (decided_by is null)),
  constraint another_person_approves check (state not in ('executed', 'rejected') or decided_by <> requested_by)
);
create index approvals_by_time on staff.approvals (requested_at desc);
create unique index one_open_approval on staff.approvals (action, subject_kind, subject_id) where state = 'waiting';

-- What staff write down about a member, an order, a piece. Never changed; a later note corrects an earlier one.
create table staff.notes (
  id bigint generated always as identity primary key,
  subject_kind text not null,
  subject_id text not null,
  text text not null,
  person_id uuid not null references staff.people,
  person_name text not null,
  created_at timestamptz not null default now()
);
create index notes_by_subject on staff.notes (subject_kind, subject_id, id desc);
