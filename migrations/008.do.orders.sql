-- Cart, gold price guarantee, order. An order line keeps every input of the price it was sold at.
-- Stores, and skus of a cart, are not referenced: every sale would share-lock the same few rows.
create schema cart;

create table cart.lines (
  member_id uuid not null references identity.members,
  store text not null,
  sku_id integer not null,
  quantity integer not null constraint cart_quantity_in_range check (quantity between 1 and 100),
  price_when_added_minor bigint not null,
  currency text not null,
  added_at timestamptz not null default now(),
  primary key (member_id, store, sku_id)
) with (fillfactor = 80);

create schema orders;

create table orders.guarantees (
  id uuid primary key,
  member_id uuid not null references identity.members,
  store text not null,
  currency text not null,
  origin text not null check (origin in ('buy_now', 'cart')),
  method text not null,
  lines jsonb not null,
  delivery jsonb not null,
  tick_id bigint not null,
  ask_minor bigint not null,
  tax_rule text not null,
  goods_minor bigint not null check (goods_minor > 0),
  delivery_minor bigint not null check (delivery_minor >= 0),
  insurance_minor bigint not null check (insurance_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  discount_minor bigint not null default 0 check (discount_minor >= 0),
  total_minor bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  released_at timestamptz,
  released_because text,
  replaced_by uuid,
  constraint guarantee_adds_up check (total_minor = goods_minor + delivery_minor + insurance_minor + tax_minor - discount_minor),
  constraint guarantee_ends_once check (used_at is null or released_at is null)
) with (fillfactor = 80);
create index guarantees_by_member on orders.guarantees (member_id, created_at desc);

create sequence orders.order_numbers start 100001;

create table orders.orders (
  id uuid primary key,
  number text not null constraint order_number_is_single unique,
  guarantee_id uuid not null references orders.guarantees constraint guarantee_makes_one_order unique,
  member_id uuid not null references identity.members,
  store text not null,
  currency text not null,
  state text not null check (state in ('pending_payment', 'paid', 'cancelled', 'expired', 'payment_review', 'preparing', 'shipped', 'ready_for_pickup', 'completed')),
  refund_state text not null default 'none' check (refund_state in ('none', 'requested', 'partial', 'full', 'rejected')),
  method text not null,
  delivery jsonb not null,
  ask_minor bigint not null,
  tick_id bigint not null,
  tax_rule text not null,
  goods_minor bigint not null,
  delivery_minor bigint not null,
  insurance_minor bigint not null,
  tax_minor bigint not null,
  discount_minor bigint not null,
  total_minor bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  constraint order_adds_up check (total_minor = goods_minor + delivery_minor + insurance_minor + tax_minor - discount_minor)
) with (fillfactor = 80);
create index orders_by_member on orders.orders (member_id, store, created_at desc);
create index orders_unpaid on orders.orders (expires_at) where state = 'pending_payment';

create table orders.lines (
  order_id uuid not null references orders.orders,
  position smallint not null,
  sku_id integer not null references catalogue.skus,
  product_id integer not null,
  sku_code text not null,
  name jsonb not null,
  image text not null,
  attributes jsonb not null,
  quantity integer not null check (quantity > 0),
  gross_weight_e4 bigint not null,
  fine_weight_e4 bigint not null,
  premium_bps integer not null,
  tier_bps integer not null,
  method_bps integer not null,
  making_minor bigint not null,
  unit_minor bigint not null check (unit_minor > 0),
  total_minor bigint not null,
  tax_minor bigint not null,
  primary key (order_id, position),
  constraint line_adds_up check (total_minor = unit_minor * quantity)
);
create index order_lines_by_sku on orders.lines (sku_id);

-- The timeline: one row a move, never changed.
create table orders.moves (
  id bigint primary key generated always as identity,
  order_id uuid not null references orders.orders,
  from_state text,
  to_state text not null,
  actor text not null,
  reason text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index moves_by_order on orders.moves (order_id, id);

create function orders.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on orders.% is refused: history is only added to', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on orders.moves for each row execute function orders.refuse_change();
create trigger append_only before update or delete on orders.lines for each row execute function orders.refuse_change();
create trigger append_only before update or delete on catalogue.stock_moves for each row execute function orders.refuse_change();
