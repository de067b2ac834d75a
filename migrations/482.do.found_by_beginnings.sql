-- What the back office finds as somebody types (decision 0144): the beginning of a number or a name.
-- Older releases may go on beside this.
create index orders_by_number_begin on orders.orders (number text_pattern_ops);
create index pieces_by_serial_begin on catalogue.pieces (serial text_pattern_ops);
create index members_by_name_begin on identity.members (lower(name) text_pattern_ops) where closed_at is null;
