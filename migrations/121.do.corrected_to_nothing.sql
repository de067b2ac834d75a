-- Older releases may go on beside this.
-- A capture may be corrected to nothing, and one that its provider names in another currency than before is kept beside what is
-- booked (decision 0037).
alter table payments.corrections drop constraint corrections_was_minor_check, drop constraint corrections_now_minor_check,
  add constraint captures_are_not_negative check (was_minor >= 0 and now_minor >= 0);
alter table payments.payments add column foreign_minor bigint, add column foreign_currency text, add column foreign_at timestamptz,
  add constraint foreign_is_whole check (num_nulls(foreign_minor, foreign_currency, foreign_at) in (0, 3));
comment on column payments.payments.foreign_minor is 'what its provider says was captured in another currency than is booked; booked nowhere, until its answer is in the right one';
create index payments_foreign on payments.payments (store) where foreign_currency is not null;

alter table sandbox.charges drop constraint charges_captured_minor_check,
  add constraint charges_captured_minor_check check (captured_minor >= 0);
