-- A courier may collect what a member sells back (product.md §7, decision 0130): the case has an address instead of a counter, and is on its way
-- from the courier's first scan on.
alter table goldback.cases
  alter column pickup_point_id drop not null,
  add column address_sealed bytea check (octet_length(address_sealed) <= 8000),
  add column carrier text,
  add column tracking text,
  add column scanned_at timestamptz,
  add constraint parcel_is_known_whole check (num_nonnulls(carrier, tracking, scanned_at) in (0, 3)),
  drop constraint case_has_a_known_state,
  add constraint case_has_a_known_state check (state in ('booked', 'collected', 'received', 'inspecting', 'accepted', 'counter_offer', 'rejected',
    'retained', 'paid', 'returned', 'cancelled', 'lapsed')),
  drop constraint case_is_received,
  add constraint case_is_received check (state in ('booked', 'collected', 'cancelled', 'lapsed') = (received_at is null)),
  add constraint what_is_collected_has_its_parcel check (state <> 'collected' or scanned_at is not null);
comment on column goldback.cases.pickup_point_id is 'where it is brought to; null: a courier collects it';
comment on column goldback.cases.address_sealed is 'where it is collected, under the master key; destroyed some time after the case has ended';
comment on column goldback.cases.scanned_at is 'first scan by the courier: a fixed price binds if it is within its time';
insert into goldback.moves_allowed (from_state, to_state) values ('booked', 'collected'), ('collected', 'received');
create index cases_with_addresses on goldback.cases (ended_at) where address_sealed is not null;

-- A case is brought or collected, and is one of both from its beginning on.
create function goldback.require_place() returns trigger language plpgsql as $$
begin
  if num_nonnulls(new.pickup_point_id, new.address_sealed) <> 1 then
    raise exception 'a case is brought to a counter or collected at an address' using errcode = 'check_violation', constraint = 'case_has_one_place';
  end if;
  return new;
end $$;
create trigger case_has_one_place before insert on goldback.cases for each row execute function goldback.require_place();
create function goldback.guard_parcel() returns trigger language plpgsql as $$
begin
  if new.address_sealed is distinct from old.address_sealed and new.address_sealed is null and old.ended_at is null
     or old.address_sealed is null and new.address_sealed is not null
     or (new.carrier, new.tracking, new.scanned_at) is distinct from (old.carrier, old.tracking, old.scanned_at)
        and not (old.state = 'booked' and new.state = 'collected' and old.pickup_point_id is null and new.scanned_at between old.booked_at and now())
     or new.state = 'collected' and old.state = 'booked' and old.pickup_point_id is not null then
    raise exception 'what a courier took stays' using errcode = 'check_violation', constraint = 'parcel_stays';
  end if;
  return new;
end $$;
create trigger guard_parcel before update on goldback.cases for each row execute function goldback.guard_parcel();

create or replace function goldback.guard_case() returns trigger language plpgsql as $$
declare
  kept text[] := '{state,price_minor,price_tick_id,offer_fine_e4,offer_minor,answer_until,signature_sealed,received_at,ended_at,paid_in,address_sealed,carrier,tracking,scanned_at}';
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and to_jsonb(new) - kept <> to_jsonb(old) - kept then
    raise exception 'what was agreed stays' using errcode = 'insufficient_privilege', constraint = 'case_stays';
  end if;
  -- Whose grams do not fit takes money instead, before it is paid.
  if tg_op = 'UPDATE' and new.paid_in <> old.paid_in and (new.paid_in <> 'money' or old.ended_at is not null or new.state <> old.state) then
    raise exception 'what was agreed stays' using errcode = 'insufficient_privilege', constraint = 'case_stays';
  end if;
  if tg_op = 'INSERT' and new.state <> 'booked' or tg_op = 'UPDATE' and new.state <> old.state
     and not exists (select from goldback.moves_allowed where from_state = old.state and to_state = new.state) then
    raise exception 'from % a case does not become %', case tg_op when 'UPDATE' then old.state end, new.state
      using errcode = 'check_violation', constraint = 'case_takes_known_moves';
  end if;
  if tg_op = 'UPDATE' and old.price_minor is not null and (new.price_minor, new.price_tick_id) is distinct from (old.price_minor, old.price_tick_id) then
    raise exception 'the price of a case is certain once' using errcode = 'check_violation', constraint = 'price_is_certain_once';
  end if;
  if tg_op = 'UPDATE' and old.state in ('counter_offer', 'accepted', 'paid')
     and (new.offer_minor, new.offer_fine_e4) is distinct from (old.offer_minor, old.offer_fine_e4) then
    raise exception 'what was offered stays' using errcode = 'check_violation', constraint = 'offer_stays';
  end if;
  if tg_op = 'INSERT' or new.state in ('paid', 'returned') and old.state <> new.state then
    perform cases.require_free(new.member_id);
  end if;
  return new;
end $$;
