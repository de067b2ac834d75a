-- What a store says of itself and goes by, as data: dated, never changed afterwards (decision 0140).
-- Older releases may go on beside this.
create table stores.settings (
  id bigint primary key generated always as identity,
  store text not null references stores.stores,
  name text not null check (name ~ '^[a-z_]{2,40}$'),
  value jsonb not null check (jsonb_typeof(value) = 'object'),
  from_at timestamptz not null,
  set_at timestamptz not null default now(),
  set_by text not null,
  reason text not null,
  constraint setting_holds_from_now_on check (from_at >= set_at)
);
create index settings_of_a_store on stores.settings (store, name, from_at desc, id desc);
comment on table stores.settings is 'the newest row of a name whose from_at has come is in force; what no row says, the release says';

create function stores.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what a store went by stays' using errcode = 'insufficient_privilege', constraint = 'setting_stays';
end $$;
create trigger append_only before update or delete on stores.settings for each row execute function stores.refuse_change();
revoke update, delete, truncate on stores.settings from karat_app;

create function stores.tell() returns trigger language plpgsql as $$
begin
  perform pg_notify('karat_stores', '');
  return null;
end $$;
create trigger told after insert on stores.settings for each statement execute function stores.tell();
create trigger told after insert or update on stores.stores for each statement execute function stores.tell();
