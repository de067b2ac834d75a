-- Outside parties that choose the moment of a day's count and sign its note beside the store (docs/proof.md, decision 0122). Older releases
-- may go on beside this: they publish without them.
create table proof.witnesses (
  store text not null references stores.stores,
  name text not null check (name ~ '^[!-*,-~]+$'),
  public_key bytea not null check (length(public_key) = 32),
  address text not null check (address ~ '^https?://[^\s?#]+[^\s?#/]$'),
  since timestamptz not null default clock_timestamp(),
  primary key (store, name)
);
comment on table proof.witnesses is 'in the order in which they came: the first asks for the moment. They stay: what they have signed is checked with their keys';
create trigger append_only before update or delete on proof.witnesses for each row execute function proof.refuse_change();
revoke update, delete, truncate on proof.witnesses from karat_app;

-- A day that is made and not published yet: its witnesses are being asked.
create table proof.prepared (
  store text primary key references stores.stores,
  date date not null,
  text text not null,
  request bytea,
  commit bytea,
  at timestamptz not null,
  constraint asked_and_answered check ((request is null) = (commit is null))
);
comment on column proof.prepared.request is 'of the witness that chose the moment, as it came; null where the store drew it';
create table proof.prepared_files (
  store text not null references proof.prepared on delete cascade,
  name text not null,
  content bytea not null,
  primary key (store, name)
);
alter table proof.prepared_files alter column content set storage external;
revoke update, truncate on proof.prepared, proof.prepared_files from karat_app;

create function proof.guard_prepared() returns trigger language plpgsql as $$
begin
  if exists (select from proof.days where store = new.store and date >= new.date) then
    raise exception 'the day % of % is there', new.date, new.store using errcode = 'check_violation', constraint = 'day_is_made_once';
  end if;
  return new;
end $$;
create trigger day_is_made_once before insert on proof.prepared for each row execute function proof.guard_prepared();

-- The witness of the demonstration, which stands apart: what it knows is its own.
create schema witness;
create table witness.shops (
  store text primary key,
  key text,
  due_at timestamptz not null default now(),
  claimed_until timestamptz
);
comment on column witness.shops.key is 'of the shop, as the witness first saw it';
comment on column witness.shops.due_at is 'when it asks for the next count: known to nobody else';
create table witness.requests (
  store text not null,
  date date not null,
  request text not null,
  instant timestamptz not null,
  commitment text,
  trouble text check (trouble in ('day_made', 'missing', 'late', 'wrong')),
  primary key (store, date),
  constraint answered_or_in_trouble check (commitment is null or trouble is null)
);
comment on column witness.requests.commitment is 'SHA-256 in hex of the text that the shop answered in time';
create table witness.notes (
  store text not null,
  number bigint not null,
  date date not null,
  hash text not null,
  signed text,
  at timestamptz not null default clock_timestamp(),
  primary key (store, number)
);
comment on column witness.notes.signed is 'the note with both signatures; null where it was published without and only read';
create table witness.refusals (
  store text not null,
  at timestamptz not null default clock_timestamp(),
  hash text not null,
  reason text not null
);
create function witness.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on witness.% is refused: what a witness said stays', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on witness.notes for each row execute function witness.refuse_change();
create trigger append_only before update or delete on witness.refusals for each row execute function witness.refuse_change();
revoke update, delete, truncate on witness.notes, witness.refusals from karat_app;
