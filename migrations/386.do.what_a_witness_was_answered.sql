-- The witness keeps what its shop answered, not a hash of it: a note is held against the instant, the heads and the bars (decision 0122).
alter table witness.requests drop constraint answered_or_in_trouble, drop column commitment, add column answer text,
  add constraint answered_or_in_trouble check (answer is null or trouble is null);
comment on column witness.requests.answer is 'text of the commitment that the shop signed in time';

-- What it does not sign it says once, however often it is asked.
alter table witness.refusals rename to refusals_before;
create table witness.refusals (
  store text not null,
  hash text not null,
  reason text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (store, hash, reason)
);
insert into witness.refusals (store, hash, reason, at)
  select distinct on (store, hash, reason) store, hash, reason, at from witness.refusals_before order by store, hash, reason, at;
drop table witness.refusals_before;
create trigger append_only before update or delete on witness.refusals for each row execute function witness.refuse_change();
revoke update, delete, truncate on witness.refusals from karat_app;
create index notes_by_hash on witness.notes (store, hash);
