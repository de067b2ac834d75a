-- Where a member's money goes when it leaves: accounts at banks and wallets, in the member's own name.
create schema payouts;

create table payouts.destinations (
  id uuid primary key,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  kind text not null check (kind in ('bank', 'wallet')),
  provider text not null check (provider ~ '^[a-z0-9_]{2,20}$'),
  holder text not null,
  number_sealed bytea not null,
  number_end text not null check (length(number_end) = 4),
  number_hash bytea not null,
  is_default boolean not null default false,
  usable_from timestamptz not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index one_account_once on payouts.destinations (member_id, store, provider, number_hash) where removed_at is null;
create unique index one_default_destination on payouts.destinations (member_id, store) where is_default and removed_at is null;
create index destinations_by_member on payouts.destinations (member_id, created_at);
comment on column payouts.destinations.number_hash is 'keyed hash of the number, to find the same one again';
comment on column payouts.destinations.usable_from is 'nothing is paid out to it before';
