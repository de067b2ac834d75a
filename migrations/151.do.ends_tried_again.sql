-- Older releases may go on beside this.
-- An order whose end fails is put off, so that those behind it are reached; a listed sale of a price window is over once its order is.
alter table orders.orders add column end_next_try_at timestamptz;
comment on column orders.orders.end_next_try_at is 'when its end, unpaid or in review, is tried again after it failed';

create index window_sales_listed on orders.window_sales (sale_id) where state = 'listed';
create or replace function orders.guard_window_sale() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.kind, new.sale_id, new.window_id, new.member_id, new.sold_ask_minor, new.right_ask_minor)
     is distinct from (old.kind, old.sale_id, old.window_id, old.member_id, old.sold_ask_minor, old.right_ask_minor) then
    raise exception 'a sale of a price window stays as it was found' using errcode = 'check_violation', constraint = 'window_sale_stays';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('waiting', 'void'), ('waiting', 'ended'), ('waiting', 'choosing'), ('waiting', 'listed'), ('waiting', 'over'),
    ('choosing', 'bought_again'), ('choosing', 'returned'), ('choosing', 'listed'), ('choosing', 'over'), ('listed', 'over')) then
    raise exception 'a sale of a price window is decided once' using errcode = 'check_violation', constraint = 'window_sale_is_decided_once';
  end if;
  return new;
end $$;
