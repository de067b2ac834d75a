-- Money back at providers, and the ledger's account for what a cancelled sale is settled at.
insert into ledger.account_kinds (kind, holder, gold, floored) values ('settlement', 'house', false, false);

-- What a payment really brought, how much of that its order uses, and how much is returned or on its way back. The two
-- sums of refunds are kept by the trigger below, so no path of the code can return more than was captured (G10).
alter table payments.payments
  add column captured_minor bigint,
  add column captured_currency text,
  add column allocated_minor bigint,
  add column refunded_order_minor bigint not null default 0,
  add column refunded_suspense_minor bigint not null default 0;

update payments.payments p set captured_minor = -leg.amount, captured_currency = a.asset,
    allocated_minor = case when p.allocation = 'order' then -leg.amount end
  from ledger.transfers t, unnest(t.accounts, t.amounts) as leg(account_id, amount), ledger.accounts a
  where p.state = 'captured' and t.reference = p.id::text and t.kind in ('payment_captured', 'payment_suspended')
    and a.id = leg.account_id and a.kind = 'provider_clearing';

alter table payments.payments
  add constraint captured_is_counted check ((state = 'captured') = (captured_minor is not null)),
  add constraint captured_has_a_currency check ((captured_minor is null) = (captured_currency is null)),
  add constraint allocated_belongs_to_the_order check ((allocation is not distinct from 'order') = (allocated_minor is not null)),
  add constraint refunds_within_captured check (
    refunded_order_minor between 0 and coalesce(allocated_minor, 0)
    and refunded_suspense_minor between 0 and coalesce(captured_minor, 0) - coalesce(allocated_minor, 0));
comment on column payments.payments.captured_currency is 'the asset it is booked in; XXX where the provider named none that can be an asset';

create table payments.refunds (
  id uuid primary key,
  payment_id uuid not null references payments.payments,
  order_id uuid not null,
  member_id uuid not null references identity.members,
  store text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  goods_minor bigint not null default 0 check (goods_minor >= 0),
  delivery_minor bigint not null default 0 check (delivery_minor >= 0),
  insurance_minor bigint not null default 0 check (insurance_minor >= 0),
  tax_minor bigint not null default 0 check (tax_minor >= 0),
  suspense_minor bigint not null default 0 check (suspense_minor >= 0),
  occasion text not null,
  actor text not null,
  state text not null default 'pending' check (state in ('pending', 'settled', 'failed')),
  provider_reference text,
  failure text,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  constraint refund_adds_up check (amount_minor = goods_minor + delivery_minor + insurance_minor + tax_minor + suspense_minor),
  constraint refund_is_decided_with_a_time check ((state = 'pending') = (decided_at is null))
) with (fillfactor = 80);
comment on column payments.refunds.id is 'also the Idempotency-Key sent to the provider: asked any number of times, it returns the money once';
comment on column payments.refunds.occasion is 'why this money goes back, such as cancel:<order>; a new try after a refusal has the same';
create unique index refund_occasion_is_single on payments.refunds (occasion) where state <> 'failed';
create index refunds_by_order on payments.refunds (order_id, created_at);
create index refunds_by_payment on payments.refunds (payment_id);
create index refunds_to_ask on payments.refunds (next_try_at) where state = 'pending';

create function payments.guard_refund() returns trigger language plpgsql as $$
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
  if (new.id, new.payment_id, new.order_id, new.member_id, new.store, new.currency, new.amount_minor, new.goods_minor, new.delivery_minor,
      new.insurance_minor, new.tax_minor, new.suspense_minor, new.occasion)
     is distinct from (old.id, old.payment_id, old.order_id, old.member_id, old.store, old.currency, old.amount_minor, old.goods_minor,
      old.delivery_minor, old.insurance_minor, old.tax_minor, old.suspense_minor, old.occasion) then
    raise exception 'what a refund returns is not changed' using errcode = 'check_violation', constraint = 'refund_stays';
  end if;
  if new.state <> old.state and old.state <> 'pending' then
    raise exception 'a refund is decided once' using errcode = 'check_violation', constraint = 'refund_is_decided_once';
  end if;
  return new;
end $$;

-- After the row is there and not before: an insert that ends in "on conflict do nothing" must leave the sums alone.
create function payments.count_refund() returns trigger language plpgsql as $$
declare
  sign integer := case when tg_op = 'INSERT' then 1 when new.state = 'failed' and old.state = 'pending' then -1 else 0 end;
begin
  if sign <> 0 then
    update payments.payments set
      refunded_order_minor = refunded_order_minor + sign * (new.amount_minor - new.suspense_minor),
      refunded_suspense_minor = refunded_suspense_minor + sign * new.suspense_minor
      where id = new.payment_id;
  end if;
  return null;
end $$;
create trigger guard_refund before insert or update or delete on payments.refunds for each row execute function payments.guard_refund();
create trigger count_refund after insert or update on payments.refunds for each row execute function payments.count_refund();

-- The acquirer's side of it.
create table sandbox.refunds (
  id text primary key,
  charge_id text not null references sandbox.charges,
  reference text not null constraint sandbox_refund_is_single unique,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'pending' check (state in ('pending', 'settled', 'failed')),
  failure_reason text,
  settle_at timestamptz not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint refund_decided_has_a_time check ((state = 'pending') = (decided_at is null))
) with (fillfactor = 80);
create index refunds_by_charge on sandbox.refunds (charge_id);
create index refunds_undecided on sandbox.refunds (settle_at) where state = 'pending';
comment on column sandbox.refunds.settle_at is 'when the card''s bank answers';
