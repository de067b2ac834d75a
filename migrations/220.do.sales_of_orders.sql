-- An order is a sale when it is handed over: its money leaves order_money for what it was paid for (decision 0060). Older
-- releases may go on beside this: what they hand over or return is due, and a round of this one books it.
insert into ledger.account_kinds (kind, holder, gold, floored) values
  ('sales_gold', 'house', false, false), ('sales_premium', 'house', false, false), ('sales_making', 'house', false, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('sale_booked', 'order_money', true, true), ('sale_booked', 'sales_gold', true, true),
  ('sale_booked', 'sales_premium', true, true), ('sale_booked', 'sales_making', true, true);

-- All that there is so far is due; only those that were handed over are looked for.
alter table orders.orders add column sale_due boolean not null default true;
comment on column orders.orders.sale_due is 'whether what is booked as sold may not be all that was handed over, less what was returned';
create index orders_sale_due on orders.orders (id) where sale_due and state = 'completed';

create table orders.sales (
  order_id uuid not null references orders.orders,
  number integer not null check (number > 0),
  gold_minor bigint not null,
  premium_minor bigint not null,
  making_minor bigint not null,
  sold_at timestamptz not null,
  booked_at timestamptz not null default now(),
  primary key (order_id, number),
  constraint a_sale_is_something check (gold_minor <> 0 or premium_minor <> 0 or making_minor <> 0)
);
create index sales_by_moment on orders.sales (sold_at);
comment on column orders.sales.number is '1: what was handed over; the others: what changed of it since, less where it is negative';
comment on column orders.sales.sold_at is 'when it was handed over, or came to be returned';

create function orders.require_handed_over() returns trigger language plpgsql as $$
begin
  if not exists (select from orders.orders o where o.id = new.order_id and o.state = 'completed')
     or new.number <> (select coalesce(max(s.number), 0) + 1 from orders.sales s where s.order_id = new.order_id) then
    raise exception 'only what was handed over is sold' using errcode = 'check_violation', constraint = 'sold_when_handed_over';
  end if;
  return new;
end $$;
create trigger require_handed_over before insert on orders.sales for each row execute function orders.require_handed_over();
create trigger append_only before update or delete on orders.sales for each row execute function orders.refuse_change();
revoke insert, update, delete, truncate on orders.sales from karat_app;
grant insert (order_id, number, gold_minor, premium_minor, making_minor, sold_at) on orders.sales to karat_app;

-- Whoever returns money of an order leaves its sale due, an older release too.
create function orders.mark_sale_due() returns trigger language plpgsql as $$
begin
  update orders.orders set sale_due = true where id = new.order_id and not sale_due;
  return null;
end $$;
create trigger mark_sale_due after update of state on orders.refund_requests for each row
  when (new.state = 'executed' and old.state <> 'executed') execute function orders.mark_sale_due();
