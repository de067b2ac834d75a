-- The papers of an order: its invoice, numbered per store and year without a gap, and tries at its pickup code.
create table orders.invoice_counters (
  store text not null,
  year smallint not null,
  last integer not null check (last > 0),
  primary key (store, year)
);

create table orders.invoices (
  order_id uuid primary key references orders.orders,
  store text not null,
  year smallint not null,
  number integer not null check (number > 0),
  serials text[] not null,
  document jsonb not null,
  issued_at timestamptz not null,
  constraint invoice_number_is_single unique (store, year, number)
);
comment on column orders.invoices.document is 'every word and figure that is printed: the same bytes can be drawn from it at any time';
create trigger append_only before update or delete on orders.invoices for each row execute function orders.refuse_change();

-- The rows that wait are the queue: paid orders without papers, and orders that are over with pieces still promised.
alter table orders.orders
  add column invoiced_at timestamptz,
  add column pieces_settled_at timestamptz,
  add column papers_next_try_at timestamptz;
create index orders_to_invoice on orders.orders (paid_at)
  where invoiced_at is null and state in ('paid', 'preparing', 'shipped', 'ready_for_pickup', 'completed');
create index orders_to_settle_pieces on orders.orders (id)
  where pieces_settled_at is null and invoiced_at is not null and state in ('cancelled', 'completed');

create table orders.pickup_tries (
  order_id uuid primary key references orders.orders,
  used smallint not null check (used between 0 and 5),
  last_at timestamptz not null default now()
);

-- Finds the tick of a past moment: what a guarantee saved is told against the price at its end.
create index ticks_by_source_time on pricing.ticks (source_at desc) where verdict = 'accepted';
