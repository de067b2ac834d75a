-- Older releases may go on beside this.
-- The sandbox acquirer closes charges, corrects captures and carries disputes of its test cards.
alter table sandbox.charges add column captured_minor bigint check (captured_minor > 0),
  add column correct_at timestamptz, add column dispute_at timestamptz;
alter table sandbox.charges drop constraint charges_state_check, drop constraint decided_has_a_time;
alter table sandbox.charges
  add constraint charges_state_check check (state in ('open', 'challenge', 'captured', 'declined', 'expired', 'closed')),
  add constraint decided_has_a_time check ((state in ('captured', 'declined', 'expired', 'closed')) = (decided_at is not null));
comment on column sandbox.charges.captured_minor is 'what was captured; null: the whole amount, once it is captured';
create index charges_to_correct on sandbox.charges (correct_at) where correct_at is not null;
create index charges_to_dispute on sandbox.charges (dispute_at) where dispute_at is not null;

create table sandbox.disputes (
  id text primary key,
  charge_id text not null references sandbox.charges,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  respond_by timestamptz not null,
  decide_at timestamptz not null,
  opened_at timestamptz not null default now(),
  decided_at timestamptz
);
create index disputes_by_charge on sandbox.disputes (charge_id);
create index disputes_undecided on sandbox.disputes (decide_at) where state = 'open';
