-- How an order left the house: with which courier, or into whose hands. One row an order, never changed.
create table orders.shipments (
  order_id uuid primary key references orders.orders,
  carrier text not null check (carrier ~ '^[a-z0-9_]{2,30}$'),
  tracking text not null check (length(tracking) between 6 and 40),
  shipped_by text not null,
  shipped_at timestamptz not null default now()
);
create index shipments_by_tracking on orders.shipments (tracking);

create table orders.hand_overs (
  order_id uuid primary key references orders.orders,
  document text not null check (document in ('identity_card', 'passport', 'driving_licence')),
  handed_by text not null,
  handed_at timestamptz not null default now()
);
comment on column orders.hand_overs.document is 'what the buyer showed at the counter; its number is not kept';
create trigger append_only before update or delete on orders.shipments for each row execute function orders.refuse_change();
create trigger append_only before update or delete on orders.hand_overs for each row execute function orders.refuse_change();

-- What the back office lists.
create index orders_by_state on orders.orders (state, created_at desc);
create index orders_by_time on orders.orders (created_at desc);
