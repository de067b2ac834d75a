-- Older releases may go on beside this.
-- The sandbox lets a payer agree to charges that come later, up to a limit for each (decision 0136).
create table sandbox.mandates (
  id text primary key,
  reference text not null constraint sandbox_mandate_is_single unique,
  kind text not null check (kind in ('card', 'wallet')),
  limit_minor bigint not null check (limit_minor > 0),
  currency text not null,
  description text not null,
  return_url text not null,
  webhook_url text not null,
  state text not null default 'open' check (state in ('open', 'active', 'revoked', 'expired')),
  token text constraint sandbox_token_is_single unique,
  scenario text,
  account_end text,
  expires_at timestamptz not null,
  over_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint mandate_that_was_agreed_can_be_charged check (state <> 'active' or num_nonnulls(token, scenario, account_end) = 3),
  constraint mandate_ends_with_its_time check ((state in ('revoked', 'expired')) = (ended_at is not null))
);
create index sandbox_mandates_due on sandbox.mandates ((case state when 'open' then expires_at else over_at end)) where state in ('open', 'active');
comment on column sandbox.mandates.token is 'what its merchant charges it with; told in answers to the merchant alone, never in a notice';
comment on column sandbox.mandates.scenario is 'what the test card or wallet stands for; numbers are never stored';
comment on column sandbox.mandates.expires_at is 'until then its payer may agree';
comment on column sandbox.mandates.over_at is 'the card is valid until then';
alter table sandbox.charges add column mandate_id text references sandbox.mandates;
create index sandbox_charges_of_mandates on sandbox.charges (mandate_id) where mandate_id is not null;
alter table sandbox.notices add column mandate_id text references sandbox.mandates,
  drop constraint notice_is_of_something,
  add constraint notice_is_of_something check (num_nonnulls(charge_id, payout_id, mandate_id) = 1);
create index sandbox_notices_of_mandates on sandbox.notices (mandate_id) where mandate_id is not null;
