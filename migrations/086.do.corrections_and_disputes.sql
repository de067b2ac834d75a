-- Older releases may go on beside this.
-- Money of a charge that its provider corrects, and money that a card's bank takes back (decisions 0036, 0037).
insert into ledger.account_kinds (kind, holder, gold, floored) values
  ('disputed', 'house', false, false), ('chargeback_loss', 'house', false, false), ('receivable', 'house', false, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('payment_corrected', 'provider_clearing', true, true),
  ('payment_corrected', 'suspense', true, true),
  ('payment_corrected', 'receivable', true, true),
  ('dispute_opened', 'provider_clearing', false, true),
  ('dispute_opened', 'disputed', true, false),
  ('dispute_won', 'provider_clearing', true, false),
  ('dispute_won', 'disputed', false, true),
  ('dispute_lost', 'disputed', false, true),
  ('dispute_lost', 'chargeback_loss', true, false),
  ('dispute_lost', 'receivable', true, false);

alter table payments.payments
  add column bookings smallint not null default 0,
  add column short_minor bigint not null default 0,
  add column disputed_minor bigint not null default 0,
  add column charged_back_minor bigint not null default 0;
update payments.payments set bookings = 1 where state = 'captured';
alter table payments.payments drop constraint refunds_within_captured;
alter table payments.payments add constraint refunds_within_captured check (
    refunded_order_minor between 0 and coalesce(allocated_minor, 0)
    and refunded_suspense_minor between 0 and coalesce(captured_minor, 0) + short_minor - coalesce(allocated_minor, 0)
    and refunded_order_minor + refunded_suspense_minor + charged_back_minor <= coalesce(captured_minor, 0) + short_minor),
  add constraint taken_back_is_counted_up check (short_minor >= 0 and disputed_minor >= 0 and charged_back_minor >= 0);
comment on column payments.payments.bookings is 'how often money under its name was booked: an answer that was asked for before the last booking is asked for again';
comment on column payments.payments.short_minor is 'what its provider took back though it was used or returned already; a receivable';
comment on column payments.payments.disputed_minor is 'what is taken back while a dispute is open';
comment on column payments.payments.charged_back_minor is 'what lost disputes took, and was not returned before';

create table payments.corrections (
  id uuid primary key,
  payment_id uuid not null references payments.payments,
  was_minor bigint not null check (was_minor > 0),
  now_minor bigint not null check (now_minor > 0),
  suspense_minor bigint not null,
  short_minor bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint correction_changes check (was_minor <> now_minor),
  constraint correction_adds_up check (now_minor - was_minor = suspense_minor - short_minor)
);
create index corrections_by_payment on payments.corrections (payment_id, created_at);
comment on column payments.corrections.suspense_minor is 'how suspense changes; short_minor: how the receivable does';
revoke update, delete, truncate on payments.corrections from karat_app;

create table payments.disputes (
  id uuid primary key,
  payment_id uuid not null references payments.payments,
  provider text not null,
  provider_reference text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text not null,
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  respond_by timestamptz,
  loss_minor bigint not null default 0 check (loss_minor >= 0),
  short_minor bigint not null default 0 check (short_minor >= 0),
  opened_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  checked_at timestamptz not null default now(),
  constraint dispute_is_kept_once unique (provider, provider_reference),
  constraint dispute_is_decided_with_a_time check ((state = 'open') = (decided_at is null)),
  constraint lost_adds_up check (loss_minor + short_minor = case when state = 'lost' then amount_minor else 0 end)
);
create index disputes_by_payment on payments.disputes (payment_id);
create index disputes_open on payments.disputes (checked_at) where state = 'open';

create function payments.guard_dispute() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'open'
     or (new.id, new.payment_id, new.provider, new.provider_reference, new.amount_minor, new.currency, new.opened_at)
       is distinct from (old.id, old.payment_id, old.provider, old.provider_reference, old.amount_minor, old.currency, old.opened_at) then
    raise exception 'a dispute is decided once and never removed' using errcode = 'insufficient_privilege', constraint = 'dispute_stays';
  end if;
  return new;
end $$;
revoke delete, truncate on payments.disputes from karat_app;
create trigger guard_dispute before update or delete on payments.disputes for each row execute function payments.guard_dispute();

-- As in 014, and: nobody returns money that its card's bank has taken back already; what the shop itself returns waits.
create or replace function payments.count_refund() returns trigger language plpgsql as $$
declare
  sign integer := case when tg_op = 'INSERT' then 1 when new.state = 'failed' and old.state = 'pending' then -1 else 0 end;
  disputed bigint;
begin
  if sign <> 0 then
    update payments.payments set
      refunded_order_minor = refunded_order_minor + sign * (new.amount_minor - new.suspense_minor),
      refunded_suspense_minor = refunded_suspense_minor + sign * new.suspense_minor
      where id = new.payment_id returning disputed_minor into disputed;
    if sign = 1 and disputed > 0 and new.actor <> 'system' then
      raise exception 'money of an open dispute is not returned' using errcode = 'check_violation', constraint = 'refund_waits_for_dispute';
    end if;
  end if;
  return null;
end $$;
