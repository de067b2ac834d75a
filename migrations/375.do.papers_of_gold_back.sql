-- Papers that are owed for cases of gold-back: the consignment from its signature on, the settlement from its payment on (decision 0118).
-- The row comes with the commit of what it is about, so that no way of moving a case can forget it. Older releases may go on beside this.
create table goldback.case_papers (
  case_id uuid not null references goldback.cases,
  kind text not null check (kind in ('consignment', 'settlement')),
  due_at timestamptz not null default now(),
  paper_id bigint unique references papers.papers,
  next_try_at timestamptz not null default now(),
  primary key (case_id, kind)
) with (fillfactor = 80);
create index case_papers_to_issue on goldback.case_papers (due_at) where paper_id is null;
revoke delete, truncate on goldback.case_papers from karat_app;

create function goldback.guard_case_paper() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.paper_id is not null
     or to_jsonb(new) - '{paper_id,next_try_at}'::text[] <> to_jsonb(old) - '{paper_id,next_try_at}'::text[] then
    raise exception 'a paper is owed until it is issued, once' using errcode = 'insufficient_privilege', constraint = 'case_paper_stays';
  end if;
  return new;
end $$;
create trigger guard_case_paper before update or delete on goldback.case_papers for each row execute function goldback.guard_case_paper();

create function goldback.owe_paper() returns trigger language plpgsql as $$
begin
  insert into goldback.case_papers (case_id, kind) values (new.id, tg_argv[0]);
  return null;
end $$;
create trigger owe_consignment after insert on goldback.cases for each row execute function goldback.owe_paper('consignment');
create trigger owe_settlement after update on goldback.cases for each row
  when (new.state = 'paid' and old.state <> 'paid') execute function goldback.owe_paper('settlement');

insert into goldback.case_papers (case_id, kind, due_at)
  select id, 'consignment', booked_at from goldback.cases
  union all select id, 'settlement', ended_at from goldback.cases where state = 'paid';
