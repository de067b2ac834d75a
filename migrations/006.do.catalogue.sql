-- What the shop sells. Names and texts are jsonb by language; weights in 0.0001 g; charges in minor units of the store's currency.
create schema catalogue;

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

-- Tells every instance to read again what its pages show. A notice takes a lock of the whole database at commit, so a
-- sale from a deep stock must not send one: only steps that somebody can see do.
create function catalogue.tell() returns trigger language plpgsql as $$
begin
  perform pg_notify('karat_catalogue', tg_argv[0]);
  return null;
end $$;
create function catalogue.stock_step(stock integer) returns integer language sql immutable
  return width_bucket(stock, array[1, 2, 3, 4, 5, 6, 10, 25, 50, 100]);
comment on function catalogue.stock_step is 'to 5 every piece is a step, for pages say how many are left; 100 is the most that one order line can ask for';

create trigger tell_stock after update of stock on catalogue.skus for each row
  when (catalogue.stock_step(old.stock) <> catalogue.stock_step(new.stock)) execute function catalogue.tell('stock');
create trigger tell_sku after update of
  product_id, code, position, attributes, gross_weight_e4, fine_weight_e4, fineness, karat, premium_bps, making_minor, scarce, published_at
  on catalogue.skus for each statement execute function catalogue.tell('all');
create trigger tell_skus after insert or delete or truncate on catalogue.skus for each statement execute function catalogue.tell('all');
create trigger tell_products after insert or update or delete or truncate on catalogue.products for each statement execute function catalogue.tell('all');
create trigger tell_categories after insert or update or delete or truncate on catalogue.categories for each statement execute function catalogue.tell('all');
