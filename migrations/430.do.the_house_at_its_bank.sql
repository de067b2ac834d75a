-- A transfer to the house's own account pays an order, without any provider (decision 0138).
-- Older releases may go on beside this.
create schema bank;

-- The account that members transfer to. Rows are only added to: the newest of a store is shown, older ones say what was shown when.
create table bank.accounts (
  id uuid primary key,
  store text not null references stores.stores,
  currency text not null,
  bank text not null check (length(bank) between 2 and 60),
  number text not null check (number ~ '^[0-9A-Z][0-9A-Z -]{4,33}$'),
  holder text not null check (length(holder) between 2 and 140),
  mapping jsonb,
  set_by uuid[] not null default '{}',
  valid_from timestamptz not null default clock_timestamp()
);
create index accounts_of_a_store on bank.accounts (store, currency, valid_from desc);
comment on column bank.accounts.mapping is 'how its bank writes CSV (csv-mapping-rules.ts); null where it gives CAMT.053 or MT940';
comment on column bank.accounts.set_by is 'who asked and who approved; nobody of what the demonstration began with';

create function bank.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete on bank.accounts for each row execute function bank.refuse_change();
revoke update, delete, truncate on bank.accounts from karat_app;

-- What each transfer is known by, and to which account it was asked for.
create table bank.charges (
  payment_id uuid primary key references payments.payments,
  account_id uuid not null references bank.accounts,
  subject_id uuid not null,
  store text not null references stores.stores,
  reference text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  made_at timestamptz not null default now()
);
create index charges_of_a_store on bank.charges (store, made_at);
create index charges_of_a_subject on bank.charges (subject_id);
create trigger append_only before update or delete on bank.charges for each row execute function bank.refuse_change();
revoke update, delete, truncate on bank.charges from karat_app;

alter table payments.payments
  drop constraint method_is_known,
  add constraint method_is_known check (method in ('card', 'va', 'qris', 'bank_transfer', 'balance'));
alter table payments.tenders
  drop constraint tender_kind_is_known,
  add constraint tender_kind_is_known check (kind in ('card', 'va', 'qris', 'bank_transfer', 'balance'));

-- Until when a transfer for an unpaid order is in time; its other ways to pay end with expires_at.
alter table orders.orders add column transfer_until timestamptz;
comment on column orders.orders.transfer_until is 'a transfer that the bank books by then is in time; null where none was chosen';
create index orders_wait_for_a_statement on orders.orders (store, transfer_until) where state = 'pending_payment' and transfer_until is not null;
