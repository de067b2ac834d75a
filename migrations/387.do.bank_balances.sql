-- What the bank says of the account that holds members' cash, as staff read it from a statement (decision 0123). The newest statement of a
-- currency stands in each day's note.
-- Older releases may go on beside this.
create table proof.bank_balances (
  id bigint primary key generated always as identity,
  store text not null references stores.stores,
  currency text not null,
  statement_date date not null,
  balance_minor bigint not null check (balance_minor >= 0),
  reference text not null check (length(reference) between 1 and 80),
  actor text not null,
  noted_at timestamptz not null default clock_timestamp()
);
create index bank_balances_newest on proof.bank_balances (store, currency, statement_date desc, id desc);
comment on column proof.bank_balances.reference is 'what the bank calls the statement';
create trigger append_only before update or delete on proof.bank_balances for each row execute function proof.refuse_change();
revoke update, delete, truncate on proof.bank_balances from karat_app;
