-- The day by whose end a paid order in grams is packed, as promised when it was paid (decision 0087). Older releases promise nothing.
alter table orders.orders
  add column packed_by date,
  add constraint packing_is_promised_when_paid check (packed_by is null or paid_at is not null);
comment on column orders.orders.packed_by is 'in the time of its store';

create function orders.guard_packing_day() returns trigger language plpgsql as $$
begin
  raise exception 'a promised day stays' using errcode = 'check_violation', constraint = 'packing_day_stays';
end $$;
create trigger packing_day_stays before update of packed_by on orders.orders for each row
  when (old.packed_by is not null and new.packed_by is distinct from old.packed_by) execute function orders.guard_packing_day();
create index orders_to_pack on orders.orders (store, paid_at) where state = 'paid';
