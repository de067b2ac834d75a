-- A real shop begins with nothing: a link for its first owner, and a store that sells nothing before it is opened (decision 0141).
-- Older releases may go on beside this.
alter table stores.stores
  add column opened_at timestamptz,
  add column opened_by text,
  add column opened_because text,
  add constraint opened_by_somebody check ((opened_at is null) = (opened_by is null) and (opened_at is null) = (opened_because is null));
comment on column stores.stores.opened_at is 'before it the store is looked at, and sells nothing';
update stores.stores set opened_at = now(), opened_by = 'release', opened_because = 'there was no opening before';

create table staff.first_links (
  token_hash bytea primary key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table staff.first_links is 'links printed at the start while nobody of the house can sign in: good once, for the first owner';
