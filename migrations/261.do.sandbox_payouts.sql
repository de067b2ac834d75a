-- The sandbox pays out to bank accounts and wallets, as their numbers' endings say (decision 0068). Older releases may go on beside this.
create table sandbox.payouts (
  id text primary key,
  reference text not null constraint sandbox_payout_is_single unique,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  description text not null,
  account text not null,
  scenario text,
  state text not null check (state in ('accepted', 'paid', 'failed', 'returned')),
  failure_reason text,
  silent_until timestamptz,
  webhook_url text not null,
  decide_at timestamptz,
  return_at timestamptz,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create index sandbox_payouts_due on sandbox.payouts (decide_at) where decide_at is not null;
create index sandbox_payouts_to_return on sandbox.payouts (return_at) where return_at is not null;
comment on column sandbox.payouts.account is 'where to: which bank, and the end of the number';
alter table sandbox.notices alter column charge_id drop not null,
  add column payout_id text references sandbox.payouts,
  add constraint notice_is_of_something check (num_nonnulls(charge_id, payout_id) = 1);
