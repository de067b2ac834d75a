-- Orders of members who left are forgotten when the years of tax law are over: name, address, telephone and what was typed about
-- them go; sums, numbers and serial numbers, which the books need, stay under the member's id.
create table orders.departures (
  member_id uuid primary key references identity.members,
  left_at timestamptz not null default now()
);
insert into orders.departures (member_id, left_at) select id, closed_at from identity.members where closed_at is not null;

alter table orders.orders add column forgotten_at timestamptz;
comment on column orders.orders.forgotten_at is 'since when nothing of the order says who it was for';

-- Only what is over, of a member who left, and only once: whatever the code says.
create function orders.guard_forgetting() returns trigger language plpgsql as $$
begin
  if old.forgotten_at is not null or new.forgotten_at is distinct from now()
     or new.state not in ('completed', 'cancelled', 'expired', 'shipped')
     or new.state = 'shipped' and not exists (select from orders.lost_parcels l where l.order_id = new.id and l.ended = 'paid_back')
     or not exists (select from orders.departures d where d.member_id = new.member_id) then
    raise exception 'order % is not to be forgotten', new.number using errcode = 'check_violation', constraint = 'order_is_kept';
  end if;
  return new;
end $$;
create trigger guard_forgetting before update of forgotten_at on orders.orders for each row execute function orders.guard_forgetting();

-- Papers stay as they were issued, but for their parties, and for those only in the transaction that forgets their order.
create function orders.without_parties(document jsonb) returns jsonb language sql immutable as $$
  select document || '{"parties": []}'
$$;
create function orders.keep_paper() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.document = orders.without_parties(old.document)
     and to_jsonb(new) - 'document' = to_jsonb(old) - 'document'
     and exists (select from orders.orders o where o.id = old.order_id and o.forgotten_at = now()) then
    return new;
  end if;
  raise exception '% on orders.% is refused: history is only added to', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger append_only on orders.invoices;
create trigger append_only before update or delete on orders.invoices for each row execute function orders.keep_paper();
drop trigger append_only on orders.later_papers;
create trigger append_only before update or delete on orders.later_papers for each row execute function orders.keep_paper();

-- The application may not change papers nor delete notes; of an order that it forgets in the same transaction it may ask for it.
create function orders.forget_papers(id uuid) returns void language sql security definer set search_path = pg_catalog as $$
  update orders.invoices i set document = orders.without_parties(i.document) from orders.orders o
    where i.order_id = forget_papers.id and o.id = i.order_id and o.forgotten_at = now();
  update orders.later_papers p set document = orders.without_parties(p.document) from orders.orders o
    where p.order_id = forget_papers.id and o.id = p.order_id and o.forgotten_at = now();
$$;
create function staff.forget_order_notes(id uuid) returns void language sql security definer set search_path = pg_catalog as $$
  delete from staff.notes where subject_kind = 'order' and subject_id = forget_order_notes.id::text
    and exists (select from orders.orders o where o.id = forget_order_notes.id and o.forgotten_at = now());
$$;
