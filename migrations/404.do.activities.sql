-- Campaigns and events that members hold, approved by the staff before anybody sees them (decision 0128).
-- Older releases may go on beside this.
create schema activities;

create table activities.moves_allowed (from_state text not null, to_state text not null, primary key (from_state, to_state));
insert into activities.moves_allowed (from_state, to_state) values
  ('none', 'draft'),
  ('draft', 'submitted'), ('draft', 'cancelled'),
  ('submitted', 'draft'), ('submitted', 'approved'), ('submitted', 'rejected'), ('submitted', 'cancelled'),
  ('approved', 'live'), ('approved', 'suspended'), ('approved', 'cancelled'),
  ('live', 'suspended'), ('live', 'ended'), ('live', 'cancelled'),
  ('suspended', 'live'), ('suspended', 'ended'), ('suspended', 'cancelled'),
  ('rejected', 'draft'), ('rejected', 'cancelled');
revoke insert, update, delete, truncate on activities.moves_allowed from karat_app;

create table activities.activities (
  id uuid primary key,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  kind text not null check (kind in ('campaign', 'event_online', 'event_in_place')),
  state text not null default 'draft',
  revision integer not null default 1 check (revision > 0),
  language text not null,
  texts jsonb not null,
  time_zone text not null,
  opens_at timestamptz,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  place text not null default '' check (length(place) <= 300),
  link text not null default '' check (link = '' or link ~ '^https://' and length(link) <= 500),
  image_id uuid,
  capacity integer check (capacity between 1 and 100000),
  taken integer not null default 0 check (taken >= 0),
  code text constraint activity_code_is_single unique,
  made_at timestamptz not null default now(),
  over_at timestamptz,
  constraint activity_has_a_known_state check (state in ('draft', 'submitted', 'approved', 'live', 'suspended', 'ended', 'cancelled', 'rejected')),
  constraint activity_ends_after_it_starts check (ends_at > starts_at and (opens_at is null or opens_at < ends_at)),
  constraint place_is_of_an_event_in_place check (place = '' or kind = 'event_in_place'),
  constraint places_are_of_events check ((kind = 'campaign') = (capacity is null)),
  constraint places_are_given_once check (capacity is null and taken = 0 or taken <= capacity),
  constraint approved_activity_has_its_code check (code is not null or state in ('draft', 'submitted', 'rejected', 'cancelled')),
  constraint activity_is_over_with_its_state check ((state in ('ended', 'cancelled')) = (over_at is not null))
) with (fillfactor = 80);
create index activities_by_member on activities.activities (member_id, made_at desc);
create index activities_by_state on activities.activities (store, state, made_at);
create index activities_to_open on activities.activities (opens_at) where state = 'approved';
create index activities_to_end on activities.activities (ends_at) where state in ('live', 'suspended');
comment on column activities.activities.texts is 'title and description by language; empty once its holder has left';
comment on column activities.activities.opens_at is 'from when the public page is shown; null: once it is approved';
comment on column activities.activities.taken is 'places that are given, kept by the database';
create trigger member_is_open before insert on activities.activities for each row execute function identity.refuse_closed();
revoke delete, truncate on activities.activities from karat_app;

create table activities.moves (
  id bigint primary key generated always as identity,
  activity_id uuid not null references activities.activities,
  from_state text not null,
  to_state text not null,
  revision integer not null,
  actor text not null check (actor ~ '^(member:|staff:|system$)'),
  reason text not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (from_state, to_state) references activities.moves_allowed
);
create index moves_by_activity on activities.moves (activity_id, id);
create function activities.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on activities.% is refused: history is only added to', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on activities.moves for each row execute function activities.refuse_change();
revoke update, delete, truncate on activities.moves from karat_app;

-- What the holder wants changed after the approval: shown to nobody before the staff have seen it too.
create table activities.changes (
  id uuid primary key,
  activity_id uuid not null references activities.activities,
  member_id uuid not null references identity.members,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn')),
  wanted jsonb not null,
  image_id uuid,
  revision integer,
  made_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  answer text not null default '',
  constraint change_is_decided_whole check ((state = 'waiting') = (decided_at is null) and (state in ('approved', 'rejected')) = (decided_by is not null)),
  constraint change_makes_a_revision check ((state = 'approved') = (revision is not null))
) with (fillfactor = 80);
create unique index one_change_waits on activities.changes (activity_id) where state = 'waiting';
create index changes_by_activity on activities.changes (activity_id, made_at);
comment on column activities.changes.wanted is 'texts, times, place and link as they are to be; empty once its holder has left';
comment on column activities.changes.answer is 'of the staff to the holder';
create trigger member_is_open before insert on activities.changes for each row execute function identity.refuse_closed();
revoke delete, truncate on activities.changes from karat_app;

-- An activity takes known moves. What the public reads is written while it is a draft, later by a change that the staff approved, and emptied
-- when it is over and its holder leaves.
create function activities.guard_activity() returns trigger language plpgsql as $$
declare
  kept text[] := '{state,revision,language,texts,time_zone,opens_at,starts_at,ends_at,place,link,image_id,kind,capacity,taken,code,over_at}';
  unsaid text[] := '{id,member_id,store,state,revision,capacity,taken,code,made_at,over_at}';
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (to_jsonb(new) - kept <> to_jsonb(old) - kept or old.code is not null and new.code is distinct from old.code) then
    raise exception 'whose activity it is stays' using errcode = 'insufficient_privilege', constraint = 'activity_stays';
  end if;
  if tg_op = 'INSERT' and new.state <> 'draft' or tg_op = 'UPDATE' and new.state <> old.state
     and not exists (select from activities.moves_allowed where from_state = old.state and to_state = new.state) then
    raise exception 'from % an activity does not become %', case tg_op when 'UPDATE' then old.state end, new.state
      using errcode = 'check_violation', constraint = 'activity_takes_known_moves';
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - unsaid <> to_jsonb(old) - unsaid
     and not (new.texts = '{}' and new.state in ('ended', 'cancelled'))
     and (new.revision <= old.revision or old.state <> 'draft' and not exists (
       select from activities.changes where activity_id = new.id and state = 'approved' and revision = new.revision)) then
    raise exception 'what was approved is changed by what is approved' using errcode = 'check_violation', constraint = 'approved_words_stay';
  end if;
  return new;
end $$;
create trigger guard_activity before insert or update or delete on activities.activities for each row execute function activities.guard_activity();

-- A change that is decided stays as it was decided; its words may be emptied.
create function activities.guard_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - '{state,wanted,image_id,revision,decided_at,decided_by,answer}'::text[] <> to_jsonb(old) - '{state,wanted,image_id,revision,decided_at,decided_by,answer}'::text[]
     or new.wanted <> old.wanted and new.wanted <> '{}'
     or old.state <> 'waiting' and (new.state, new.revision, new.decided_at, new.decided_by) is distinct from (old.state, old.revision, old.decided_at, old.decided_by) then
    raise exception 'a change stays as it was asked for and decided' using errcode = 'insufficient_privilege', constraint = 'change_stays';
  end if;
  return new;
end $$;
create trigger guard_change before update or delete on activities.changes for each row execute function activities.guard_change();

-- What a store lets its holders do, from a moment on: rows are only added, the newest that has begun counts.
create table activities.limits (
  id bigint primary key generated always as identity,
  store text not null references stores.stores,
  valid_from timestamptz not null default now(),
  open_activities integer not null check (open_activities between 0 and 1000),
  participants integer not null check (participants between 1 and 100000),
  actor text not null,
  reason text not null,
  made_at timestamptz not null default clock_timestamp()
);
create index limits_in_force on activities.limits (store, valid_from desc, id desc);
comment on column activities.limits.open_activities is 'of one holder: submitted, approved, live or suspended';
create trigger append_only before update or delete on activities.limits for each row execute function activities.refuse_change();
revoke update, delete, truncate on activities.limits from karat_app;
