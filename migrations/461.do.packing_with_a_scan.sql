-- Each numbered piece of an order is scanned before the order leaves; one that took the place of a reserved one is named by a correction of
-- the invoice (decision 0149).
-- Older releases may go on beside this.
create table orders.scans (
  order_id uuid not null references orders.orders,
  serial text not null references catalogue.pieces,
  in_place_of text references catalogue.pieces,
  scanned_by text not null,
  scanned_at timestamptz not null default now(),
  primary key (order_id, serial),
  constraint scan_of_another_piece check (in_place_of <> serial)
);
comment on column orders.scans.in_place_of is 'the reserved piece that went back on the shelf for this one';
create trigger append_only before update or delete on orders.scans for each row execute function orders.refuse_change();
revoke update, delete on orders.scans from karat_app;

-- The rows that wait are the queue: orders that left with other pieces than their papers name.
create table orders.repackings (
  order_id uuid primary key references orders.orders,
  at timestamptz not null default now(),
  papers_at timestamptz,
  papers_next_try_at timestamptz
);
create index repackings_without_papers on orders.repackings (at) where papers_at is null;
revoke delete on orders.repackings from karat_app;

alter table orders.later_papers add column packed boolean not null default false,
  drop constraint paper_says_what_it_follows,
  add constraint paper_says_what_it_follows check (case kind
    when 'credit_note' then num_nulls(refund_id, amount_minor, currency) = 0 and loss_id is null and not packed and serials = '{}'
    else num_nulls(refund_id, amount_minor, currency) = 3 and (loss_id is null) = packed end);
create unique index packing_is_corrected_once on orders.later_papers (order_id) where packed;
comment on column orders.later_papers.packed is 'corrects for pieces that were taken in place of reserved ones when the order was packed';
