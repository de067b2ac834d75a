-- Nothing reads limit orders of all members by their time.
drop index vault.limit_orders_by_time;
