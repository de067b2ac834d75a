-- A price that is doubted is sold by no instance: why it is, since when, and who believed or refused it in the end.
create table pricing.quarantines (
  id integer primary key generated always as identity,
  rule text not null check (rule in ('jump', 'creep', 'mismatch')),
  opened_at timestamptz not null default now(),
  from_spot_usd_e6 bigint not null,
  to_spot_usd_e6 bigint not null,
  from_rates_e6 jsonb not null,
  to_rates_e6 jsonb not null,
  ended_at timestamptz,
  outcome text check (outcome in ('witnessed', 'accepted', 'rejected')),
  ended_by text,
  reason text,
  accepted_tick bigint,
  constraint ended_with_an_outcome check ((ended_at is null) = (outcome is null) and (ended_at is null) = (ended_by is null)),
  constraint believed_names_its_tick check ((outcome in ('witnessed', 'accepted')) = (accepted_tick is not null))
);
create unique index one_quarantine_at_a_time on pricing.quarantines ((true)) where ended_at is null;
create index quarantines_by_tick on pricing.quarantines (accepted_tick desc) where accepted_tick is not null;
comment on table pricing.quarantines is 'from: what the doubted reading was compared with (last accepted tick, median of the hour, or second source); to: the reading';

-- Since when a source without times of its own says the same; null for a source that tells its time.
alter table pricing.ticks add unchanged_since timestamptz;

-- One row: whose turn it is to read the feed, and what has to survive that one.
create table pricing.feed (
  one_row boolean primary key default true check (one_row),
  holder uuid,
  held_until timestamptz not null default '-infinity',
  heard_at timestamptz,
  failing_since timestamptz,
  differs_since timestamptz,
  excused boolean not null default false
);
insert into pricing.feed default values;
comment on column pricing.feed.heard_at is 'when the source last gave a reading, whatever became of it: only silence widens the band';
comment on column pricing.feed.differs_since is 'since when the two sources have been too far apart; null while they agree';
comment on column pricing.feed.excused is 'staff believed the feed against the second source; until the two agree again';

-- What the second source says. It is never sold at.
create table pricing.reference_readings (
  id bigint primary key generated always as identity,
  source text not null,
  source_at timestamptz not null,
  received_at timestamptz not null default now(),
  spot_usd_e6 bigint not null check (spot_usd_e6 > 0),
  rates_e6 jsonb not null
);
create index reference_readings_by_time on pricing.reference_readings (source_at desc);
