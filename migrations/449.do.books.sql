-- The books as an accountant's program takes them (decision 0143): a day of a store is a journal, made from its transfers alone.
-- Older releases may go on beside this.
create schema books;

-- Which number and name an account kind has in the owner's chart of accounts, from a day of the store on. What no row says, the release says.
create table books.chart (
  id bigint primary key generated always as identity,
  store text not null references stores.stores,
  kind text not null references ledger.account_kinds,
  from_day date not null,
  number text not null check (number ~ '^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$'),
  name text not null check (length(name) between 1 and 80),
  set_at timestamptz not null default clock_timestamp(),
  set_by text not null,
  reason text not null
);
create index chart_of_a_store on books.chart (store, kind, from_day desc, id desc);
comment on table books.chart is 'the newest row of a kind whose from_day has come is in force';

-- What was given out of a day. The same file again is these bytes again, whatever was mapped or released since.
create table books.files (
  store text not null references stores.stores,
  day date not null,
  format text not null check (format in ('xero', 'jurnal', 'accurate', 'odoo')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  content text not null,
  made_at timestamptz not null default clock_timestamp(),
  made_by text not null,
  primary key (store, day, format, currency)
);

create function books.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete on books.chart for each row execute function books.refuse_change();
create trigger append_only before update or delete on books.files for each row execute function books.refuse_change();
revoke update, delete, truncate on books.chart, books.files from karat_app;

-- A day is found by the moments of transfers. They are only added to, so blocks are in the order of time: a summary for each range of blocks is
-- enough, and a posting writes no entry of a tree.
create index transfers_by_moment on ledger.transfers using brin (created_at) with (pages_per_range = 32, autosummarize = on);
