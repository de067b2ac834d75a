-- A price window lists cancellations that were settled at a wrong price, too. What they gave is paid: a person decides.
alter table orders.window_sales
  drop constraint window_sales_kind_check,
  add constraint window_sales_kind_check check (kind in ('guarantee', 'quote', 'order', 'cancellation')),
  drop constraint window_sales_because_check,
  add constraint window_sales_because_check
    check (because in ('gone', 'prepared', 'no_clause', 'refund_waiting', 'settled_high', 'settled_low')),
  add constraint a_cancellation_is_listed check ((kind = 'cancellation') = coalesce(because in ('settled_high', 'settled_low'), false));
comment on column orders.window_sales.sold_ask_minor is
  'per gram, as recorded; of a cancellation its bid, or its ask where only that was off';
comment on column orders.window_sales.right_total_minor is
  'what an order would have cost at the right price; what a cancellation would have brought its member';
