-- What the shop sells. Names and texts are jsonb by language; weights in 0.0001 g; charges in minor units of the store's currency.
create schema catalogue;
create extension if not exists pg_trgm;

create table catalogue.categories (
  id integer primary key,
  parent_id integer references catalogue.categories,
  slug text not null unique,
  position smallint not null,
  name jsonb not null,
  image text
);

create table catalogue.products (
  id integer primary key,
  store text not null references stores.stores,
  category_id integer not null references catalogue.categories,
  kind text not null check (kind in ('bar', 'coin', 'jewellery')),
  brand text not null,
  form text not null,
  series text,
  name jsonb not null,
  description jsonb not null,
  certificate jsonb not null,
  gallery jsonb not null,
  popularity integer not null default 0,
  published_at timestamptz,
  search_text text not null,
  constraint gallery_is_a_list check (jsonb_typeof(gallery) = 'array')
);
create index products_by_store on catalogue.products (store, category_id);

create table catalogue.skus (
  id integer primary key,
  product_id integer not null references catalogue.products,
  code text not null unique,
  position smallint not null,
  attributes jsonb not null,
  gross_weight_e4 bigint not null check (gross_weight_e4 > 0),
  fine_weight_e4 bigint not null check (fine_weight_e4 > 0 and fine_weight_e4 <= gross_weight_e4),
  fineness smallint not null check (fineness between 1 and 10000),
  karat smallint not null check (karat between 1 and 24),
  premium_bps integer not null check (premium_bps >= 0),
  making_minor bigint not null default 0 check (making_minor >= 0),
  scarce boolean not null default false,
  received integer not null default 0,
  stock integer not null default 0 constraint stock_never_negative check (stock >= 0),
  published_at timestamptz
) with (fillfactor = 50);
create index skus_by_product on catalogue.skus (product_id, position);
comment on column catalogue.skus.fineness is 'parts of fine gold in 10,000';
comment on column catalogue.skus.stock is 'pieces that can be ordered now: received less held or sold';

-- Every change of stock, append-only: skus.stock is its sum.
create table catalogue.stock_moves (
  id bigint primary key generated always as identity,
  sku_id integer not null references catalogue.skus,
  quantity integer not null check (quantity <> 0),
  reason text not null check (reason in ('received', 'held', 'released')),
  reference text not null,
  created_at timestamptz not null default now(),
  constraint stock_moves_once unique (reference, reason, sku_id)
);
create index stock_moves_by_sku on catalogue.stock_moves (sku_id) include (quantity);

-- Counts every change that a list or a product page shows; caches compare it.
create table catalogue.version (only_row boolean primary key default true check (only_row), version bigint not null default 1) with (fillfactor = 20);
insert into catalogue.version default values;
