-- What members ask about their personal data, each with a deadline; and accounts that are closed for good, under a pseudonym.
create schema rights;

create table rights.requests (
  id uuid primary key,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  kind text not null check (kind in ('access', 'correction', 'restriction', 'deletion')),
  state text not null default 'waiting' check (state in ('waiting', 'granted', 'refused', 'withdrawn')),
  about text,
  words text not null default '',
  asked_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  ground text,
  answer text,
  outcome jsonb,
  constraint decided_request_has_a_time check ((state = 'waiting') = (decided_at is null)),
  constraint refused_request_has_a_ground check ((state = 'refused') = (ground is not null)),
  constraint correction_says_of_what check ((kind = 'correction') = (about is not null))
);
create unique index one_request_waits on rights.requests (member_id, kind) where state = 'waiting';
create index requests_due on rights.requests (due_at) where state = 'waiting';
create index requests_by_member on rights.requests (member_id, asked_at desc);
create index requests_by_time on rights.requests (asked_at desc);
comment on column rights.requests.decided_by is 'name of the person of the house, or null: a copy is made by the shop itself, a withdrawal by the member';
comment on column rights.requests.outcome is 'of a deletion: what was deleted, what is kept until when and why';

alter table identity.members
  add column closed_at timestamptz,
  add constraint closed_stays_frozen check (closed_at is null or (frozen_at is not null and frozen_by = 'staff'));
comment on column identity.members.closed_at is 'since when nothing of the row is personal: name and address are a pseudonym';
create index mail_by_member on mail.messages (member_id) where member_id is not null;

-- A closed account stays closed for whatever was under way: who comes first is waited for and found by the closing, who comes
-- later is refused. The lock is the one that the foreign key takes anyway.
create function identity.refuse_closed() returns trigger language plpgsql as $$
declare closed timestamptz;
begin
  select closed_at into closed from identity.members where id = new.member_id for key share;
  if closed is null then return new; end if;
  if tg_nargs > 0 then return null; end if;
  raise exception 'this account is closed' using errcode = 'check_violation', constraint = 'member_is_open';
end $$;
comment on function identity.refuse_closed is 'before insert: no row of a closed member; with an argument the row is left out silently';

do $$
declare taken text;
begin
  foreach taken in array array['delivery.addresses', 'payouts.destinations', 'wishes.wishes', 'wishes.back_notices', 'cart.lines',
    'community.testimonials', 'community.messages', 'files.images', 'orders.guarantees', 'orders.orders', 'orders.refund_requests',
    'kyc.real_names', 'kyc.funds', 'kyc.documents', 'identity.authenticators', 'identity.passkeys', 'rights.requests']
  loop
    execute format('create trigger member_is_open before insert on %s for each row when (new.member_id is not null)
      execute function identity.refuse_closed()', taken);
  end loop;
end $$;
create trigger member_is_open before insert on mail.messages for each row when (new.member_id is not null)
  execute function identity.refuse_closed('silently');

create function identity.stay_closed() returns trigger language plpgsql as $$
begin
  raise exception 'this account is closed' using errcode = 'check_violation', constraint = 'member_is_open';
end $$;
create trigger stays_closed before update on identity.members for each row when (old.closed_at is not null)
  execute function identity.stay_closed();

-- The application may not delete notes; those about a member it may ask for, in the transaction that closes the account.
create function staff.forget_notes(member uuid) returns void language sql security definer set search_path = pg_catalog as $$
  delete from staff.notes where subject_kind = 'member' and subject_id = member::text
    and exists (select from identity.members m where m.id = member and m.closed_at = now());
$$;
