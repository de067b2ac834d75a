-- What was done to a member's sign-in and PIN, for the member to read. Written by the database itself, so that no command can forget it.
create table identity.security_events (
  id bigint generated always as identity primary key,
  member_id uuid not null references identity.members,
  kind text not null,
  happened_at timestamptz not null default now()
);
create index security_events_by_member on identity.security_events (member_id, id desc);

create function identity.note_changed_credentials() returns trigger language plpgsql as $$
begin
  insert into identity.security_events (member_id, kind)
  select new.id, kind from unnest(array[
    case when new.password_hash is distinct from old.password_hash then 'password_changed' end,
    case when old.pin_hash is null and new.pin_hash is not null then 'pin_set' end,
    case when old.pin_hash is not null and new.pin_hash is distinct from old.pin_hash then 'pin_changed' end,
    case when old.pin_locked_at is null and new.pin_locked_at is not null then 'pin_locked' end,
    case when old.pin_locked_at is not null and new.pin_locked_at is null then 'pin_unlocked' end,
    case when new.email is distinct from old.email then 'email_changed' end,
    case when new.mobile is distinct from old.mobile then 'mobile_changed' end
  ]) as kind where kind is not null;
  return null;
end
$$;

create trigger credentials_changed
  after update of password_hash, pin_hash, pin_locked_at, email, mobile on identity.members
  for each row execute function identity.note_changed_credentials();
