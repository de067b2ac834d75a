-- How lines of the bank are booked (decision 0138).
-- Older releases may go on beside this.
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('bank_received', 'bank', true, false), ('bank_received', 'suspense', false, true),
  ('bank_matched', 'suspense', true, false), ('bank_matched', 'provider_clearing', false, true),
  ('bank_set_aside', 'suspense', true, false), ('bank_set_aside', 'bank', false, true),
  ('bank_returned', 'suspense', true, false), ('bank_returned', 'bank', false, true),
  ('bank_refund_paid', 'provider_clearing', true, false), ('bank_refund_paid', 'bank', false, true);

-- `matched`: it is known whose it is, and a round books it, each line in a transaction of its own.
alter table bank.lines
  drop constraint lines_state_check,
  add constraint line_has_a_known_state check (state in
    ('unmatched', 'proposed', 'matched', 'confirmed', 'returning', 'returned', 'set_aside', 'not_ours', 'pays_return')),
  drop constraint matched_to_a_payment,
  add constraint matched_to_a_payment check (state not in ('proposed', 'matched', 'confirmed') or payment_id is not null),
  drop constraint confirmed_by_a_second_person,
  add constraint confirmed_by_a_second_person check (state not in ('matched', 'confirmed') or decided_by is null or proposed_by <> all (decided_by));
create index lines_to_book on bank.lines (decided_at) where state = 'matched';

create or replace function bank.guard_line() returns trigger language plpgsql as $$
begin
  if (to_jsonb(old) - '{state,payment_id,why,proposed_by,decided_by,decided_at,outcome}'::text[])
    is distinct from (to_jsonb(new) - '{state,payment_id,why,proposed_by,decided_by,decided_at,outcome}'::text[]) then
    raise exception 'what the bank said of a line never changes' using errcode = 'restrict_violation';
  end if;
  if new.state is distinct from old.state and (old.state, new.state) not in (
    ('unmatched', 'proposed'), ('unmatched', 'returning'), ('unmatched', 'set_aside'), ('proposed', 'unmatched'), ('proposed', 'matched'),
    ('proposed', 'returning'), ('matched', 'confirmed'), ('returning', 'returned')) then
    raise exception 'a line that is % does not become %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
