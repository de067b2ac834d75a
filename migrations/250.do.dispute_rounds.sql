-- What a bank says of a dispute again after it was decided, or of another amount, is a round of it and is booked (decision 0064).
-- Older releases may go on beside this: what they open and decide the database writes down as rounds by itself (keep_round), and a
-- dispute that turned is decided by them no more.
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('dispute_turned', 'provider_clearing', true, true),
  ('dispute_turned', 'disputed', true, true),
  ('dispute_turned', 'chargeback_loss', true, true),
  ('dispute_turned', 'receivable', true, true),
  ('dispute_turned', 'suspense', false, true),
  ('dispute_turned', 'cash', false, true);

alter table payments.disputes add column rounds smallint not null default 0, add column taken_minor bigint not null default 0,
  add constraint taken_is_lost check (taken_minor between 0 and loss_minor),
  -- What was paid at the bank of a receivable that a turn has ended is the payer's until staff have returned it there.
  drop constraint dispute_covered_within_short, add constraint covered_is_counted_up check (covered_minor >= 0);
comment on column payments.disputes.rounds is 'the number of its newest round';
comment on column payments.disputes.taken_minor is 'what of loss_minor its payer has given back out of their balance';
alter table payments.payments drop constraint offset_is_counted_up;
comment on column payments.payments.offset_minor is 'what left suspense because it was taken back already, less what came into it when a dispute turned';

create table payments.dispute_rounds (
  id uuid primary key,
  dispute_id uuid not null references payments.disputes,
  number smallint not null check (number > 0),
  kind text not null,
  state text not null check (state in ('open', 'won', 'lost')),
  amount_minor bigint not null check (amount_minor > 0),
  respond_by timestamptz,
  loss_minor bigint not null default 0 check (loss_minor >= 0),
  short_minor bigint not null default 0 check (short_minor >= 0),
  spent_minor bigint not null default 0 check (spent_minor between 0 and short_minor),
  taken_minor bigint not null default 0 check (taken_minor between 0 and loss_minor),
  suspense_minor bigint not null default 0 check (suspense_minor >= 0),
  cash_minor bigint not null default 0 check (cash_minor >= 0),
  created_at timestamptz not null default clock_timestamp(),
  constraint round_is_kept_once unique (dispute_id, number),
  constraint round_is_of_a_kind check (case kind when 'dispute_opened' then number = 1 and state = 'open'
    when 'dispute_won' then number = 2 and state = 'won' when 'dispute_lost' then number = 2 and state = 'lost'
    when 'dispute_turned' then number > 1 else false end),
  constraint only_a_turn_gives_back check (kind = 'dispute_turned' or suspense_minor + cash_minor = 0),
  constraint round_adds_up check (loss_minor + short_minor = case when state = 'lost' then amount_minor else 0 end)
);
comment on table payments.dispute_rounds is 'how a dispute stood since each answer of its provider that changed it';
comment on column payments.dispute_rounds.kind is 'of the transfer that books it';
comment on column payments.dispute_rounds.suspense_minor is 'what of former set-offs came into suspense; cash_minor: into the balance of its payer';
revoke update, delete, truncate on payments.dispute_rounds from karat_app;

alter table payments.disputes disable trigger guard_dispute;
update payments.disputes d set taken_minor = least(d.loss_minor, coalesce((select sum(part.amount_minor) from payments.set_offs s
    join payments.set_off_parts part on part.set_off_id = s.id and part.account_kind = 'cash'
    where s.payment_id = d.payment_id and s.occasion = 'charged_back:' || d.id), 0)), rounds = case state when 'open' then 1 else 2 end;
alter table payments.disputes enable trigger guard_dispute;
insert into payments.dispute_rounds (id, dispute_id, number, kind, state, amount_minor, respond_by, created_at)
  select gen_random_uuid(), id, 1, 'dispute_opened', 'open', amount_minor, respond_by, opened_at from payments.disputes;
insert into payments.dispute_rounds (id, dispute_id, number, kind, state, amount_minor, respond_by, loss_minor, short_minor, spent_minor, taken_minor, created_at)
  select gen_random_uuid(), id, 2, 'dispute_' || state, state, amount_minor, respond_by, loss_minor, short_minor, spent_minor, taken_minor, decided_at
  from payments.disputes where state <> 'open';

-- As in 174, and: a dispute that was decided, or turned once, is changed by rounds alone, to what the newest says.
create or replace function payments.guard_dispute() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
     or (new.id, new.payment_id, new.provider, new.provider_reference, new.currency, new.opened_at)
       is distinct from (old.id, old.payment_id, old.provider, old.provider_reference, old.currency, old.opened_at)
     or new.rounds = old.rounds and (new.amount_minor <> old.amount_minor or old.rounds > 1 and new.state <> old.state
       or old.state <> 'open' and to_jsonb(new) - 'covered_minor' is distinct from to_jsonb(old) - 'covered_minor')
     or new.rounds <> old.rounds and not exists (select from payments.dispute_rounds r
       where r.dispute_id = new.id and r.number = new.rounds and r.number = old.rounds + 1
         and (r.state, r.amount_minor, r.loss_minor, r.short_minor, r.spent_minor, r.taken_minor)
           = (new.state, new.amount_minor, new.loss_minor, new.short_minor, new.spent_minor, new.taken_minor)) then
    raise exception 'a dispute is decided by its rounds and never removed' using errcode = 'insufficient_privilege', constraint = 'dispute_stays';
  end if;
  return new;
end $$;

create function payments.keep_round() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.state <> old.state and new.rounds = old.rounds then
    insert into payments.dispute_rounds (id, dispute_id, number, kind, state, amount_minor, respond_by, loss_minor, short_minor, spent_minor, taken_minor)
    values (gen_random_uuid(), new.id, new.rounds + 1, 'dispute_' || case new.state when 'open' then 'opened' else new.state end, new.state,
      new.amount_minor, new.respond_by, new.loss_minor, new.short_minor, new.spent_minor, new.taken_minor);
  end if;
  return null;
end $$;
create trigger keep_round after insert or update on payments.disputes for each row execute function payments.keep_round();

-- What is set off against losses, less what turned disputes gave back of it.
create function payments.set_off_of(payment uuid) returns numeric language sql stable as $$
  select coalesce((select sum(loss_minor) from payments.set_offs where payment_id = payment), 0)
    - coalesce((select sum(r.suspense_minor + r.cash_minor) from payments.dispute_rounds r
        join payments.disputes d on d.id = r.dispute_id where d.payment_id = payment), 0)
$$;

create function payments.count_round() returns trigger language plpgsql as $$
declare
  was payments.disputes;
  lost bigint;
begin
  select * into was from payments.disputes where id = new.dispute_id and rounds = new.number - 1 for update;
  if not found then
    raise exception 'rounds are numbered without a gap' using errcode = 'check_violation', constraint = 'round_follows';
  end if;
  update payments.disputes set rounds = new.number where id = was.id and new.kind <> 'dispute_turned';
  if new.kind = 'dispute_turned' then
    update payments.disputes set rounds = new.number, state = new.state, amount_minor = new.amount_minor, respond_by = new.respond_by,
      loss_minor = new.loss_minor, short_minor = new.short_minor, spent_minor = new.spent_minor, taken_minor = new.taken_minor,
      decided_at = case when new.state <> 'open' then new.created_at end where id = was.id;
    update payments.payments set
      disputed_minor = disputed_minor + case new.state when 'open' then new.amount_minor else 0 end - case was.state when 'open' then was.amount_minor else 0 end,
      charged_back_minor = charged_back_minor + new.loss_minor + new.spent_minor - was.loss_minor - was.spent_minor,
      offset_minor = offset_minor - new.suspense_minor
      where id = was.payment_id returning charged_back_minor into lost;
    if payments.set_off_of(was.payment_id) not between 0 and lost then
      raise exception 'what is set off and is there again is given back, and no more' using errcode = 'check_violation', constraint = 'set_off_within_loss';
    end if;
  end if;
  return null;
end $$;
create trigger count_round after insert on payments.dispute_rounds for each row execute function payments.count_round();

-- As in 201, less what was given back.
create or replace function payments.count_set_off() returns trigger language plpgsql as $$
declare lost bigint;
begin
  perform payments.require_set_off_adds_up(new.id);
  update payments.payments set covered_minor = covered_minor + new.receivable_minor,
    offset_minor = offset_minor + coalesce((select amount_minor from payments.set_off_parts where set_off_id = new.id and account_kind = 'suspense'), 0)
    where id = new.payment_id returning charged_back_minor into lost;
  if payments.set_off_of(new.payment_id) > lost then
    raise exception 'more is set off than was lost' using errcode = 'check_violation', constraint = 'set_off_within_loss';
  end if;
  return null;
end $$;

-- As in 174, and: no more is noted than is owed.
create or replace function payments.count_receivable_note() returns trigger language plpgsql as $$
declare exceeds boolean;
begin
  if new.dispute_id is null then
    update payments.payments set covered_minor = covered_minor + new.amount_minor,
      paid_minor = paid_minor + case new.kind when 'paid' then new.amount_minor else 0 end,
      written_off_minor = written_off_minor + case new.kind when 'written_off' then new.amount_minor else 0 end
      where id = new.payment_id;
  else
    update payments.disputes set covered_minor = covered_minor + new.amount_minor
      where id = new.dispute_id and payment_id = new.payment_id returning covered_minor > short_minor into exceeds;
    if not found then
      raise exception 'a note names a dispute of its payment' using errcode = 'check_violation', constraint = 'note_of_one_payment';
    end if;
    if exceeds and new.amount_minor > 0 then
      raise exception 'no more is noted than is owed' using errcode = 'check_violation', constraint = 'dispute_covered_within_short';
    end if;
  end if;
  return null;
end $$;
