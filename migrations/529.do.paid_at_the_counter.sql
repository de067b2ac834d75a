-- An unpaid order is paid at the counter, in cash or at a card terminal (decision 0170).
-- Older releases may go on beside this.
insert into ledger.account_kinds (kind, holder, gold, floored) values
  ('till', 'house', false, false), ('terminal_clearing', 'house', false, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('counter_received', 'till', true, false), ('counter_received', 'terminal_clearing', true, false),
  ('counter_received', 'provider_clearing', false, true);

alter table payments.payments
  drop constraint method_is_known,
  add constraint method_is_known check (method in ('card', 'va', 'qris', 'bank_transfer', 'balance', 'counter_cash', 'counter_card'));
alter table payments.tenders
  drop constraint tender_kind_is_known,
  add constraint tender_kind_is_known check (kind in ('card', 'va', 'qris', 'bank_transfer', 'balance', 'counter_cash', 'counter_card'));

create sequence payments.receipt_numbers start 1001;
-- What staff took at a counter: one row a payment, and never two for one order or one slip.
create table payments.counter_receipts (
  payment_id uuid primary key references payments.payments,
  number text not null unique default 'CR' || nextval('payments.receipt_numbers'),
  subject_id uuid not null constraint counter_pays_once unique,
  store text not null references stores.stores,
  method text not null check (method in ('counter_cash', 'counter_card')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  terminal text check (terminal ~ '^[0-9A-Z]{4,16}$'),
  slip text check (slip ~ '^[0-9A-Z]{4,24}$'),
  taken_by uuid[] not null,
  taken_on date not null,
  taken_at timestamptz not null default clock_timestamp(),
  constraint slip_pays_once unique (terminal, slip),
  constraint terminal_has_a_slip check (num_nonnulls(terminal, slip) = case method when 'counter_card' then 2 else 0 end),
  constraint taken_by_one_or_two check (cardinality(taken_by) = 1 or (cardinality(taken_by) = 2 and taken_by[1] <> taken_by[2]))
);
comment on column payments.counter_receipts.taken_by is 'who took it; where it takes two, who approved it stands second';
comment on column payments.counter_receipts.taken_on is 'the day of the store';
create index counter_receipts_by_day on payments.counter_receipts (store, taken_on);
create trigger append_only before update or delete on payments.counter_receipts for each row execute function bank.refuse_change();
revoke update, delete, truncate on payments.counter_receipts from karat_app;

-- Money of the counter goes back by a payout list too: it came from no account, so whoever asks for it names one.
alter table bank.returns
  alter column line_id drop not null,
  add column receipt_id uuid references payments.counter_receipts,
  add constraint return_has_a_source check (num_nonnulls(line_id, receipt_id) = 1),
  add constraint counter_returns_a_refund check (receipt_id is null or refund_id is not null);
