-- Which ticks a price was made of, found by ranges: rows and ticks are made in one order.
create index guarantees_by_tick on orders.guarantees using brin (tick_id);
create index orders_by_tick on orders.orders using brin (tick_id);
create index quotes_by_tick on orders.quotes using brin (tick_id);
create index ticks_by_receipt on pricing.ticks using brin (received_at);
