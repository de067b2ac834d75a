-- Large trades at the desk: the companies of members, what they ask for, and how it went (decision 0107). Older releases may go on beside this.
create schema business;
create function business.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on business.% is refused: history is only added to', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- As the member last told it; a request keeps the one that it was made for.
create table business.companies (
  id uuid primary key,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  name text,
  registration text,
  tax_number text,
  address text,
  buyer_kind text not null check (buyer_kind in ('end_consumer', 'gold_business', 'small_business')),
  letter_number text,
  letter_until date,
  made_at timestamptz not null default now(),
  constraint letter_has_its_validity check (letter_until is not null or letter_number is null),
  constraint small_business_has_its_certificate check (buyer_kind <> 'small_business' or letter_until is not null)
);
create index companies_of_a_member on business.companies (member_id, store, made_at desc);
comment on column business.companies.letter_number is 'of the letter that exempts from PPh 22, or of the certificate of a small business; letter_until: its last day';
comment on column business.companies.name is 'null, as the other words: its member has closed their account';
create trigger member_is_open before insert on business.companies for each row execute function identity.refuse_closed();
revoke delete, truncate on business.companies from karat_app;
create function business.guard_company() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or num_nonnulls(new.name, new.registration, new.tax_number, new.address, new.letter_number) > 0
     or to_jsonb(new) - '{name,registration,tax_number,address,letter_number}'::text[] <> to_jsonb(old) - '{name,registration,tax_number,address,letter_number}'::text[] then
    raise exception 'the details of a company are told anew, not changed' using errcode = 'insufficient_privilege', constraint = 'company_stays';
  end if;
  return new;
end $$;
create trigger guard_company before update or delete on business.companies for each row execute function business.guard_company();

-- The moves of a request; src/business/request-rules.ts has the same table.
create table business.legal_moves (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into business.legal_moves values ('requested', 'refused'), ('requested', 'withdrawn');
create trigger append_only before update or delete on business.legal_moves for each row execute function business.refuse_change();
revoke insert, update, delete, truncate on business.legal_moves from karat_app;

create sequence business.request_numbers start 1001;
create table business.requests (
  id uuid primary key,
  number text not null constraint request_number_is_single unique,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  company_id uuid not null references business.companies,
  side text not null check (side in ('buy', 'sell')),
  weight_e4 bigint not null check (weight_e4 >= 1000000),
  goes_to text not null check (goes_to in ('vault', 'delivery')),
  words text not null default '' check (length(words) <= 500),
  state text not null default 'requested',
  made_at timestamptz not null default now(),
  constraint sale_is_out_of_the_vault check (side = 'buy' or goes_to = 'vault')
) with (fillfactor = 80);
create index requests_of_a_member on business.requests (member_id, store, made_at desc);
create index requests_by_state on business.requests (state, made_at desc);
comment on column business.requests.side is 'from the member''s side: they buy from the house, or sell to it';
create trigger member_is_open before insert on business.requests for each row execute function identity.refuse_closed();
create trigger member_may_move before insert on business.requests for each row execute function cases.refuse_stopped();
revoke delete, truncate on business.requests from karat_app;

create function business.guard_request() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
     or to_jsonb(new) - '{state,words}'::text[] <> to_jsonb(old) - '{state,words}'::text[]
     or (new.words <> old.words and new.words <> '')
     or (new.state <> old.state and not exists (select from business.legal_moves where from_state = old.state and to_state = new.state)) then
    raise exception 'a request moves as the table of moves says, and stays what was asked for'
      using errcode = 'insufficient_privilege', constraint = 'request_stays';
  end if;
  return new;
end $$;
create trigger guard_request before update or delete on business.requests for each row execute function business.guard_request();

create table business.moves (
  id bigint primary key generated always as identity,
  request_id uuid not null references business.requests,
  from_state text,
  to_state text not null,
  actor text not null,
  reason text not null,
  at timestamptz not null default clock_timestamp()
);
create index moves_of_a_request on business.moves (request_id, id);
comment on column business.moves.reason is 'as the other side reads it; empty where the move says it all';
create trigger append_only before update or delete on business.moves for each row execute function business.refuse_change();
revoke update, delete, truncate on business.moves from karat_app;

-- No state without the line that says who, when and why: judged when the transaction ends.
create function business.require_move() returns trigger language plpgsql as $$
declare
  now_in text;
begin
  select state into now_in from business.requests where id = new.id;
  if now_in is distinct from (select to_state from business.moves where request_id = new.id order by id desc limit 1) then
    raise exception 'request % is % and no move says so', new.number, now_in using errcode = 'check_violation', constraint = 'request_has_its_move';
  end if;
  return null;
end $$;
create constraint trigger request_has_its_move after insert or update of state on business.requests
  deferrable initially deferred for each row execute function business.require_move();
