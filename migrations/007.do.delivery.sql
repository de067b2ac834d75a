-- Where pieces go: administrative regions, the address book, the counters where they can be collected.
create schema delivery;

create table delivery.regions (
  country text not null,
  code text not null,
  parent_code text,
  level smallint not null check (level between 1 and 3),
  name text not null,
  primary key (country, code)
);
create index regions_by_parent on delivery.regions (country, parent_code);

create table delivery.addresses (
  id uuid primary key,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  label text not null,
  recipient text not null,
  mobile text not null,
  country text not null,
  province_code text not null,
  regency_code text,
  district_code text,
  city text,
  street text not null,
  postal_code text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index addresses_by_member on delivery.addresses (member_id, store) where removed_at is null;
create unique index one_default_address on delivery.addresses (member_id, store) where is_default and removed_at is null;

create table delivery.pickup_points (
  id integer primary key,
  store text not null references stores.stores,
  name text not null,
  street text not null,
  city text not null,
  hours jsonb not null,
  position smallint not null default 0
);
