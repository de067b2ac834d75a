-- Papers that follow an invoice, which itself is never changed: a credit note for each sum that went back to its buyer, a
-- correction where other pieces were sent in place of lost ones. Each kind is numbered by itself, per store and year, without a gap.
create table orders.paper_counters (
  kind text not null,
  store text not null,
  year smallint not null,
  last integer not null check (last > 0),
  primary key (kind, store, year)
);

create table orders.later_papers (
  id bigint primary key generated always as identity,
  order_id uuid not null references orders.invoices,
  kind text not null check (kind in ('credit_note', 'correction')),
  store text not null,
  year smallint not null,
  number integer not null check (number > 0),
  refund_id uuid constraint refund_is_credited_once unique references payments.refunds,
  amount_minor bigint check (amount_minor > 0),
  currency text,
  loss_id bigint constraint loss_is_corrected_once unique references orders.lost_parcels,
  serials text[] not null default '{}',
  document jsonb not null,
  issued_at timestamptz not null,
  constraint paper_number_is_single unique (kind, store, year, number),
  constraint paper_says_what_it_follows check (case kind
    when 'credit_note' then num_nulls(refund_id, amount_minor, currency) = 0 and loss_id is null and serials = '{}'
    else num_nulls(refund_id, amount_minor, currency) = 3 and loss_id is not null end)
);
create index later_papers_by_order on orders.later_papers (order_id, id);
comment on column orders.later_papers.serials is 'of a correction: every numbered piece that the order has from now on';
create trigger append_only before update or delete on orders.later_papers for each row execute function orders.refuse_change();

-- The rows that wait are the queue: money that went back, and parcels that were sent again.
alter table payments.refunds add column papers_at timestamptz, add column papers_next_try_at timestamptz;
create index refunds_without_papers on payments.refunds (decided_at)
  where papers_at is null and state = 'settled' and suspense_minor < amount_minor;
alter table orders.lost_parcels add column papers_at timestamptz, add column papers_next_try_at timestamptz;
create index losses_without_papers on orders.lost_parcels (ended_at) where papers_at is null and ended = 'sent_again';
