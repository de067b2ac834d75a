-- Older releases may go on beside this.
-- What goes back of a payment is no more than what is still there (decision 0037): the rest, which its provider or a bank took
-- back already, is set off against what that had left as owed to the house, or as its loss.
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('payment_set_off', 'order_money', true, false),
  ('payment_set_off', 'delivery_fees', true, false),
  ('payment_set_off', 'insurance_fees', true, false),
  ('payment_set_off', 'tax_payable', true, false),
  ('payment_set_off', 'suspense', true, false),
  ('payment_set_off', 'receivable', false, true),
  ('payment_set_off', 'chargeback_loss', false, true);

alter table payments.payments add column covered_minor bigint not null default 0, add column offset_minor bigint not null default 0;
alter table payments.payments drop constraint refunds_within_captured;
alter table payments.payments add constraint refunds_within_captured check (
    refunded_order_minor between 0 and coalesce(allocated_minor, 0)
    and refunded_suspense_minor between 0 and coalesce(captured_minor, 0) + short_minor - coalesce(allocated_minor, 0) - offset_minor
    and refunded_order_minor + refunded_suspense_minor + charged_back_minor <= coalesce(captured_minor, 0) + short_minor),
  add constraint covered_within_short check (covered_minor between 0 and short_minor),
  add constraint offset_is_counted_up check (offset_minor >= 0);
comment on column payments.payments.covered_minor is 'how much of short_minor nobody owes any more';
comment on column payments.payments.offset_minor is 'what left suspense because it was taken back already';

create table payments.set_offs (
  id uuid primary key,
  payment_id uuid not null references payments.payments,
  occasion text not null,
  goods_minor bigint not null check (goods_minor >= 0),
  delivery_minor bigint not null check (delivery_minor >= 0),
  insurance_minor bigint not null check (insurance_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  suspense_minor bigint not null check (suspense_minor >= 0),
  receivable_minor bigint not null check (receivable_minor >= 0),
  loss_minor bigint not null check (loss_minor >= 0),
  actor text not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint set_off_is_of_something check (receivable_minor + loss_minor > 0),
  constraint set_off_adds_up check (goods_minor + delivery_minor + insurance_minor + tax_minor + suspense_minor = receivable_minor + loss_minor)
);
create index set_offs_by_payment on payments.set_offs (payment_id);
comment on column payments.set_offs.occasion is 'of the refund that would have returned it';
revoke update, delete, truncate on payments.set_offs from karat_app;

create function payments.count_set_off() returns trigger language plpgsql as $$
declare lost bigint;
begin
  update payments.payments set covered_minor = covered_minor + new.receivable_minor, offset_minor = offset_minor + new.suspense_minor
    where id = new.payment_id returning charged_back_minor into lost;
  if (select sum(loss_minor) from payments.set_offs where payment_id = new.payment_id) > lost then
    raise exception 'more is set off than was lost' using errcode = 'check_violation', constraint = 'set_off_within_loss';
  end if;
  return null;
end $$;
create trigger count_set_off after insert on payments.set_offs for each row execute function payments.count_set_off();

-- As in 086, and: no refund begins that would return more than what is captured now, less what a bank took.
create or replace function payments.count_refund() returns trigger language plpgsql as $$
declare
  sign integer := case when tg_op = 'INSERT' then 1 when new.state = 'failed' and old.state = 'pending' then -1 else 0 end;
  of payments.payments;
begin
  if sign <> 0 then
    update payments.payments set
      refunded_order_minor = refunded_order_minor + sign * (new.amount_minor - new.suspense_minor),
      refunded_suspense_minor = refunded_suspense_minor + sign * new.suspense_minor
      where id = new.payment_id returning * into of;
    if sign = 1 and of.disputed_minor > 0 and new.actor <> 'system' then
      raise exception 'money of an open dispute is not returned' using errcode = 'check_violation', constraint = 'refund_waits_for_dispute';
    end if;
    if sign = 1 and of.refunded_order_minor + of.refunded_suspense_minor + of.charged_back_minor > of.captured_minor then
      raise exception 'no more is returned than is captured' using errcode = 'check_violation', constraint = 'refunds_within_captured';
    end if;
  end if;
  return null;
end $$;
