-- Blind counts of a place by two people (decision 0117). Older releases may go on beside this.
create sequence backing.count_numbers start 1001;
create table backing.counts (
  id uuid primary key,
  number text not null constraint count_number_is_single unique,
  store text not null,
  place text not null,
  opened_by uuid not null,
  opened_at timestamptz not null default clock_timestamp(),
  reason text not null,
  compared_at timestamptz,
  finished_at timestamptz,
  abandoned_at timestamptz,
  abandoned_by uuid,
  abandoned_because text,
  foreign key (store, place) references backing.places,
  constraint count_is_compared_first check (finished_at is null or compared_at is not null),
  constraint count_has_one_end check (abandoned_at is null or finished_at is null),
  constraint abandoned_with_its_person check ((abandoned_at is null) = (abandoned_by is null) and (abandoned_at is null) = (abandoned_because is null))
);
create unique index one_open_count on backing.counts (store, place) where finished_at is null and abandoned_at is null;
create index counts_of_store on backing.counts (store, opened_at desc);

-- What the register had in the place when the count began.
create table backing.count_expected (
  count_id uuid not null references backing.counts,
  bar_id uuid not null references backing.bars,
  primary key (count_id, bar_id)
);

-- Two people, each with a sheet of their own.
create table backing.count_sheets (
  count_id uuid not null references backing.counts,
  seat smallint not null check (seat in (1, 2)),
  counter uuid not null,
  begun_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  primary key (count_id, seat),
  constraint counter_has_one_sheet unique (count_id, counter)
);
create index count_sheets_of_counter on backing.count_sheets (counter, count_id);
create table backing.count_entries (
  id uuid primary key,
  count_id uuid not null,
  seat smallint not null,
  serial text not null check (length(serial) between 1 and 40),
  maker text check (length(maker) between 2 and 60),
  gross_weight_e4 bigint not null check (gross_weight_e4 > 0),
  seal text check (length(seal) between 1 and 80),
  noted_at timestamptz not null default clock_timestamp(),
  foreign key (count_id, seat) references backing.count_sheets
);
create unique index entry_is_single on backing.count_entries (count_id, seat, serial, coalesce(maker, ''));

-- What the comparison found, one row for each bar; a difference has an answer with a reason.
create table backing.count_findings (
  id uuid primary key,
  count_id uuid not null references backing.counts,
  kind text not null check (kind in ('matched', 'moved', 'missing', 'one_saw', 'unknown', 'weight_differs', 'maker_differs', 'seal_differs')),
  bar_id uuid references backing.bars,
  serial text not null,
  maker text,
  expected_e4 bigint,
  first_e4 bigint,
  second_e4 bigint,
  resolution text check (resolution in ('recounted', 'entry_wrong', 'not_ours', 'taken_in', 'declared_missing')),
  resolved_by uuid,
  resolved_at timestamptz,
  resolved_because text,
  constraint resolved_with_its_person check ((resolution is null) = (resolved_by is null) and (resolution is null) = (resolved_at is null)
    and (resolution is null) = (resolved_because is null)),
  constraint only_differences_are_resolved check (resolution is null or kind not in ('matched', 'moved'))
);
create index findings_of_count on backing.count_findings (count_id);
create unique index bar_is_found_once on backing.count_findings (count_id, bar_id) where bar_id is not null;

create trigger never_removed before delete on backing.counts for each row execute function backing.refuse_change();
create trigger count_only_goes_on before update on backing.counts for each row
  when (old.finished_at is not null or old.abandoned_at is not null or (old.compared_at is not null and new.compared_at is distinct from old.compared_at)
    or (old.id, old.number, old.store, old.place, old.opened_by, old.opened_at, old.reason)
      <> (new.id, new.number, new.store, new.place, new.opened_by, new.opened_at, new.reason))
  execute function backing.refuse_change();
create trigger append_only before update or delete on backing.count_expected for each row execute function backing.refuse_change();
create trigger never_removed before delete on backing.count_sheets for each row execute function backing.refuse_change();
create trigger sheet_only_ends before update on backing.count_sheets for each row
  when (old.done_at is not null or (old.count_id, old.seat, old.counter, old.begun_at) <> (new.count_id, new.seat, new.counter, new.begun_at))
  execute function backing.refuse_change();
create trigger never_removed before delete on backing.count_findings for each row execute function backing.refuse_change();
create trigger finding_is_resolved_once before update on backing.count_findings for each row
  when (old.resolution is not null or to_jsonb(old) - '{resolution,resolved_by,resolved_at,resolved_because}'::text[]
    <> to_jsonb(new) - '{resolution,resolved_by,resolved_at,resolved_because}'::text[])
  execute function backing.refuse_change();
revoke delete, truncate on backing.counts, backing.count_sheets, backing.count_findings from karat_app;
revoke update, delete, truncate on backing.count_expected from karat_app;

-- A sheet that is done is what somebody saw: nobody writes on it any more.
create function backing.refuse_done_sheet() returns trigger language plpgsql as $$
declare
  sheet record;
begin
  if tg_op = 'DELETE' then sheet := old; else sheet := new; end if;
  perform from backing.count_sheets where count_id = sheet.count_id and seat = sheet.seat and done_at is null for share;
  if not found then
    raise exception 'this sheet is done' using errcode = 'check_violation', constraint = 'sheet_is_open';
  end if;
  return sheet;
end $$;
create trigger sheet_is_open before insert or update or delete on backing.count_entries for each row execute function backing.refuse_done_sheet();

-- Who counted decides nothing of it.
create function backing.refuse_counter() returns trigger language plpgsql as $$
begin
  if exists (select from backing.count_sheets where count_id = new.count_id and counter = new.resolved_by) then
    raise exception 'a counter resolves no difference of their count' using errcode = 'check_violation', constraint = 'another_resolves';
  end if;
  return new;
end $$;
create trigger another_resolves before update on backing.count_findings for each row
  when (new.resolved_by is not null) execute function backing.refuse_counter();
