-- People who sign up for events of members: members, and visitors by a code to their address (decision 0131).
-- Older releases may go on beside this.
create table activities.participants (
  id uuid primary key,
  activity_id uuid not null references activities.activities,
  member_id uuid references identity.members,
  name text check (length(name) between 1 and 80),
  email text,
  language text not null,
  ticket text check (ticket ~ '^[2-9A-HJKMNP-Z]{8}$'),
  state text not null check (state in ('placed', 'waiting', 'cancelled')),
  signed_up_at timestamptz not null default clock_timestamp(),
  placed_at timestamptz,
  cancelled_at timestamptz,
  attended_at timestamptz,
  erased_at timestamptz,
  constraint participant_is_somebody check (case when erased_at is not null then num_nonnulls(member_id, name, email, ticket) = 0
    when member_id is not null then num_nonnulls(name, email) = 0 and ticket is not null else num_nonnulls(name, email, ticket) = 3 end),
  constraint place_has_its_time check ((state = 'cancelled') = (cancelled_at is not null) and (state <> 'placed' or placed_at is not null)),
  constraint who_came_has_a_place check (attended_at is null or state = 'placed')
) with (fillfactor = 80);
create unique index ticket_is_single on activities.participants (activity_id, ticket);
create unique index one_sign_up_of_a_member on activities.participants (activity_id, member_id) where state <> 'cancelled' and member_id is not null;
create unique index one_sign_up_of_an_address on activities.participants (activity_id, email) where state <> 'cancelled' and email is not null;
create index participants_by_activity on activities.participants (activity_id, state, signed_up_at, id);
create index participants_by_member on activities.participants (member_id) where member_id is not null;
create index participants_by_address on activities.participants (email) where email is not null;
comment on column activities.participants.name is 'of a visitor; a member has an account';
comment on column activities.participants.ticket is 'what the QR code of the ticket says';
create trigger member_is_open before insert on activities.participants for each row execute function identity.refuse_closed();
revoke delete, truncate on activities.participants from karat_app;

-- Whoever signs up does so for a live event, waits before they are placed, comes once, and stays who they are until they are erased.
create function activities.guard_participant() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (
       to_jsonb(new) - '{member_id,name,email,ticket,state,placed_at,cancelled_at,attended_at,erased_at}'::text[] <> to_jsonb(old) - '{member_id,name,email,ticket,state,placed_at,cancelled_at,attended_at,erased_at}'::text[]
       or new.erased_at is null and (new.member_id, new.name, new.email, new.ticket) is distinct from (old.member_id, old.name, old.email, old.ticket)
       or old.erased_at is not null or old.attended_at is not null and new.attended_at is distinct from old.attended_at) then
    raise exception 'who signed up stays who they are' using errcode = 'insufficient_privilege', constraint = 'participant_stays';
  end if;
  if tg_op = 'UPDATE' and new.state <> old.state and (old.state = 'cancelled' or new.state = 'waiting') then
    raise exception 'from % a sign-up does not become %', old.state, new.state using errcode = 'check_violation', constraint = 'sign_up_takes_known_moves';
  end if;
  if tg_op = 'INSERT' and not exists (select from activities.activities where id = new.activity_id and state = 'live' and kind <> 'campaign') then
    raise exception 'nobody signs up for that' using errcode = 'check_violation', constraint = 'sign_up_is_for_a_live_event';
  end if;
  return new;
end $$;
create trigger guard_participant before insert or update or delete on activities.participants for each row execute function activities.guard_participant();

-- Places that are given are counted where their number is bounded: of any number at once no more have one than there are.
create function activities.count_places() returns trigger language plpgsql as $$
declare
  more integer := (new.state = 'placed')::integer - case tg_op when 'UPDATE' then (old.state = 'placed')::integer else 0 end;
begin
  if more <> 0 then
    update activities.activities set taken = taken + more where id = new.activity_id;
  end if;
  return null;
end $$;
create trigger count_places after insert or update of state on activities.participants for each row execute function activities.count_places();
