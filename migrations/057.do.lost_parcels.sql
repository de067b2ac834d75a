-- A parcel that the courier lost: who reported it, and how it ended. What is sent again is another parcel of the same order.
alter table orders.shipments add column parcel smallint not null default 1 check (parcel between 1 and 20);
alter table orders.shipments drop constraint shipments_pkey, add constraint shipments_pkey primary key (order_id, parcel);
comment on column orders.shipments.parcel is 'counted up; every one before the newest was lost';

create table orders.lost_parcels (
  id bigint primary key generated always as identity,
  order_id uuid not null,
  parcel smallint not null,
  reported_by text not null,
  reason text not null,
  reported_at timestamptz not null default now(),
  ended text check (ended in ('found', 'sent_again', 'paid_back')),
  ended_by text,
  ended_at timestamptz,
  foreign key (order_id, parcel) references orders.shipments,
  constraint loss_ends_by_somebody check ((ended is null) = (ended_by is null) and (ended is null) = (ended_at is null))
);
create unique index one_open_loss on orders.lost_parcels (order_id) where ended is null;
create index lost_parcels_by_order on orders.lost_parcels (order_id, parcel);

-- What was on its way to its buyer is warned of too, and goes on being theirs when it is found.
drop trigger known_steps on catalogue.pieces;
create trigger known_steps before update of state on catalogue.pieces for each row
  when (old.state <> new.state and (old.state, new.state) not in (
    ('in_stock', 'allocated'), ('allocated', 'in_stock'), ('allocated', 'sold'), ('sold', 'in_stock'),
    ('in_stock', 'reported_stolen'), ('sold', 'reported_stolen'), ('reported_stolen', 'in_stock'), ('reported_stolen', 'sold'),
    ('allocated', 'reported_stolen'), ('reported_stolen', 'allocated')))
  execute function catalogue.refuse_piece_step();
