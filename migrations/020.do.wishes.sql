-- What a member keeps an eye on: pieces they wish for, and sold-out pieces they want to be told about once.
create schema wishes;

create table wishes.wishes (
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  sku_id integer not null references catalogue.skus,
  price_when_added_minor bigint not null check (price_when_added_minor > 0),
  currency text not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (member_id, store, sku_id)
);
comment on column wishes.wishes.price_when_added_minor is 'price of one piece with tax, as the page showed it, in minor units of currency';

-- The order of ids is the order in which members are told. A request is answered by one message, when told_at is set.
create table wishes.back_notices (
  id bigint primary key generated always as identity,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  sku_id integer not null references catalogue.skus,
  asked_at timestamptz not null default clock_timestamp(),
  told_at timestamptz
);
create unique index one_open_request on wishes.back_notices (member_id, store, sku_id) where told_at is null;
create index waiting_by_sku on wishes.back_notices (store, sku_id, id) where told_at is null;
create index told_lately on wishes.back_notices (told_at) where told_at is not null;
