-- What the staff are told in the back office and by letter, as each of them chose (decision 0144). Nothing in it names a member: a notice has
-- the number of what it is about, and whoever opens that needs the permission for it.
-- Older releases may go on beside this.
create table staff.notice_choices (
  person_id uuid not null references staff.people,
  kind text not null constraint notice_kind_is_known check (kind in ('order', 'approval', 'late', 'feed', 'stock', 'breach')),
  in_office boolean not null,
  by_mail boolean not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (person_id, kind),
  -- That gold is short is told to everybody who may see the vault, one way or the other.
  constraint breach_is_told check (kind <> 'breach' or in_office or by_mail)
);
revoke delete, truncate on staff.notice_choices from karat_app;

create table staff.notices (
  id uuid primary key,
  person_id uuid not null references staff.people,
  -- What happened, once: nobody has two notices of it.
  occasion uuid not null,
  kind text not null constraint notice_kind_is_known check (kind in ('order', 'approval', 'late', 'feed', 'stock', 'breach')),
  said text not null,
  permission text not null,
  subject_id text not null,
  number text not null,
  store text,
  in_office boolean not null,
  by_mail boolean not null,
  happened_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  over_at timestamptz,
  mailed_at timestamptz,
  constraint told_once unique (person_id, occasion),
  constraint told_some_way check (in_office or by_mail),
  constraint only_mail_is_mailed check (mailed_at is null or by_mail)
);
comment on column staff.notices.permission is 'asked when the notice is written and whenever it is read';
comment on column staff.notices.over_at is 'since when nothing waits any more of what it is about';
create index notices_by_person on staff.notices (person_id, happened_at desc, id) where in_office;
create index notices_unread on staff.notices (person_id) where in_office and read_at is null and over_at is null;
create index notices_to_mail on staff.notices (person_id, kind) where by_mail and mailed_at is null;
create index notices_of_occasion on staff.notices (occasion) where over_at is null;
create index notices_by_time on staff.notices (happened_at);
revoke update, truncate on staff.notices from karat_app;
grant update (read_at, over_at, mailed_at) on staff.notices to karat_app;

-- What waits now and has been told of: the row is the claim, so that of any number of instances one tells.
create table staff.told (
  said text not null,
  subject_id text not null,
  occasion uuid not null unique,
  told_at timestamptz not null default clock_timestamp(),
  over_at timestamptz,
  primary key (said, subject_id)
);
create index told_and_over on staff.told (said, told_at) where over_at is not null;
revoke truncate on staff.told from karat_app;

-- When a person was last written to about a kind: what comes within the hour waits for one letter.
create table staff.notice_letters (
  person_id uuid not null references staff.people,
  kind text not null,
  written_at timestamptz not null default clock_timestamp(),
  primary key (person_id, kind)
);
revoke delete, truncate on staff.notice_letters from karat_app;
