-- What two people correct of what a member has (decision 0085). Older releases may go on beside this: they post none.
insert into ledger.account_kinds (kind, holder, gold, floored) values ('adjustments', 'house', false, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('adjusted', 'cash', true, true),
  ('adjusted', 'adjustments', true, true),
  ('adjusted', 'gold', true, true),
  ('adjusted', 'vault', true, true);

create sequence vault.adjustment_numbers start 100001;
create table vault.adjustments (
  id uuid primary key,
  number text not null constraint adjustment_number_is_single unique,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  asset text not null,
  amount bigint not null check (amount <> 0),
  told text not null check (length(told) between 3 and 300),
  made_at timestamptz not null default now(),
  made_by text not null,
  constraint two_people_adjusted check (made_by ~ '^staff:[0-9a-f-]{36}\+staff:[0-9a-f-]{36}$')
);
create index adjustments_by_member on vault.adjustments (member_id, made_at desc);
comment on column vault.adjustments.amount is 'in the smallest unit of the asset; minus where it is taken from the member';
comment on column vault.adjustments.told is 'why, as its member reads it';
create trigger append_only before update or delete on vault.adjustments for each row execute function vault.refuse_change();
create trigger member_is_open before insert on vault.adjustments for each row execute function identity.refuse_closed();
revoke update, delete, truncate on vault.adjustments from karat_app;
