-- Open exposure: the fine gold that the house is bound to sell, or to settle, at a price of its past. Every commitment is counted once
-- from its guarantee on, in one row a store that refuses what is beyond the limit; what has ended is taken off by rounds, so the count
-- is never below the truth.
alter table orders.guarantees add column sku_ids integer[];
comment on column orders.guarantees.sku_ids is 'what it is for, in order: a newer guarantee for the same takes its place';

create table orders.exposure (
  store text primary key,
  open_e4 bigint not null default 0,
  newcomers_e4 bigint not null default 0,
  constraint exposure_in_range check (newcomers_e4 between 0 and open_e4)
) with (fillfactor = 10);
comment on column orders.exposure.newcomers_e4 is 'of it: members who had no completed order then';

create table orders.commitments (
  guarantee_id uuid primary key references orders.guarantees,
  member_id uuid not null references identity.members,
  store text not null,
  currency text not null,
  total_minor bigint not null,
  fine_e4 bigint not null check (fine_e4 > 0),
  newcomer boolean not null,
  look_at timestamptz not null
) with (fillfactor = 80);
comment on column orders.commitments.look_at is 'when it may have ended';
create index commitments_by_member on orders.commitments (member_id);
create index commitments_to_look_at on orders.commitments (look_at);

create index orders_never_paid on orders.orders (member_id, created_at) where paid_at is null;
create index orders_completed on orders.orders (member_id) where state = 'completed';

insert into orders.commitments (guarantee_id, member_id, store, currency, total_minor, fine_e4, newcomer, look_at)
select g.id, g.member_id, g.store, g.currency, g.total_minor,
    (select sum((l->>'fineWeight')::bigint * (l->>'quantity')::int) from jsonb_array_elements(g.lines) as l),
    not exists (select from orders.orders c where c.member_id = g.member_id and c.state = 'completed'), now()
  from orders.guarantees g left join orders.orders o on o.guarantee_id = g.id
  where case when o.id is null then g.used_at is null and g.released_at is null and g.expires_at > now()
    else o.state in ('pending_payment', 'paid') end;
insert into orders.exposure (store, open_e4, newcomers_e4)
  select store, sum(fine_e4), coalesce(sum(fine_e4) filter (where newcomer), 0) from orders.commitments group by store;
insert into orders.exposure (store) select code from stores.stores on conflict do nothing;

-- After several orders that came to nothing the next one's pieces are held when its money is there, not before.
alter table orders.orders add column held_when_paid boolean not null default false;
