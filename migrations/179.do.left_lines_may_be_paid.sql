-- What one person left of a price window, though its member was given too little, may still be paid: nothing ends it for ever.
-- Older releases may go on beside this.
create or replace function orders.require_too_little() returns trigger language plpgsql as $$
begin
  if not exists (
    select from orders.window_sales w join orders.orders o on o.id = w.sale_id join orders.settlements s on s.order_id = o.id
    where w.kind = 'cancellation' and w.sale_id = new.order_id and w.state in ('listed', 'left') and w.because = 'settled_low'
      and new.back_minor + new.gain_minor = w.right_total_minor - (o.total_minor - s.kept_minor + s.gain_minor)
      and new.back_minor = least(s.kept_minor, new.back_minor + new.gain_minor)) then
    raise exception 'a difference is what a listed cancellation gave too little' using errcode = 'check_violation', constraint = 'paid_what_was_missing';
  end if;
  return new;
end $$;

create or replace function orders.guard_window_sale() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.kind, new.sale_id, new.window_id, new.member_id, new.sold_ask_minor, new.right_ask_minor)
     is distinct from (old.kind, old.sale_id, old.window_id, old.member_id, old.sold_ask_minor, old.right_ask_minor) then
    raise exception 'a sale of a price window stays as it was found' using errcode = 'check_violation', constraint = 'window_sale_stays';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('waiting', 'void'), ('waiting', 'ended'), ('waiting', 'choosing'), ('waiting', 'listed'), ('waiting', 'over'),
    ('choosing', 'bought_again'), ('choosing', 'returned'), ('choosing', 'listed'), ('choosing', 'over'), ('listed', 'over'),
    ('listed', 'left'), ('listed', 'settled'), ('left', 'settled')) then
    raise exception 'a sale of a price window is decided once' using errcode = 'check_violation', constraint = 'window_sale_is_decided_once';
  end if;
  if new.state = old.state and (new.decided_by, new.decided_because) is distinct from (old.decided_by, old.decided_because) then
    raise exception 'a sale of a price window is decided once' using errcode = 'check_violation', constraint = 'window_sale_is_decided_once';
  end if;
  if new.state in ('left', 'settled') and new.state <> old.state and (new.because is distinct from old.because
     or (new.state = 'settled') <> exists (select from orders.differences d where new.kind = 'cancellation' and d.order_id = new.sale_id)) then
    raise exception 'a line is settled with its difference, and left without one' using errcode = 'check_violation', constraint = 'settled_with_its_difference';
  end if;
  return new;
end $$;
