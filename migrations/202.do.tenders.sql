-- What a subject is paid with: one card payment today, several tenders of several kinds later. A subject is paid when its used
-- tenders sum to its total. What came first and is less waits (its money is in suspense) until the rest is there, or goes back.
create table payments.tenders (
  id uuid primary key,
  purpose text not null,
  subject_id uuid not null,
  kind text not null check (kind in ('card')),
  payment_id uuid not null constraint tender_of_payment_is_single unique references payments.payments,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null check (state in ('waiting', 'used', 'ended')),
  brought_at timestamptz not null default now()
) with (fillfactor = 80);
create index tenders_by_subject on payments.tenders (subject_id);
comment on column payments.tenders.state is 'waiting: a part, until the rest is there; used: its subject is paid with it; ended: a part that went back';
revoke update, delete, truncate on payments.tenders from karat_app;
grant update (state) on payments.tenders to karat_app;

insert into payments.tenders (id, purpose, subject_id, kind, payment_id, amount_minor, currency, state, brought_at)
  select id, purpose, subject_id, method, id, allocated_minor, captured_currency, 'used', captured_at from payments.payments
  where allocation = 'subject';

-- When the statement that writes it is over, so that it sees what the same statement makes of its payment.
create function payments.keep_tender() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.state <> 'waiting' or to_jsonb(new) - 'state' <> to_jsonb(old) - 'state') then
    raise exception 'a tender is used or ended once' using errcode = 'check_violation', constraint = 'tender_stays';
  end if;
  if not exists (select from payments.payments p where p.id = new.payment_id and p.state = 'captured'
      and (p.purpose, p.subject_id, p.method, p.captured_currency) = (new.purpose, new.subject_id, new.kind, new.currency)
      and case new.state when 'used' then p.allocated_minor = new.amount_minor else p.allocation = 'suspense' end) then
    raise exception 'a tender is what its payment brought' using errcode = 'check_violation', constraint = 'tender_is_brought';
  end if;
  return null;
end $$;
create trigger keep_tender after insert or update on payments.tenders for each row execute function payments.keep_tender();

-- What goes back for one reason may come from several tenders: once from each.
drop index payments.refund_occasion_is_single;
create unique index refund_occasion_is_single on payments.refunds (occasion, payment_id) where state <> 'failed';
