-- Complaints of members (decision 0162): numbered without gaps per store and year, each with its deadline, what was said to and fro, and its outcome.
-- Older releases may go on beside this.
create schema complaints;

create table complaints.counters (
  store text not null references stores.stores,
  year smallint not null,
  last integer not null check (last > 0),
  primary key (store, year)
);
revoke delete, truncate on complaints.counters from karat_app;

create table complaints.complaints (
  id uuid primary key,
  store text not null references stores.stores,
  year smallint not null,
  number integer not null check (number > 0),
  member_id uuid not null references identity.members,
  about text not null constraint complaint_is_about_something check (about in ('order', 'trade', 'payout', 'account', 'service')),
  order_id uuid references orders.orders,
  text text not null,
  wish text not null,
  state text not null default 'open' check (state in ('open', 'decided')),
  revision integer not null default 1,
  received_at timestamptz not null default now(),
  due_on date not null,
  prolonged_at timestamptz,
  outcome text check (outcome in ('upheld', 'partly', 'not_upheld', 'withdrawn')),
  decided_at timestamptz,
  reopen_until date,
  reopened_at timestamptz,
  handled_by text,
  constraint complaint_numbers_are_single unique (store, year, number),
  constraint decided_complaint_has_an_outcome check ((state = 'decided') = (outcome is not null) and (state = 'decided') = (decided_at is not null)),
  constraint reopened_once check (reopen_until is null or (state = 'decided' and reopened_at is null))
);
create index complaints_open on complaints.complaints (due_on) where state = 'open';
create index complaints_by_member on complaints.complaints (member_id, received_at desc);
create index complaints_by_time on complaints.complaints (received_at desc, id);
create index complaints_by_order on complaints.complaints (order_id) where order_id is not null;
comment on column complaints.complaints.due_on is 'the last day, in the zone of the store, by whose end it is answered for good';
comment on column complaints.complaints.handled_by is 'name of the person of the house who last did something about it; null when its member did';
comment on column complaints.complaints.reopen_until is 'the last day on which its member may have it looked at again';
revoke delete, truncate on complaints.complaints from karat_app;

create table complaints.events (
  id bigint primary key generated always as identity,
  complaint_id uuid not null references complaints.complaints,
  step text not null check (step in ('received', 'added', 'answered', 'prolonged', 'decided', 'withdrawn', 'reopened')),
  at timestamptz not null default clock_timestamp(),
  staff_id uuid,
  staff_name text,
  text text not null,
  done text not null default '',
  outcome text,
  due_on date,
  constraint the_house_has_a_name check ((staff_id is null) = (staff_name is null)),
  constraint only_the_house_answers check (step in ('answered', 'prolonged', 'decided') = (staff_id is not null)),
  constraint a_decision_has_an_outcome check (step in ('decided', 'withdrawn') = (outcome is not null)),
  constraint a_deadline_is_told check (step in ('received', 'prolonged', 'reopened') = (due_on is not null))
);
create index events_by_complaint on complaints.events (complaint_id, id);
comment on column complaints.events.done is 'of a decision: what the house does about it';
revoke update, delete, truncate on complaints.events from karat_app;
grant update (text, done) on complaints.events to karat_app;

create function complaints.number_follows() returns trigger language plpgsql as $$
begin
  if new.number is distinct from (select last from complaints.counters where store = new.store and year = new.year) then
    raise exception 'complaint % of % in % does not follow', new.number, new.store, new.year
      using errcode = 'check_violation', constraint = 'complaint_numbers_follow';
  end if;
  return new;
end $$;
create trigger number_follows before insert on complaints.complaints for each row execute function complaints.number_follows();
create trigger member_is_open before insert on complaints.complaints for each row execute function identity.refuse_closed();

-- A counter that goes back, or skips a number, would leave a gap.
create function complaints.count_on() returns trigger language plpgsql as $$
begin
  if (tg_op = 'INSERT' and new.last <> 1)
     or (tg_op = 'UPDATE' and (new.store, new.year, new.last) is distinct from (old.store, old.year, old.last + 1)) then
    raise exception 'the numbers of complaints follow one another' using errcode = 'check_violation', constraint = 'complaint_numbers_follow';
  end if;
  return new;
end $$;
create trigger count_on before insert or update on complaints.counters for each row execute function complaints.count_on();

-- What was received stays as it was; each step is one revision; it is decided, prolonged and reopened once; words go when they were kept long enough.
create function complaints.guard() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['text', 'wish']) = (to_jsonb(old) - array['text', 'wish']) and new.text = '' and new.wish = '' and old.state = 'decided' then
    return new;
  end if;
  if (new.id, new.store, new.year, new.number, new.member_id, new.about, new.order_id, new.text, new.wish, new.received_at)
     is distinct from (old.id, old.store, old.year, old.number, old.member_id, old.about, old.order_id, old.text, old.wish, old.received_at) then
    raise exception 'what was received stays' using errcode = 'check_violation', constraint = 'complaint_stays';
  end if;
  if new.revision <> old.revision + 1
     or (old.state = 'decided' and new.state = 'decided')
     or (old.state = 'decided' and (old.reopened_at is not null or new.reopened_at is null))
     or (old.prolonged_at is not null and new.prolonged_at is distinct from old.prolonged_at)
     or (old.reopened_at is not null and new.reopened_at is distinct from old.reopened_at)
     or (new.due_on <> old.due_on and new.prolonged_at is not distinct from old.prolonged_at and new.reopened_at is not distinct from old.reopened_at) then
    raise exception 'a complaint goes one step at a time' using errcode = 'check_violation', constraint = 'complaint_goes_in_steps';
  end if;
  return new;
end $$;
create trigger guard before update on complaints.complaints for each row execute function complaints.guard();

create function complaints.keep_event() returns trigger language plpgsql as $$
begin
  if new.text <> '' or new.done <> '' then
    raise exception 'what was said stays until it is forgotten' using errcode = 'check_violation', constraint = 'complaint_stays';
  end if;
  return new;
end $$;
create trigger keep_event before update on complaints.events for each row execute function complaints.keep_event();
