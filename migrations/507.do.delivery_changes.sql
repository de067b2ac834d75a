-- Staff change where a paid order goes until it leaves the house (decision 0157): to an address of the buyer's own book that has stood
-- there for a day, for the same recipient, or to a pickup point.
-- Older releases may go on beside this.
alter table delivery.addresses add column changed_at timestamptz;
comment on column delivery.addresses.changed_at is 'since when it reads as it does; null: since it was made';
create function delivery.note_change() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;
create trigger note_change before update of recipient, mobile, country, province_code, regency_code, district_code, city, street, postal_code
  on delivery.addresses for each row
  when ((old.recipient, old.mobile, old.country, old.province_code, old.regency_code, old.district_code, old.city, old.street, old.postal_code)
    is distinct from (new.recipient, new.mobile, new.country, new.province_code, new.regency_code, new.district_code, new.city, new.street, new.postal_code))
  execute function delivery.note_change();

create table orders.delivery_changes (
  id bigint primary key generated always as identity,
  order_id uuid not null references orders.orders,
  was jsonb not null,
  became jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null default now()
);
create index delivery_changes_by_order on orders.delivery_changes (order_id, id);
-- They go where the address of their order goes, and in that transaction alone.
create function orders.keep_delivery_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.was = '{}' and new.became = '{}'
     and to_jsonb(new) - 'was' - 'became' = to_jsonb(old) - 'was' - 'became'
     and exists (select from orders.orders o where o.id = old.order_id and o.forgotten_at = now()) then
    return new;
  end if;
  raise exception '% on orders.% is refused: history is only added to', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on orders.delivery_changes for each row execute function orders.keep_delivery_change();
revoke update, delete, truncate on orders.delivery_changes from karat_app;
create function orders.forget_delivery_changes(id uuid) returns void language sql security definer set search_path = pg_catalog as $$
  update orders.delivery_changes c set was = '{}', became = '{}' from orders.orders o
    where c.order_id = forget_delivery_changes.id and o.id = c.order_id and o.forgotten_at = now();
$$;

-- What has left the house goes where it goes, what is collected has no courier that was paid for, and nobody else receives it.
create function orders.guard_delivery() returns trigger language plpgsql as $$
begin
  if new.forgotten_at is not null and old.forgotten_at is null then
    return new;
  end if;
  if old.state not in ('paid', 'preparing') then
    raise exception 'order % is % and goes where it goes', new.number, old.state using errcode = 'check_violation', constraint = 'delivery_stays';
  end if;
  if new.delivery->>'mode' = 'courier' and (old.delivery->>'mode' <> 'courier'
     or orders.plain_name(new.delivery->>'recipient') <> orders.plain_name(old.delivery->>'recipient')) then
    raise exception 'order % is received by whom it was bought for', new.number using errcode = 'check_violation', constraint = 'recipient_stays';
  end if;
  return new;
end $$;
create function orders.plain_name(name text) returns text language sql immutable as $$
  select lower(regexp_replace(btrim(name), '\s+', ' ', 'g'))
$$;
create trigger guard_delivery before update of delivery on orders.orders for each row
  when (old.delivery is distinct from new.delivery) execute function orders.guard_delivery();
