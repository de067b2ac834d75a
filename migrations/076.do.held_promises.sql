-- A halt asks what becomes of the prices that were promised before it: they are honoured, or held until it is resumed. A held
-- promise keeps for as long as a hold may last at most; what of that was not needed is taken off when it ends.
alter table pricing.halts
  add column guarantees text not null default 'honoured' check (guarantees in ('honoured', 'held')),
  add column hold_seconds integer check (hold_seconds > 0),
  add constraint hold_has_its_length check ((guarantees = 'held') = (hold_seconds is not null));
alter table orders.guarantees add column held_by integer;
alter table orders.orders add column held_by integer;
comment on column orders.guarantees.held_by is 'the halt that last held it; expires_at has the time of that hold in it';
comment on column orders.orders.held_by is 'the halt that last held it while it was unpaid; expires_at has the time of that hold in it';
create index guarantees_held on orders.guarantees (held_by) where held_by is not null;
create index orders_held on orders.orders (held_by) where held_by is not null;
