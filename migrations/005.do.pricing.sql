-- The gold price: every accepted or quarantined tick, the candles made of them, the spread and the halts that staff set.
create schema pricing;

create table pricing.ticks (
  id bigint primary key generated always as identity,
  source text not null,
  source_at timestamptz not null,
  received_at timestamptz not null default now(),
  spot_usd_e6 bigint not null check (spot_usd_e6 > 0),
  rates_e6 jsonb not null,
  verdict text not null check (verdict in ('accepted', 'quarantined'))
);
create index ticks_accepted on pricing.ticks (id desc) where verdict = 'accepted';
comment on column pricing.ticks.spot_usd_e6 is 'US dollars per gram of fine gold, times 1,000,000';
comment on column pricing.ticks.rates_e6 is 'units of each currency per US dollar, times 1,000,000, e.g. {"IDR": 16250000000}';

-- Spot per gram in minor units of the currency. A day is a day of a zone, so stores of one zone and currency share it.
-- Ask and bid follow from the spread that the asking store had when the candle closed.
create table pricing.candles (
  zone text not null,
  currency text not null,
  span text not null check (span in ('1m', '1h', '1d')),
  starts_at timestamptz not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  primary key (currency, span, zone, starts_at),
  constraint candle_holds_together check (low <= least(open, close) and high >= greatest(open, close)),
  constraint only_days_have_a_zone check (span = '1d' or zone = 'UTC')
) with (fillfactor = 90);

-- The newest row of a store counts. A store without one has no price.
create table pricing.spreads (
  id integer primary key generated always as identity,
  store text not null references stores.stores,
  ask_bps integer not null check (ask_bps between 0 and 2000),
  bid_bps integer not null check (bid_bps between -2000 and 0),
  set_at timestamptz not null default clock_timestamp(),
  set_by text not null,
  reason text not null
);
create index spreads_by_store on pricing.spreads (store, set_at desc, id desc);

create table pricing.halts (
  id integer primary key generated always as identity,
  store text not null references stores.stores,
  halted_at timestamptz not null default now(),
  halted_by text not null,
  reason text not null,
  resumed_at timestamptz,
  resumed_by text,
  resumed_because text
);
create unique index one_halt_at_a_time on pricing.halts (store) where resumed_at is null;
