-- What members ask about their personal data, each with a deadline; and accounts that are closed for good, under a pseudonym.
create schema rights;

create table rights.requests (
  id uuid primary key,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  kind text not null check (kind in ('access', 'correction', 'restriction', 'deletion')),
  state text not null default 'waiting' check (state in ('waiting', 'granted', 'refused', 'withdrawn')),
  about text,
  words text not null default '',
  asked_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  ground text,
  answer text,
  outcome jsonb,
  constraint decided_request_has_a_time check ((state = 'waiting') = (decided_at is null)),
  constraint refused_request_has_a_ground check ((state = 'refused') = (ground is not null)),
  constraint correction_says_of_what check ((kind = 'correction') = (about is not null))
);
create unique index one_request_waits on rights.requests (member_id, kind) where state = 'waiting';
create index requests_due on rights.requests (due_at) where state = 'waiting';
create index requests_by_member on rights.requests (member_id, asked_at desc);
create index requests_by_time on rights.requests (asked_at desc);
comment on column rights.requests.decided_by is 'name of the person of the house, or null: a copy is made by the shop itself, a withdrawal by the member';
comment on column rights.requests.outcome is 'of a deletion: what was deleted, what is kept until when and why';

alter table identity.members
  add column closed_at timestamptz,
  add constraint closed_stays_frozen check (closed_at is null or (frozen_at is not null and frozen_by = 'staff'));
comment on column identity.members.closed_at is 'since when nothing of the row is personal: name and address are a pseudonym';
create index mail_by_member on mail.messages (member_id) where member_id is not null;
