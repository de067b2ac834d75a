-- Agents: members who bring clients and prepare their purchases (decisions 0126, 0127).
-- Older releases may go on beside this.
create schema agents;
create function agents.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on agents.% is refused: history is only added to', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- The moves of an agent; src/agents/agent-rules.ts has the same table.
create table agents.legal_moves (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into agents.legal_moves values ('applied', 'active'), ('applied', 'refused'), ('applied', 'withdrawn'), ('active', 'suspended'),
  ('active', 'ended'), ('suspended', 'active'), ('suspended', 'ended');
create trigger append_only before update or delete on agents.legal_moves for each row execute function agents.refuse_change();
revoke insert, update, delete, truncate on agents.legal_moves from karat_app;

create sequence agents.agent_numbers start 1001;
create table agents.agents (
  id uuid primary key,
  number text not null constraint agent_number_is_single unique,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  state text not null default 'applied',
  words text not null check (length(words) <= 500),
  terms_version text not null,
  tax_number_sealed bytea check (octet_length(tax_number_sealed) <= 500),
  tax_number_end text,
  signature_sealed bytea check (octet_length(signature_sealed) <= 60000),
  applied_at timestamptz not null default now(),
  began_at timestamptz,
  ended_at timestamptz,
  paper_id bigint unique references papers.papers,
  left_at timestamptz,
  forgotten_at timestamptz,
  constraint tax_number_has_its_end check ((tax_number_sealed is null) = (tax_number_end is null)),
  constraint signature_under_what_is_signed check (signature_sealed is not null or state in ('refused', 'withdrawn') or forgotten_at is not null),
  constraint contract_since_the_beginning check ((began_at is null) = (paper_id is null) and (began_at is null) = (state in ('applied', 'refused', 'withdrawn'))),
  constraint end_has_its_time check ((ended_at is null) = (state in ('applied', 'active', 'suspended')))
) with (fillfactor = 80);
create unique index one_agent_of_a_member on agents.agents (member_id, store) where state in ('applied', 'active', 'suspended');
create index agents_of_a_member on agents.agents (member_id, store, applied_at desc);
create index agents_by_state on agents.agents (state, applied_at);
create index agents_to_forget on agents.agents (ended_at) where left_at is not null and forgotten_at is null;
comment on table agents.agents is 'an application, and the agent that it became; who applies again after its end has another';
comment on column agents.agents.words is 'how they mean to find clients, as told to the desk';
comment on column agents.agents.terms_version is 'the terms that were shown and signed';
comment on column agents.agents.signature_sealed is 'of the application, and under the contract; gone where it was refused or withdrawn';
comment on column agents.agents.paper_id is 'the contract';
comment on column agents.agents.left_at is 'when its member closed their account';
create trigger member_is_open before insert on agents.agents for each row execute function identity.refuse_closed();
create trigger member_may_move before insert on agents.agents for each row execute function cases.refuse_stopped();
revoke delete, truncate on agents.agents from karat_app;

create function agents.guard_agent() returns trigger language plpgsql as $$
declare
  moving text[] := '{state,words,tax_number_sealed,tax_number_end,signature_sealed,began_at,ended_at,paper_id,left_at,forgotten_at}';
begin
  if tg_op = 'INSERT' then
    if new.state <> 'applied' then
      raise exception 'whoever becomes an agent applies first' using errcode = 'insufficient_privilege', constraint = 'agent_stays';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - moving <> to_jsonb(old) - moving
     or new.state <> old.state and not exists (select from agents.legal_moves where from_state = old.state and to_state = new.state)
     or old.began_at is not null and (new.began_at, new.paper_id) is distinct from (old.began_at, old.paper_id)
     or old.ended_at is not null and new.ended_at is distinct from old.ended_at
     or new.words not in (old.words, '')
     or old.left_at is not null and new.left_at is distinct from old.left_at
     or new.forgotten_at is distinct from old.forgotten_at and (old.forgotten_at is not null or old.left_at is null) then
    raise exception 'an agent moves as the table of moves says, and stays what was signed' using errcode = 'insufficient_privilege', constraint = 'agent_stays';
  end if;
  return new;
end $$;
create trigger guard_agent before insert or update or delete on agents.agents for each row execute function agents.guard_agent();

create table agents.moves (
  id bigint primary key generated always as identity,
  agent_id uuid not null references agents.agents,
  from_state text,
  to_state text not null,
  actor text not null,
  reason text not null,
  at timestamptz not null default clock_timestamp()
);
create index moves_of_an_agent on agents.moves (agent_id, id);
comment on column agents.moves.reason is 'as the other side reads it; empty where the move says it all';
create trigger append_only before update or delete on agents.moves for each row execute function agents.refuse_change();
revoke update, delete, truncate on agents.moves from karat_app;

-- No state without the line that says who, when and why: judged when the transaction ends.
create function agents.require_move() returns trigger language plpgsql as $$
declare
  now_in text;
begin
  select state into now_in from agents.agents where id = new.id;
  if now_in is distinct from (select to_state from agents.moves where agent_id = new.id order by id desc limit 1) then
    raise exception 'agent % is % and no move says so', new.number, now_in using errcode = 'check_violation', constraint = 'agent_has_its_move';
  end if;
  return null;
end $$;
create constraint trigger agent_has_its_move after insert or update of state on agents.agents
  deferrable initially deferred for each row execute function agents.require_move();

-- The application may not change papers; of a contract that it forgets in the same transaction it may ask for it.
create function agents.forget_paper(id uuid) returns void language sql security definer set search_path = pg_catalog as $$
  update papers.papers p set document = papers.without_parties(p.document) from agents.agents a
    where a.id = forget_paper.id and p.id = a.paper_id and a.forgotten_at = now();
$$;

-- What agents earn and what is withheld of it, from a day to come; until a store has a row, settings.ts says it.
create table agents.rates (
  id integer primary key generated always as identity,
  store text not null references stores.stores,
  valid_from date not null,
  commission_ppm integer not null check (commission_ppm between 0 and 20000),
  withheld_ppm integer not null check (withheld_ppm between 0 and 300000),
  withheld_unnumbered_ppm integer not null check (withheld_unnumbered_ppm between withheld_ppm and 300000),
  set_by text not null,
  reason text not null,
  made_at timestamptz not null default now(),
  constraint rates_of_a_day unique (store, valid_from),
  constraint rates_of_a_day_to_come check (valid_from > (made_at at time zone 'UTC')::date)
);
comment on column agents.rates.commission_ppm is 'millionths of what clients pay';
comment on column agents.rates.withheld_ppm is 'millionths of a commission, of whom the tax number is known; unnumbered: of whom it is not';
create trigger append_only before update or delete on agents.rates for each row execute function agents.refuse_change();
revoke update, delete, truncate on agents.rates from karat_app;
