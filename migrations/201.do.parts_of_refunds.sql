-- A refund and a set-off are rows of account kind and amount: what a purpose keeps where is its own matter. A refund knows beside
-- its amount how much of it its subject had used (allocated_minor); the rest comes out of suspense.
create table payments.refund_parts (
  refund_id uuid not null references payments.refunds,
  account_kind text not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (refund_id, account_kind)
);
create table payments.set_off_parts (
  set_off_id uuid not null references payments.set_offs,
  account_kind text not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (set_off_id, account_kind)
);
revoke update, delete, truncate on payments.refund_parts, payments.set_off_parts from karat_app;

insert into payments.refund_parts
  select id, kind, amount from payments.refunds cross join lateral (values ('order_money', goods_minor), ('delivery_fees', delivery_minor),
    ('insurance_fees', insurance_minor), ('tax_payable', tax_minor), ('suspense', suspense_minor)) as part(kind, amount) where amount > 0;
insert into payments.set_off_parts
  select id, kind, amount from payments.set_offs cross join lateral (values ('order_money', goods_minor), ('delivery_fees', delivery_minor),
    ('insurance_fees', insurance_minor), ('tax_payable', tax_minor), ('suspense', suspense_minor)) as part(kind, amount) where amount > 0;

alter table payments.refunds add column allocated_minor bigint;
drop trigger guard_refund on payments.refunds;
drop trigger count_refund on payments.refunds;
drop trigger count_set_off on payments.set_offs;
update payments.refunds set allocated_minor = amount_minor - suspense_minor;
drop index payments.refunds_without_papers;
alter table payments.refunds drop constraint refund_adds_up,
  drop column goods_minor, drop column delivery_minor, drop column insurance_minor, drop column tax_minor, drop column suspense_minor,
  alter column allocated_minor set not null,
  add constraint allocated_within_refund check (allocated_minor between 0 and amount_minor);
alter table payments.set_offs drop constraint set_off_adds_up,
  drop column goods_minor, drop column delivery_minor, drop column insurance_minor, drop column tax_minor, drop column suspense_minor;
comment on column payments.refunds.allocated_minor is 'how much of it its subject had used; the rest comes out of suspense';
create index refunds_without_papers on payments.refunds (decided_at) where papers_at is null and state = 'settled' and allocated_minor > 0;

create trigger guard_refund before insert or update or delete on payments.refunds for each row execute function payments.guard_refund();
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
  if (new.id, new.payment_id, new.subject_id, new.member_id, new.store, new.currency, new.amount_minor, new.allocated_minor, new.occasion)
     is distinct from (old.id, old.payment_id, old.subject_id, old.member_id, old.store, old.currency, old.amount_minor, old.allocated_minor,
      old.occasion) then
    raise exception 'what a refund returns is not changed' using errcode = 'check_violation', constraint = 'refund_stays';
  end if;
  if new.state <> old.state and old.state <> 'pending' then
    raise exception 'a refund is decided once' using errcode = 'check_violation', constraint = 'refund_is_decided_once';
  end if;
  return new;
end $$;

-- Parts are written in one statement with their refund or set-off and sum to it. The triggers fire when that statement is over and
-- see all of it; a part that comes later breaks the sum and is refused.
create function payments.require_kind() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger.transfer_kinds k where k.kind = tg_argv[0] and k.account_kind = new.account_kind and k.gives) then
    raise exception 'nothing is taken from %', new.account_kind using errcode = 'check_violation', constraint = 'part_may_be_taken';
  end if;
  return new;
end $$;
create trigger require_kind before insert on payments.refund_parts for each row execute function payments.require_kind('payment_refunded');
create trigger require_kind before insert on payments.set_off_parts for each row execute function payments.require_kind('payment_set_off');

create function payments.require_refund_adds_up(refund uuid) returns void language plpgsql as $$
begin
  if exists (select from payments.refunds r cross join lateral (
      select coalesce(sum(amount_minor), 0) as total, coalesce(sum(amount_minor) filter (where account_kind <> 'suspense'), 0) as allocated
      from payments.refund_parts where refund_id = r.id) as parts
    where r.id = refund and (parts.total, parts.allocated) <> (r.amount_minor, r.allocated_minor)) then
    raise exception 'the parts of a refund sum to it' using errcode = 'check_violation', constraint = 'refund_adds_up';
  end if;
end $$;
create function payments.require_set_off_adds_up(set_off uuid) returns void language plpgsql as $$
begin
  if exists (select from payments.set_offs s where s.id = set_off and s.receivable_minor + s.loss_minor <> (
      select coalesce(sum(amount_minor), 0) from payments.set_off_parts where set_off_id = s.id)) then
    raise exception 'the parts of a set-off sum to it' using errcode = 'check_violation', constraint = 'set_off_adds_up';
  end if;
end $$;
create function payments.keep_sum_of_refund() returns trigger language plpgsql as $$
begin
  perform payments.require_refund_adds_up(new.refund_id);
  return null;
end $$;
create trigger keep_sum after insert on payments.refund_parts for each row execute function payments.keep_sum_of_refund();
create function payments.keep_sum_of_set_off() returns trigger language plpgsql as $$
begin
  perform payments.require_set_off_adds_up(new.set_off_id);
  return null;
end $$;
create trigger keep_sum after insert on payments.set_off_parts for each row execute function payments.keep_sum_of_set_off();

-- As in 120, by parts.
create or replace function payments.count_refund() returns trigger language plpgsql as $$
declare
  sign integer := case when tg_op = 'INSERT' then 1 when new.state = 'failed' and old.state = 'pending' then -1 else 0 end;
  of payments.payments;
begin
  if sign = 1 then
    perform payments.require_refund_adds_up(new.id);
  end if;
  if sign <> 0 then
    update payments.payments set
      refunded_allocated_minor = refunded_allocated_minor + sign * new.allocated_minor,
      refunded_suspense_minor = refunded_suspense_minor + sign * (new.amount_minor - new.allocated_minor)
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
create trigger count_refund after insert or update on payments.refunds for each row execute function payments.count_refund();
create or replace function payments.count_set_off() returns trigger language plpgsql as $$
declare lost bigint;
begin
  perform payments.require_set_off_adds_up(new.id);
  update payments.payments set covered_minor = covered_minor + new.receivable_minor,
    offset_minor = offset_minor + coalesce((select amount_minor from payments.set_off_parts where set_off_id = new.id and account_kind = 'suspense'), 0)
    where id = new.payment_id returning charged_back_minor into lost;
  if (select sum(loss_minor) from payments.set_offs where payment_id = new.payment_id) > lost then
    raise exception 'more is set off than was lost' using errcode = 'check_violation', constraint = 'set_off_within_loss';
  end if;
  return null;
end $$;
create trigger count_set_off after insert on payments.set_offs for each row execute function payments.count_set_off();
