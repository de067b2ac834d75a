-- Cancelling a paid order, asking for money back, and the way out of payment_review.

-- Figures that hold for a minute, single-use (security.md §1.7): what cancelling would give, what carrying out would cost.
create table orders.quotes (
  id uuid primary key,
  kind text not null check (kind in ('cancel', 'honour')),
  order_id uuid not null references orders.orders,
  member_id uuid not null references identity.members,
  tick_id bigint not null,
  ask_minor bigint not null,
  bid_minor bigint not null,
  figures jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
) with (fillfactor = 80);
create index quotes_by_order on orders.quotes (order_id, created_at desc);
create index quotes_unused on orders.quotes (expires_at) where used_at is null;

-- What an order that was paid and given up was settled at: what the house keeps of its goods, or pays beyond them.
create table orders.settlements (
  order_id uuid primary key references orders.orders,
  quote_id uuid references orders.quotes,
  kept_minor bigint not null check (kept_minor >= 0),
  gain_minor bigint not null check (gain_minor >= 0),
  because text not null check (because in ('cancel', 'request')),
  created_at timestamptz not null default now(),
  constraint settled_one_way check (kept_minor = 0 or gain_minor = 0)
);

create table orders.refund_requests (
  id uuid primary key,
  order_id uuid not null references orders.orders,
  member_id uuid not null references identity.members,
  state text not null default 'requested' check (state in ('requested', 'granted', 'executed', 'rejected', 'withdrawn')),
  reason text not null,
  note text not null,
  pictures uuid[] not null default '{}',
  whole boolean not null,
  stated_minor bigint not null check (stated_minor >= 0),
  granted_minor bigint check (granted_minor > 0),
  kept_minor bigint not null default 0 check (kept_minor >= 0),
  delivery_minor bigint not null default 0 check (delivery_minor >= 0),
  insurance_minor bigint not null default 0 check (insurance_minor >= 0),
  granted_by text,
  executed_by text,
  answer text,
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  executed_at timestamptz,
  constraint granted_has_an_amount check ((state in ('granted', 'executed')) = (granted_minor is not null)),
  constraint decided_has_a_time check ((state = 'requested') = (decided_at is null))
);
create index refund_requests_by_order on orders.refund_requests (order_id, created_at);
create index refund_requests_open on orders.refund_requests (created_at) where state in ('requested', 'granted');

create table orders.refund_lines (
  request_id uuid not null references orders.refund_requests,
  order_id uuid not null,
  position smallint not null,
  quantity integer not null check (quantity > 0),
  granted integer not null default 0,
  goods_minor bigint not null default 0 check (goods_minor >= 0),
  tax_minor bigint not null default 0 check (tax_minor >= 0),
  primary key (request_id, position),
  foreign key (order_id, position) references orders.lines,
  constraint granted_within_requested check (granted between 0 and quantity)
);
create index refund_lines_by_order on orders.refund_lines (order_id);

-- How many pieces of a line are asked back or given back. The check is what no race gets past.
create table orders.claimed_pieces (
  order_id uuid not null,
  position smallint not null,
  bought integer not null,
  claimed integer not null,
  primary key (order_id, position),
  foreign key (order_id, position) references orders.lines,
  constraint claims_within_bought check (claimed between 0 and bought)
) with (fillfactor = 80);

alter table orders.orders add column review_until timestamptz;
comment on column orders.orders.review_until is 'in payment_review: until when the member may choose; then the money is returned';
create index orders_in_review on orders.orders (review_until) where state = 'payment_review';
update orders.orders set review_until = now() + interval '24 hours' where state = 'payment_review';

-- Late money that the member has carried out "at the price now" changes the prices of the lines. It may happen in
-- payment_review alone, by this function alone, and what stood there before is kept.
create table orders.former_lines (
  order_id uuid not null references orders.orders,
  position smallint not null,
  line jsonb not null,
  replaced_at timestamptz not null default clock_timestamp()
);
create index former_lines_by_order on orders.former_lines (order_id);
create trigger append_only before update or delete on orders.former_lines for each row execute function orders.refuse_change();

create function orders.keep_former_line() returns trigger language plpgsql
  security definer set search_path = orders, pg_temp as $$
begin
  if not exists (select from orders o where o.id = old.order_id and o.state = 'payment_review')
     or (to_jsonb(new) - '{unit_minor,total_minor,tax_minor}'::text[])
        is distinct from (to_jsonb(old) - '{unit_minor,total_minor,tax_minor}'::text[]) then
    raise exception 'UPDATE on orders.lines is refused: history is only added to' using errcode = 'insufficient_privilege';
  end if;
  insert into former_lines (order_id, position, line) values (old.order_id, old.position, to_jsonb(old));
  return new;
end $$;
drop trigger append_only on orders.lines;
create trigger append_only before delete on orders.lines for each row execute function orders.refuse_change();
create trigger keep_former before update on orders.lines for each row execute function orders.keep_former_line();

create function orders.reprice_lines(id uuid, priced jsonb) returns void language sql
  security definer set search_path = orders, pg_temp as $$
  update lines l set unit_minor = (p.line->>'unit')::bigint, total_minor = (p.line->>'total')::bigint, tax_minor = (p.line->>'tax')::bigint
    from jsonb_array_elements(priced) as p(line)
    where l.order_id = reprice_lines.id and l.position = (p.line->>'position')::smallint
$$;

-- Stock of an order that expired is held once more when late money is carried out.
alter table catalogue.stock_moves add column round smallint not null default 0;
alter table catalogue.stock_moves drop constraint stock_moves_once;
alter table catalogue.stock_moves add constraint stock_moves_once unique (reference, reason, sku_id, round);
