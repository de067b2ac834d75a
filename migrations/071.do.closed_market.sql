-- The spread while the market is closed. The newest row of a store counts; a store without one sells nothing then.
create table pricing.closed_spreads (
  id integer primary key generated always as identity,
  store text not null references stores.stores,
  ask_bps integer not null check (ask_bps between 0 and 2000),
  bid_bps integer not null check (bid_bps between -2000 and 0),
  set_at timestamptz not null default clock_timestamp(),
  set_by text not null,
  reason text not null,
  follows integer
    constraint closed_spread_follows_one unique constraint closed_spread_follows_a_spread references pricing.closed_spreads,
  constraint closed_spread_never_crosses check (ask_bps >= bid_bps)
);
create index closed_spreads_by_store on pricing.closed_spreads (store, set_at desc, id desc);
create unique index first_closed_spread on pricing.closed_spreads (store) where follows is null;
