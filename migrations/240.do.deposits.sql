-- Money that members put into their cash balance with a store (decision 0062). Older releases may go on beside this: what one of
-- them cannot settle, since it knows no deposits, a newer one settles when it asks the provider.
alter table payments.payments drop constraint payment_purpose_is_known,
  add constraint payment_purpose_is_known check (purpose in ('order', 'deposit'));
alter table payments.tenders add constraint tender_purpose_is_known check (purpose in ('order', 'deposit'));
alter table kyc.takings drop constraint takings_kind_check,
  add constraint taking_is_of_a_kind check (kind in ('order', 'vault', 'deposit'));

create sequence vault.deposit_numbers start 100001;
create table vault.deposits (
  id uuid primary key,
  number text not null constraint deposit_number_is_single unique,
  holder_id uuid not null references vault.holders,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'open' check (state in ('open', 'expired', 'paid')),
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  clears_at timestamptz,
  constraint deposit_is_paid_with_its_times check ((state = 'paid') = (paid_at is not null) and (state = 'paid') = (clears_at is not null))
) with (fillfactor = 80);
create unique index one_open_deposit on vault.deposits (holder_id) where state = 'open';
create index deposits_by_member on vault.deposits (member_id, store, made_at desc);
create index deposits_open on vault.deposits (expires_at) where state = 'open';
comment on column vault.deposits.clears_at is 'from then on its bank is not expected to take it back';
revoke delete, truncate on vault.deposits from karat_app;
create trigger member_is_open before insert on vault.deposits for each row execute function identity.refuse_closed();

create function vault.guard_deposit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state = 'paid' or new.state not in ('paid', case old.state when 'open' then 'expired' end)
     or to_jsonb(new) - '{state,paid_at,clears_at}'::text[] <> to_jsonb(old) - '{state,paid_at,clears_at}'::text[] then
    raise exception 'a deposit is paid or expires, and is paid once' using errcode = 'insufficient_privilege', constraint = 'deposit_stays';
  end if;
  return new;
end $$;
create trigger guard_deposit before update or delete on vault.deposits for each row execute function vault.guard_deposit();

-- What all members together have with a store is asked with each deposit.
create index accounts_of_cash on ledger.accounts (store, asset) where kind in ('cash', 'cash_held');

alter table payments.disputes add column spent_minor bigint not null default 0,
  add constraint spent_is_owed check (spent_minor between 0 and short_minor);
comment on column payments.disputes.spent_minor is 'what of short_minor was not returned before: its payer has spent it';

-- What a bank or a provider took of a deposit, its member gives back as far as they have it.
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('cash_deposited', 'provider_clearing', true, false),
  ('cash_deposited', 'cash', false, true),
  ('payment_set_off', 'cash', true, false);
