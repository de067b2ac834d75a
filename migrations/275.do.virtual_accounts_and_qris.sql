-- Virtual accounts and QRIS beside cards (decision 0071). Another method takes the place of an open payment, whose charge is closed
-- where it can be. Older releases have to be stopped first: they find an open payment by the former index, and know no other method.
alter table payments.payments
  add column bank text,
  add column pay_code text,
  add column replaced_at timestamptz,
  add constraint method_is_known check (method in ('card', 'va', 'qris')),
  add constraint virtual_account_has_a_bank check ((method = 'va') = (bank is not null));
comment on column payments.payments.bank is 'of a virtual account: whose it is';
comment on column payments.payments.pay_code is 'the number of a virtual account, or what a QR code says';
comment on column payments.payments.replaced_at is 'another method was chosen: its charge is to be closed, and is no way to pay any more; money may come all the same';
drop index payments.one_open_payment;
create unique index one_open_payment on payments.payments (subject_id)
  where state in ('created', 'pending', 'unknown') and replaced_at is null;
drop index payments.payments_to_ask;
create index payments_to_ask on payments.payments (checked_at nulls first)
  where state in ('pending', 'unknown') or state = 'created' and replaced_at is not null;
alter table payments.tenders drop constraint tenders_kind_check,
  add constraint tender_kind_is_known check (kind in ('card', 'va', 'qris'));

-- The acquirer's side. A number takes money more than once, and a QR code for ever: a further transfer is a charge of its own under
-- the same reference.
alter table sandbox.charges
  add column method text not null default 'card' check (method in ('card', 'va', 'qris')),
  add column bank text,
  add column pay_code text,
  add column transfer integer not null default 1,
  drop constraint sandbox_reference_is_single,
  add constraint sandbox_reference_is_single unique (reference, transfer);
create unique index va_number_is_single on sandbox.charges (pay_code) where method = 'va' and transfer = 1;
drop index sandbox.charges_undecided;
create index charges_undecided on sandbox.charges (coalesce(capture_at, case when method <> 'qris' then expires_at end))
  where state in ('open', 'challenge');
drop index sandbox.charges_by_end;
create index charges_by_end on sandbox.charges (coalesce(decided_at, case when method = 'qris' then expires_at end));
comment on column sandbox.charges.transfer is 'which transfer under the reference; the first one is the charge itself';
