-- Large sums (decision 0082): a day counts each rupiah once, sales too, and has a case at the desk. Older releases may go on beside
-- this: what they take counts in the day as before, and their sales do not.
alter table kyc.days add column bought bigint not null default 0 check (bought >= 0), add column deposited bigint not null default 0 check (deposited >= 0),
  add column sold bigint not null default 0 check (sold >= 0);
comment on column kyc.days.bought is 'what of used was bought from a cash balance; as far as it was deposited the same day it is the same money';
comment on column kyc.days.sold is 'what was sold to the house; no limit counts it';
alter table kyc.takings drop constraint taking_is_of_a_kind,
  add constraint taking_is_of_a_kind check (kind in ('order', 'vault', 'deposit', 'sale'));

alter table cases.cases add column day date,
  add constraint large_sum_has_a_day check ((kind = 'large_sum') = (day is not null));
create unique index one_large_sum_of_a_day on cases.cases (member_id, day) where kind = 'large_sum';

-- As in 305, and: a day that goes on after its case was ended opens it again.
create or replace function cases.guard_case() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not (new.state = old.state or (old.state, new.state) in (('open', 'confirmed'), ('open', 'ended'), ('confirmed', 'ended'))
       or new.kind = 'large_sum' and (old.state, new.state) = ('ended', 'open'))
     or (to_jsonb(new) - '{state,ended_at,stops}'::text[]) <> (to_jsonb(old) - '{state,ended_at,stops}'::text[]) then
    raise exception 'a case is decided, and stays what it was' using errcode = 'insufficient_privilege', constraint = 'case_stays';
  end if;
  return new;
end $$;

-- The report of a day is what staff file and note as sent; its case stands in their one queue, and follows it.
create function cases.follow_report() returns trigger language plpgsql as $$
declare
  about uuid;
  was text;
begin
  select id, state into about, was from cases.cases where member_id = new.member_id and day = new.day and kind = 'large_sum' for no key update;
  if about is null then
    insert into cases.cases (id, number, kind, member_id, store, day, state, ended_at, opened_at)
      values (gen_random_uuid(), 'C' || nextval('cases.case_numbers'), 'large_sum', new.member_id,
        (select store from identity.members where id = new.member_id), new.day,
        case when new.seen_at is null then 'open' else 'ended' end, new.seen_at, new.reached_at)
      returning id into about;
    insert into cases.events (case_id, did, actor, words, at) values (about, 'opened', 'system', '', new.reached_at);
  elsif was = 'ended' and new.seen_at is null then
    update cases.cases set state = 'open', ended_at = null where id = about;
    insert into cases.events (case_id, did, actor, words) values (about, 'grown', 'system', '');
  elsif was = 'open' and new.seen_at is not null then
    update cases.cases set state = 'ended', ended_at = now() where id = about;
    insert into cases.events (case_id, did, actor, words) values (about, 'ended', new.seen_by, coalesce(new.note, ''));
  end if;
  return null;
end $$;
create trigger has_a_case after insert or update on kyc.reports for each row execute function cases.follow_report();
update kyc.reports set reached_at = reached_at; -- those that are there get theirs
