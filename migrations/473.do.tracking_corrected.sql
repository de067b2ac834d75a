-- The number by which a parcel is followed may have been typed wrong: what it was, what it is, and who said so (decision 0150).
-- Older releases may go on beside this.
create table orders.tracking_corrections (
  id bigint primary key generated always as identity,
  order_id uuid not null,
  parcel smallint not null,
  was_carrier text not null,
  was_tracking text not null,
  carrier text not null constraint corrected_carrier check (carrier ~ '^[a-z0-9_]{2,30}$'),
  tracking text not null constraint corrected_tracking check (length(tracking) between 6 and 40),
  corrected_by text not null,
  corrected_at timestamptz not null default now(),
  foreign key (order_id, parcel) references orders.shipments,
  constraint correction_changes_something check ((was_carrier, was_tracking) <> (carrier, tracking))
);
create index tracking_corrections_by_parcel on orders.tracking_corrections (order_id, parcel, id desc);
create trigger append_only before update or delete on orders.tracking_corrections for each row execute function orders.refuse_change();
revoke update, delete, truncate on orders.tracking_corrections from karat_app;
