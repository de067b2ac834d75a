-- Older releases may go on beside this.
-- What is owed to the house gets an end (decision 0047): staff note that it was paid at the bank, or that it is written off. A
-- negative amount takes such a note back, in part where the money came in another way.
insert into ledger.account_kinds (kind, holder, gold, floored) values ('bank', 'house', false, false), ('bad_debt', 'house', false, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('receivable_paid', 'bank', true, true),
  ('receivable_paid', 'receivable', true, true),
  ('receivable_written_off', 'bad_debt', true, true),
  ('receivable_written_off', 'receivable', true, true);

alter table payments.payments add column paid_minor bigint not null default 0, add column written_off_minor bigint not null default 0,
  add constraint notes_within_covered check (paid_minor >= 0 and written_off_minor >= 0 and paid_minor + written_off_minor <= covered_minor);
comment on column payments.payments.paid_minor is 'how much of covered_minor came at the bank';
comment on column payments.payments.written_off_minor is 'how much of covered_minor the house bears';
alter table payments.disputes add column covered_minor bigint not null default 0,
  add constraint dispute_covered_within_short check (covered_minor between 0 and short_minor);
comment on column payments.disputes.covered_minor is 'how much of short_minor nobody owes any more';

create table payments.receivable_notes (
  id uuid primary key,
  payment_id uuid not null references payments.payments,
  dispute_id uuid references payments.disputes,
  kind text not null check (kind in ('paid', 'written_off')),
  amount_minor bigint not null check (amount_minor <> 0),
  reference text,
  reason text not null check (reason ~ '\S'),
  actor text not null,
  takes_back uuid references payments.receivable_notes constraint note_is_taken_back_once unique,
  created_at timestamptz not null default clock_timestamp(),
  constraint paid_has_a_reference check ((reference is not null) = (kind = 'paid' and amount_minor > 0)),
  constraint only_less_is_taken_back check (takes_back is null or amount_minor < 0)
);
create index receivable_notes_by_payment on payments.receivable_notes (payment_id, created_at);
comment on table payments.receivable_notes is 'how what is owed to the house ends: paid at the bank, or written off';
comment on column payments.receivable_notes.dispute_id is 'the lost dispute that left it; null: the corrections of the payment';
comment on column payments.receivable_notes.reference is 'of the transfer at the bank';
revoke update, delete, truncate on payments.receivable_notes from karat_app;

-- As in 086, and: what is owed of a lost dispute may be covered afterwards.
create or replace function payments.guard_dispute() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
     or old.state <> 'open' and to_jsonb(new) - 'covered_minor' is distinct from to_jsonb(old) - 'covered_minor'
     or (new.id, new.payment_id, new.provider, new.provider_reference, new.amount_minor, new.currency, new.opened_at)
       is distinct from (old.id, old.payment_id, old.provider, old.provider_reference, old.amount_minor, old.currency, old.opened_at) then
    raise exception 'a dispute is decided once and never removed' using errcode = 'insufficient_privilege', constraint = 'dispute_stays';
  end if;
  return new;
end $$;

create function payments.count_receivable_note() returns trigger language plpgsql as $$
begin
  if new.dispute_id is null then
    update payments.payments set covered_minor = covered_minor + new.amount_minor,
      paid_minor = paid_minor + case new.kind when 'paid' then new.amount_minor else 0 end,
      written_off_minor = written_off_minor + case new.kind when 'written_off' then new.amount_minor else 0 end
      where id = new.payment_id;
  else
    update payments.disputes set covered_minor = covered_minor + new.amount_minor
      where id = new.dispute_id and payment_id = new.payment_id;
    if not found then
      raise exception 'a note names a dispute of its payment' using errcode = 'check_violation', constraint = 'note_of_one_payment';
    end if;
  end if;
  return null;
end $$;
create trigger count_receivable_note after insert on payments.receivable_notes for each row execute function payments.count_receivable_note();
