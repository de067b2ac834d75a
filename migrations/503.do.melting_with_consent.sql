-- Gold that was not bought here is melted only after its consignor signed for it, and never before (product.md §7, decision 0159). A consent is
-- of the pieces and weights that were shown; what goes into the crucible weighs that, and somebody else weighs what comes out.
-- Older releases may go on beside this.
create table goldback.meltings (
  id uuid primary key,
  case_id uuid not null references goldback.cases,
  state text not null default 'asked'
    constraint melting_has_a_known_state check (state in ('asked', 'consented', 'declined', 'lapsed', 'withdrawn', 'started', 'melted')),
  reason text not null check (reason <> ''),
  asked_by text not null,
  asked_at timestamptz not null default now(),
  answer_until timestamptz not null,
  answered_at timestamptz,
  signature_sealed bytea check (octet_length(signature_sealed) <= 60000),
  started_by text,
  started_at timestamptz,
  melted_by text,
  melted_at timestamptz,
  ended_at timestamptz,
  constraint consent_is_signed check ((signature_sealed is not null) = (answered_at is not null and state <> 'declined')),
  constraint melting_is_answered check (state not in ('consented', 'declined', 'started', 'melted') or answered_at is not null),
  constraint melting_begins_with_consent check (num_nonnulls(started_by, started_at) = case when state in ('started', 'melted') then 2 else 0 end),
  constraint melting_is_recorded_whole check (num_nonnulls(melted_by, melted_at) = case when state = 'melted' then 2 else 0 end),
  constraint melting_takes_two_people check (melted_by <> started_by),
  constraint melting_ends_with_its_time check ((state in ('declined', 'lapsed', 'withdrawn')) = (ended_at is not null))
) with (fillfactor = 80);
create index meltings_by_case on goldback.meltings (case_id, asked_at);
create index meltings_to_answer on goldback.meltings (answer_until) where state = 'asked';
-- One is asked at a time, and whoever answered is not asked again.
create unique index melting_is_answered_once on goldback.meltings (case_id) where state = 'asked' or answered_at is not null;
comment on column goldback.meltings.reason is 'why it is needed, as the member reads it';
comment on column goldback.meltings.signature_sealed is 'of the consent: a picture, under the master key';
revoke delete, truncate on goldback.meltings from karat_app;

create table goldback.melting_pieces (
  melting_id uuid not null references goldback.meltings,
  case_id uuid not null,
  position smallint not null,
  gross_e4 bigint not null check (gross_e4 > 0),
  fineness integer not null check (fineness between 1 and 10000),
  after_e4 bigint check (after_e4 > 0),
  found integer check (found between 1 and 10000),
  method text check (method in ('xrf', 'ultrasound', 'density', 'fire')),
  primary key (melting_id, position),
  foreign key (case_id, position) references goldback.pieces,
  constraint melted_piece_is_measured_whole check (num_nonnulls(after_e4, found, method) in (0, 3)),
  constraint melting_adds_no_weight check (after_e4 <= gross_e4)
);
create index melting_pieces_by_piece on goldback.melting_pieces (case_id, position);
comment on column goldback.melting_pieces.gross_e4 is 'as it was weighed when consent was asked, and shown to the member';
comment on column goldback.melting_pieces.after_e4 is 'of the bar that came out';
revoke delete, truncate on goldback.melting_pieces from karat_app;

create function goldback.guard_melting() returns trigger language plpgsql as $$
declare
  own goldback.cases%rowtype;
  changes text[] := '{state,answered_at,signature_sealed,started_by,started_at,melted_by,melted_at,ended_at}';
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (to_jsonb(new) - changes <> to_jsonb(old) - changes
     or old.answered_at is not null and (new.answered_at <> old.answered_at or new.signature_sealed is null)
     or old.started_at is not null and (new.started_by, new.started_at) is distinct from (old.started_by, old.started_at)
     or new.state = old.state and to_jsonb(new) - 'signature_sealed'::text <> to_jsonb(old) - 'signature_sealed'::text) then
    raise exception 'what was asked and answered stays' using errcode = 'insufficient_privilege', constraint = 'melting_stays';
  end if;
  select * into own from goldback.cases where id = new.case_id;
  if tg_op = 'INSERT' then
    if own.kind <> 'other' or own.state <> 'inspecting' or new.state <> 'asked' then
      raise exception 'melting is asked while gold that was not bought here is inspected' using errcode = 'check_violation', constraint = 'melting_is_of_an_inspected_case';
    end if;
    return new;
  end if;
  if new.state <> old.state and (old.state, new.state) not in (('asked', 'consented'), ('asked', 'declined'), ('asked', 'lapsed'), ('asked', 'withdrawn'),
     ('consented', 'withdrawn'), ('consented', 'started'), ('started', 'melted')) then
    raise exception 'from % melting does not become %', old.state, new.state using errcode = 'check_violation', constraint = 'melting_takes_known_moves';
  end if;
  if new.state = 'consented' and old.state = 'asked' and old.answer_until < now() then
    raise exception 'its time is over' using errcode = 'check_violation', constraint = 'consent_comes_in_time';
  end if;
  if new.state <> old.state and new.state in ('consented', 'started') then
    perform cases.require_free(own.member_id);
  end if;
  if new.state <> old.state and new.state in ('consented', 'started', 'melted') and own.state <> 'inspecting' then
    raise exception 'case % is not inspected any more', own.number using errcode = 'check_violation', constraint = 'melting_is_of_an_inspected_case';
  end if;
  if new.state = 'started' and old.state <> 'started' and (not exists (select from goldback.melting_pieces where melting_id = new.id)
     or exists (select from goldback.melting_pieces m join goldback.pieces p using (case_id, position)
       where m.melting_id = new.id and (p.weighed_e4, p.assayed) is distinct from (m.gross_e4, m.fineness))) then
    raise exception 'consent is of other weights' using errcode = 'check_violation', constraint = 'melting_is_what_was_consented';
  end if;
  if new.state = 'melted' and old.state <> 'melted' then
    if exists (select from goldback.melting_pieces m join goldback.pieces p using (case_id, position)
       where m.melting_id = new.id and (m.after_e4 is null or (p.weighed_e4, p.assayed, p.method) is distinct from (m.after_e4, m.found, m.method))) then
      raise exception 'what came out is not measured' using errcode = 'check_violation', constraint = 'what_was_melted_is_measured';
    end if;
    if not exists (select from goldback.pictures where case_id = new.case_id and kind = 'assay' and added_at >= new.started_at) then
      raise exception 'no picture of what came out' using errcode = 'check_violation', constraint = 'what_was_melted_is_shown';
    end if;
  end if;
  return new;
end $$;
create trigger guard_melting before insert or update or delete on goldback.meltings for each row execute function goldback.guard_melting();

-- The pieces of a request come with it, as they were weighed; what comes out of each is written once, after melting has begun.
create function goldback.guard_melting_piece() returns trigger language plpgsql as $$
declare
  own goldback.meltings%rowtype;
begin
  select * into own from goldback.meltings where id = new.melting_id;
  if tg_op = 'INSERT' then
    if own.case_id <> new.case_id or own.asked_at <> now() or own.state <> 'asked' or new.after_e4 is not null
       or not exists (select from goldback.pieces p where p.case_id = new.case_id and p.position = new.position
         and (p.weighed_e4, p.assayed) = (new.gross_e4, new.fineness)) then
      raise exception 'melting is asked of what was weighed' using errcode = 'check_violation', constraint = 'melting_is_of_what_was_weighed';
    end if;
  elsif tg_op = 'DELETE' or old.after_e4 is not null or own.state <> 'started'
     or to_jsonb(new) - '{after_e4,found,method}'::text[] <> to_jsonb(old) - '{after_e4,found,method}'::text[] then
    raise exception 'what was asked and found stays' using errcode = 'insufficient_privilege', constraint = 'melting_piece_stays';
  end if;
  return new;
end $$;
create trigger guard_melting_piece before insert or update or delete on goldback.melting_pieces for each row execute function goldback.guard_melting_piece();

-- What a consent is of is not weighed anew meanwhile, and of what was melted what came out stands.
create function goldback.hold_measures() returns trigger language plpgsql as $$
begin
  if exists (select from goldback.melting_pieces p join goldback.meltings m on m.id = p.melting_id
     where p.case_id = new.case_id and p.position = new.position
       and (m.state in ('asked', 'consented')
         or m.state in ('started', 'melted') and (p.after_e4, p.found, p.method) is distinct from (new.weighed_e4, new.assayed, new.method))) then
    raise exception 'melting holds what was measured of % of %', new.position, new.case_id using errcode = 'check_violation', constraint = 'melting_holds_measures';
  end if;
  return new;
end $$;
create trigger hold_measures before update on goldback.pieces for each row
  when ((new.weighed_e4, new.assayed, new.method) is distinct from (old.weighed_e4, old.assayed, old.method)) execute function goldback.hold_measures();

-- A case that is decided needs no consent any more; one whose pieces are in the crucible is not decided.
create function goldback.end_melting() returns trigger language plpgsql as $$
begin
  if exists (select from goldback.meltings where case_id = new.id and state = 'started') then
    raise exception 'pieces of % are being melted', new.number using errcode = 'check_violation', constraint = 'melting_is_recorded_first';
  end if;
  update goldback.meltings set state = 'withdrawn', ended_at = now() where case_id = new.id and state in ('asked', 'consented');
  return new;
end $$;
create trigger end_melting before update on goldback.cases for each row
  when (old.state = 'inspecting' and new.state <> 'inspecting') execute function goldback.end_melting();

-- The consent is a paper of its case.
alter table goldback.case_papers
  drop constraint case_papers_kind_check,
  add constraint case_papers_kind_check check (kind in ('consignment', 'melting', 'settlement'));
create function goldback.owe_consent() returns trigger language plpgsql as $$
begin
  insert into goldback.case_papers (case_id, kind) values (new.case_id, 'melting');
  return null;
end $$;
create trigger owe_consent after update on goldback.meltings for each row
  when (new.state = 'consented' and old.state = 'asked') execute function goldback.owe_consent();
