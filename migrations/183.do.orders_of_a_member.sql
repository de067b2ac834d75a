-- A page of a member's orders is a few ranges of one index, whichever tab it is of, and each tab is counted without its orders being read.
-- Older releases may go on beside this.
create index orders_by_member_and_state on orders.orders (member_id, store, state, created_at desc, id desc);
create index orders_with_refund on orders.orders (member_id, store, created_at desc, id desc) where refund_state <> 'none';
drop index orders.orders_by_member; -- beside the first one it would be taken instead, and its orders passed over by state
