-- Proofs of backing, one a store and day (docs/proof.md, decision 0091). Older releases may go on beside this: they publish none.
create schema proof;

-- A key of each store's own, made once: a new master key seals it anew and changes no signature.
create table proof.signing_keys (
  store text primary key references stores.stores,
  name text not null check (name ~ '^[^\s+]+$'),
  public_key bytea not null check (length(public_key) = 32),
  sealed_key bytea not null,
  made_at timestamptz not null default now()
);

-- What hides the number of a piece in the public list; opened to its owner and to the auditor.
create table proof.piece_secrets (
  serial text primary key references catalogue.pieces,
  secret bytea not null check (length(secret) = 16)
);

-- When a store's next day is due, which nobody is told before; whoever makes it has the row for some minutes.
create table proof.plans (
  store text primary key references stores.stores,
  due_at timestamptz not null default now(),
  claimed_until timestamptz
);

create table proof.days (
  store text not null references stores.stores,
  date date not null,
  number bigint not null check (number > 0),
  instant timestamptz not null check (instant = date_trunc('second', instant)),
  owed_e4 bigint not null check (owed_e4 >= 0),
  there_e4 bigint not null check (there_e4 >= 0),
  breach boolean not null,
  witnesses integer not null default 0,
  text text not null,
  digest bytea not null,
  previous bytea not null,
  published_at timestamptz not null default clock_timestamp(),
  primary key (store, date),
  constraint day_has_one_number unique (store, number),
  constraint digest_is_of_the_text check (digest = sha256(convert_to(text, 'UTF8'))),
  constraint breach_is_said check (breach or owed_e4 <= there_e4)
);
comment on column proof.days.text is 'of the note, which is what is signed';
comment on column proof.days.previous is 'digest of the day before; zeros for the first';

create table proof.files (
  store text not null,
  date date not null,
  name text not null check (name in ('note', 'roots', 'bars.csv', 'request', 'commit') or name ~ '^shard/[0-9a-f]{2}$'),
  content bytea not null,
  primary key (store, date, name),
  constraint file_of_a_day foreign key (store, date) references proof.days
);
-- Leaves are random: nothing of them can be packed.
alter table proof.files alter column content set storage external;

create function proof.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on proof.% is refused: what is published stays', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on proof.days for each row execute function proof.refuse_change();
create trigger append_only before update or delete on proof.files for each row execute function proof.refuse_change();
create trigger append_only before update or delete on proof.piece_secrets for each row execute function proof.refuse_change();
create trigger never_removed before delete on proof.signing_keys for each row execute function proof.refuse_change();
create trigger key_stays before update on proof.signing_keys for each row
  when ((old.store, old.name, old.public_key) is distinct from (new.store, new.name, new.public_key)) execute function proof.refuse_change();

create function proof.guard_day() returns trigger language plpgsql as $$
declare
  before proof.days;
begin
  select * into before from proof.days where store = new.store order by number desc limit 1;
  if new.number <> coalesce(before.number, 0) + 1 or new.previous <> coalesce(before.digest, decode(repeat('00', 32), 'hex'))
     or new.date <= before.date or new.instant <= before.instant then
    raise exception 'day % of % does not continue the one before', new.date, new.store
      using errcode = 'check_violation', constraint = 'day_continues';
  end if;
  return new;
end $$;
create trigger day_continues before insert on proof.days for each row execute function proof.guard_day();

revoke update, delete, truncate on proof.days, proof.files, proof.piece_secrets from karat_app;
revoke delete, truncate on proof.signing_keys, proof.plans from karat_app;
