-- Nothing asks in which runs an order was (decision 0150).
-- Older releases may go on beside this.
drop index orders.bulk_rows_by_order;
