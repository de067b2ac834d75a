-- A listed line of a price window is ended by a person: left as it is, or, of a cancellation that was settled for too little, with
-- the difference on its way to its member. Older releases may go on beside this.
alter table orders.window_sales
  add column decided_by text,
  add column decided_because text,
  drop constraint window_sales_state_check,
  add constraint window_sales_state_check check (state in
    ('waiting', 'void', 'ended', 'choosing', 'bought_again', 'returned', 'listed', 'over', 'left', 'settled')),
  drop constraint listed_has_a_reason,
  add constraint listed_has_a_reason check ((state in ('listed', 'left', 'settled')) = (because is not null)),
  add constraint ended_by_somebody check ((state in ('left', 'settled')) = (decided_by is not null)
    and (decided_by is null) = (decided_because is null) and decided_because <> ''),
  add constraint only_too_little_is_paid check (state <> 'settled' or because = 'settled_low');
comment on column orders.window_sales.because is 'why it is, or was, listed';
grant update (decided_by, decided_because) on orders.window_sales to karat_app;

-- What was paid on top of a cancellation: to the payment as far as the house had kept of it, the rest to the cash balance.
create table orders.differences (
  order_id uuid primary key references orders.settlements,
  back_minor bigint not null check (back_minor >= 0),
  gain_minor bigint not null check (gain_minor >= 0),
  created_at timestamptz not null default now(),
  constraint a_difference_is_something check (back_minor + gain_minor > 0)
);
revoke insert, update, delete, truncate on orders.differences from karat_app;
grant insert (order_id, back_minor, gain_minor) on orders.differences to karat_app;

create function orders.require_too_little() returns trigger language plpgsql as $$
begin
  if not exists (
    select from orders.window_sales w join orders.orders o on o.id = w.sale_id join orders.settlements s on s.order_id = o.id
    where w.kind = 'cancellation' and w.sale_id = new.order_id and w.state = 'listed' and w.because = 'settled_low'
      and new.back_minor + new.gain_minor = w.right_total_minor - (o.total_minor - s.kept_minor + s.gain_minor)
      and new.back_minor = least(s.kept_minor, new.back_minor + new.gain_minor)) then
    raise exception 'a difference is what a listed cancellation gave too little' using errcode = 'check_violation', constraint = 'paid_what_was_missing';
  end if;
  return new;
end $$;
create trigger require_too_little before insert on orders.differences for each row execute function orders.require_too_little();

create or replace function orders.guard_window_sale() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.kind, new.sale_id, new.window_id, new.member_id, new.sold_ask_minor, new.right_ask_minor)
     is distinct from (old.kind, old.sale_id, old.window_id, old.member_id, old.sold_ask_minor, old.right_ask_minor) then
    raise exception 'a sale of a price window stays as it was found' using errcode = 'check_violation', constraint = 'window_sale_stays';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('waiting', 'void'), ('waiting', 'ended'), ('waiting', 'choosing'), ('waiting', 'listed'), ('waiting', 'over'),
    ('choosing', 'bought_again'), ('choosing', 'returned'), ('choosing', 'listed'), ('choosing', 'over'), ('listed', 'over'),
    ('listed', 'left'), ('listed', 'settled')) then
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

insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('difference_granted', 'settlement', true, false),
  ('difference_granted', 'order_money', false, true),
  ('difference_granted', 'cash', false, true);
