-- What the house looks into about a member, and what stops their movements meanwhile (decision 0080). Older releases may go on beside
-- this: until a list of names is read in, nothing is refused.
create schema cases;
create function cases.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on cases.% is refused: history is only added to', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- A reading of a list; the newest is the version against which everybody has to have been compared.
create table cases.lists (
  version integer primary key,
  source text not null check (source ~ '^[A-Za-z0-9][A-Za-z0-9 ._-]{1,39}$'),
  entries integer not null check (entries > 0),
  digest text not null,
  read_at timestamptz not null default now(),
  read_by text not null
);
create trigger append_only before update or delete on cases.lists for each row execute function cases.refuse_change();
revoke update, delete, truncate on cases.lists from karat_app;

-- Whom a list names. An entry that changes is another entry: what was cleared against the old one is compared anew.
create table cases.entries (
  id uuid primary key,
  source text not null,
  reference text not null,
  names text[] not null check (cardinality(names) between 1 and 100),
  births text[] not null,
  numbers text[] not null,
  note text not null default '',
  tokens text[] not null,
  number_hashes bytea[] not null,
  fingerprint text not null,
  from_version integer not null references cases.lists,
  until_version integer references cases.lists
);
create unique index one_entry_of_a_reference on cases.entries (source, reference) where until_version is null;
create index entries_by_token on cases.entries using gin (tokens) where until_version is null;
create index entries_by_number on cases.entries using gin (number_hashes) where until_version is null;
comment on column cases.entries.names is 'the name first, then what else they call themselves';
comment on column cases.entries.births is 'days of birth or years, as the list has them';
comment on column cases.entries.number_hashes is 'keyed hashes of the numbers, as kyc keeps those of members';
revoke delete, truncate on cases.entries from karat_app;

create function cases.guard_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.until_version is not null or to_jsonb(new) - 'until_version' <> to_jsonb(old) - 'until_version' then
    raise exception 'an entry of a list only ends' using errcode = 'insufficient_privilege', constraint = 'entry_stays';
  end if;
  return new;
end $$;
create trigger guard_entry before update or delete on cases.entries for each row execute function cases.guard_entry();

-- The version of the lists that a member was last compared with.
create table cases.people (
  member_id uuid primary key references identity.members,
  version integer not null default 0,
  screened_at timestamptz
) with (fillfactor = 80);
create index people_behind on cases.people (version, member_id);
insert into cases.people (member_id) select id from identity.members;
create function cases.add_person() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into cases.people (member_id) values (new.id);
  return null;
end $$;
create trigger is_to_be_screened after insert on identity.members for each row execute function cases.add_person();
revoke insert, delete, truncate on cases.people from karat_app;

create sequence cases.case_numbers start 1001;
create table cases.cases (
  id uuid primary key,
  number text not null constraint case_number_is_single unique,
  kind text not null check (kind in ('screening', 'legal_hold', 'large_sum')),
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  state text not null default 'open' check (state in ('open', 'confirmed', 'ended')),
  opened_at timestamptz not null default now(),
  ended_at timestamptz,
  entry_id uuid references cases.entries,
  person text,
  matched jsonb,
  stops boolean not null generated always as (kind <> 'large_sum' and state <> 'ended') stored,
  constraint case_ends_with_its_time check ((state = 'ended') = (ended_at is not null)),
  constraint hit_names_its_entry check ((kind = 'screening') = (num_nonnulls(entry_id, person, matched) = 3)
    and num_nonnulls(entry_id, person, matched) in (0, 3)),
  constraint only_a_hit_is_confirmed check (state <> 'confirmed' or kind = 'screening')
) with (fillfactor = 80);
create unique index one_hit_of_an_entry on cases.cases (member_id, entry_id, person) where kind = 'screening';
create index stops_of_a_member on cases.cases (member_id) where stops;
create index cases_by_state on cases.cases (state, opened_at desc, id);
create index cases_of_a_member on cases.cases (member_id);
comment on column cases.cases.person is 'fingerprint of what was compared; a cleared hit is not made again while it and the entry are what they were';
comment on column cases.cases.matched is 'why: the name of the list, the rule, what the days of birth say';
revoke delete, truncate on cases.cases from karat_app;

create function cases.guard_case() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not (new.state = old.state or (old.state, new.state) in (('open', 'confirmed'), ('open', 'ended'), ('confirmed', 'ended')))
     or (to_jsonb(new) - '{state,ended_at,stops}'::text[]) <> (to_jsonb(old) - '{state,ended_at,stops}'::text[]) then
    raise exception 'a case is decided, and stays what it was' using errcode = 'insufficient_privilege', constraint = 'case_stays';
  end if;
  return new;
end $$;
create trigger guard_case before update or delete on cases.cases for each row execute function cases.guard_case();

-- What happened to a case, and what staff noted.
create table cases.events (
  id bigint primary key generated always as identity,
  case_id uuid not null references cases.cases,
  did text not null check (did in ('opened', 'noted', 'confirmed', 'ended', 'grown', 'document', 'moved')),
  actor text not null,
  words text,
  at timestamptz not null default now()
);
create index events_of_a_case on cases.events (case_id, id);
comment on column cases.events.words is 'null: destroyed with what kyc held about the member';
create function cases.guard_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.words is not null or to_jsonb(new) - 'words' <> to_jsonb(old) - 'words' then
    raise exception 'what happened to a case stays' using errcode = 'insufficient_privilege', constraint = 'event_stays';
  end if;
  return new;
end $$;
create trigger guard_event before update or delete on cases.events for each row execute function cases.guard_event();
-- As kyc.forget_words: of a member who is destroyed in the same transaction.
create function cases.forget_words(member uuid) returns void language sql security definer set search_path = pg_catalog as $$
  update cases.events set words = null where words is not null and case_id in (select id from cases.cases where member_id = member)
    and exists (select from kyc.levels l where l.member_id = member and l.destroyed_at = now() and l.relation_ended_at is not null);
$$;
revoke update, delete, truncate on cases.events from karat_app;

-- Transfers that are booked for a stopped member as for anybody: facts of the outside, and what the house owes or is owed. Any other
-- kind that touches an account of a member is refused while they are stopped, kinds of later releases included.
create table cases.booked_always (kind text primary key, why text not null);
insert into cases.booked_always (kind, why) values
  ('cash_deposited', 'money that a provider has captured; it stays with the member, and stopped with the rest'),
  ('sale_settled', 'the gain of a cancelled sale, which stays with the member'),
  ('difference_granted', 'what the house owes for a sale at a wrong price'),
  ('payment_returned', 'money of a purchase that came to nothing, which stays with the member'),
  ('payment_set_off', 'what a bank has taken back'),
  ('dispute_turned', 'what a bank has taken or given back'),
  ('payout_accepted', 'a provider was asked before the stop'),
  ('payout_failed', 'money that comes back'),
  ('payout_returned', 'money that comes back'),
  ('hold_released', 'what was set aside is the member''s again'),
  ('demo_history', 'the past of the demonstration'),
  ('reversal', 'a correction by the house');
create trigger append_only before update or delete on cases.booked_always for each row execute function cases.refuse_change();
revoke insert, update, delete, truncate on cases.booked_always from karat_app;

create function cases.is_stopped(who uuid) returns boolean language sql stable as $$
  select exists (select from cases.cases where member_id = who and stops)
$$;

-- Whoever stops a member takes their row alone, so a movement that was judged before is over by then, and one that comes later finds
-- the stop: each statement below sees what is committed when it begins.
create function cases.require_free(who uuid) returns void language plpgsql as $$
declare
  newest integer;
begin
  perform 1 from identity.members where id = who for key share;
  if exists (select from cases.cases where member_id = who and stops) then
    raise exception 'movements of this member are stopped' using errcode = 'check_violation', constraint = 'member_may_move';
  end if;
  select max(version) into newest from cases.lists;
  if newest is not null and not exists (select from cases.people where member_id = who and version >= newest) then
    raise exception 'this member was not compared with the newest list'
      using errcode = 'check_violation', constraint = 'member_is_screened', detail = who::text;
  end if;
end $$;

create function cases.refuse_stopped() returns trigger language plpgsql as $$
begin
  perform cases.require_free(new.member_id);
  return new;
end $$;
comment on function cases.refuse_stopped is 'before insert: nothing that a stopped member, or one who was not compared with the newest list, begins';

do $$
declare taken text;
begin
  foreach taken in array array['orders.guarantees', 'orders.orders', 'vault.quotes', 'vault.trades', 'vault.deposits', 'vault.transfers', 'vault.payouts']
  loop
    execute format('create trigger member_may_move before insert on %s for each row execute function cases.refuse_stopped()', taken);
  end loop;
end $$;
-- What a provider captured under a name of ours beside what was asked for is kept in any case.
create trigger member_may_move before insert on payments.payments for each row when (new.provider_reference is null)
  execute function cases.refuse_stopped();

-- Goods that leave the house, and what a buyer themselves makes of a sale that is paid.
create function cases.refuse_stopped_order() returns trigger language plpgsql as $$
begin
  if new.to_state = 'shipped' or (new.from_state = 'ready_for_pickup' and new.to_state = 'completed')
     or (new.from_state in ('paid', 'preparing', 'payment_review') and new.to_state in ('paid', 'cancelled') and new.actor like 'member:%') then
    perform cases.require_free((select member_id from orders.orders where id = new.order_id));
  end if;
  return new;
end $$;
create trigger member_may_move before insert on orders.moves for each row execute function cases.refuse_stopped_order();

-- Before the transfer takes its place in a chain. A hold that the house makes anew for a payout that may have been paid is no movement.
create function cases.refuse_stopped_transfer() returns trigger
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  who uuid;
begin
  if exists (select from cases.booked_always where kind = new.kind) or (new.kind = 'hold_placed' and new.actor = 'system') then
    return new;
  end if;
  for who in
    select distinct a.member_id from unnest(new.accounts) as leg(account_id)
    cross join lateral (select member_id from ledger.accounts where id = leg.account_id and member_id is not null offset 0) as a order by 1
  loop
    perform cases.require_free(who);
  end loop;
  return new;
end $$;
create trigger member_may_move before insert on ledger.transfers for each row execute function cases.refuse_stopped_transfer();
alter table ledger.transfers enable always trigger member_may_move;
