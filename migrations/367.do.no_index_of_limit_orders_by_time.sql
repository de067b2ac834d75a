-- Nothing reads limit orders of all members by their time.
-- Older releases may go on beside this.
drop index vault.limit_orders_by_time;
