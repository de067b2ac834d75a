-- A payment is for the subject of its purpose: an order is one such subject. Captured money is its subject's, or in suspense.
-- Ids of subjects are made by the shop and unique whatever the purpose, so a subject is found by its id alone.
alter table payments.payments rename column order_id to subject_id;
alter table payments.payments rename column refunded_order_minor to refunded_allocated_minor;
alter table payments.payments alter column purpose drop default;
alter table payments.refunds rename column order_id to subject_id;
alter table payments.closings rename column order_id to subject_id;
alter index payments.payments_by_order rename to payments_by_subject;
alter index payments.refunds_by_order rename to refunds_by_subject;
comment on column payments.payments.subject_id is 'what the money is for, in the area of its purpose';
comment on column payments.payments.refunded_allocated_minor is 'what of allocated_minor went back or is on its way';

alter table payments.payments drop constraint payments_allocation_check, drop constraint allocated_belongs_to_the_order;
update payments.payments set allocation = 'subject' where allocation = 'order';
alter table payments.payments
  add constraint allocation_is_known check (allocation in ('subject', 'suspense')),
  add constraint allocated_belongs_to_the_subject check ((allocation is not distinct from 'subject') = (allocated_minor is not null));
drop index payments.payments_uncleared;
create index payments_uncleared on payments.payments (member_id, captured_at) where allocation = 'subject';

-- As in 014 and 120, by the new names.
create or replace function payments.guard_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a refund is never removed' using errcode = 'insufficient_privilege', constraint = 'refund_stays';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'pending' then
      raise exception 'a refund begins pending' using errcode = 'check_violation', constraint = 'refund_begins_pending';
    end if;
    return new;
  end if;
  if (new.id, new.payment_id, new.subject_id, new.member_id, new.store, new.currency, new.amount_minor, new.goods_minor, new.delivery_minor,
      new.insurance_minor, new.tax_minor, new.suspense_minor, new.occasion)
     is distinct from (old.id, old.payment_id, old.subject_id, old.member_id, old.store, old.currency, old.amount_minor, old.goods_minor,
      old.delivery_minor, old.insurance_minor, old.tax_minor, old.suspense_minor, old.occasion) then
    raise exception 'what a refund returns is not changed' using errcode = 'check_violation', constraint = 'refund_stays';
  end if;
  if new.state <> old.state and old.state <> 'pending' then
    raise exception 'a refund is decided once' using errcode = 'check_violation', constraint = 'refund_is_decided_once';
  end if;
  return new;
end $$;
create or replace function payments.count_refund() returns trigger language plpgsql as $$
declare
  sign integer := case when tg_op = 'INSERT' then 1 when new.state = 'failed' and old.state = 'pending' then -1 else 0 end;
  of payments.payments;
begin
  if sign <> 0 then
    update payments.payments set
      refunded_allocated_minor = refunded_allocated_minor + sign * (new.amount_minor - new.suspense_minor),
      refunded_suspense_minor = refunded_suspense_minor + sign * new.suspense_minor
      where id = new.payment_id returning * into of;
    if sign = 1 and of.disputed_minor > 0 and new.actor <> 'system' then
      raise exception 'money of an open dispute is not returned' using errcode = 'check_violation', constraint = 'refund_waits_for_dispute';
    end if;
    if sign = 1 and of.refunded_allocated_minor + of.refunded_suspense_minor + of.charged_back_minor > of.captured_minor then
      raise exception 'no more is returned than is captured' using errcode = 'check_violation', constraint = 'refunds_within_captured';
    end if;
  end if;
  return null;
end $$;
