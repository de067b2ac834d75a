-- What reviews of 412 to 414 found (decisions 0129, 0130). Whoever takes money instead of grams gets the lower of two prices, or a case in
-- grams would be an option on the price. A parcel whose content is not what was consigned goes back. What is paid is paid once.
-- Older releases may go on beside this.
insert into goldback.moves_allowed (from_state, to_state) values ('collected', 'rejected');

create or replace function goldback.guard_case() returns trigger language plpgsql as $$
declare
  kept text[] := '{state,price_minor,price_tick_id,offer_fine_e4,offer_minor,answer_until,signature_sealed,received_at,ended_at,paid_in,address_sealed,carrier,tracking,scanned_at}';
  takes_money boolean := tg_op = 'UPDATE' and old.paid_in = 'grams' and new.paid_in = 'money';
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and to_jsonb(new) - kept <> to_jsonb(old) - kept then
    raise exception 'what was agreed stays' using errcode = 'insufficient_privilege', constraint = 'case_stays';
  end if;
  -- Grams become money once it is accepted and before it is paid, never for more than it was.
  if tg_op = 'UPDATE' and new.paid_in <> old.paid_in and (not takes_money or old.state <> 'accepted' or new.state <> 'accepted'
     or new.price_minor > old.price_minor or new.offer_minor > old.offer_minor or new.offer_fine_e4 <> old.offer_fine_e4) then
    raise exception 'what was agreed stays' using errcode = 'insufficient_privilege', constraint = 'case_stays';
  end if;
  if tg_op = 'INSERT' and new.state <> 'booked' or tg_op = 'UPDATE' and new.state <> old.state
     and not exists (select from goldback.moves_allowed where from_state = old.state and to_state = new.state) then
    raise exception 'from % a case does not become %', case tg_op when 'UPDATE' then old.state end, new.state
      using errcode = 'check_violation', constraint = 'case_takes_known_moves';
  end if;
  if tg_op = 'UPDATE' and not takes_money and old.price_minor is not null
     and (new.price_minor, new.price_tick_id) is distinct from (old.price_minor, old.price_tick_id) then
    raise exception 'the price of a case is certain once' using errcode = 'check_violation', constraint = 'price_is_certain_once';
  end if;
  if tg_op = 'UPDATE' and not takes_money and old.state in ('counter_offer', 'accepted', 'paid')
     and (new.offer_minor, new.offer_fine_e4) is distinct from (old.offer_minor, old.offer_fine_e4) then
    raise exception 'what was offered stays' using errcode = 'check_violation', constraint = 'offer_stays';
  end if;
  if tg_op = 'INSERT' or new.state in ('paid', 'returned') and old.state <> new.state then
    perform cases.require_free(new.member_id);
  end if;
  return new;
end $$;

create or replace function goldback.require_paid_as_agreed() returns trigger language plpgsql as $$
declare
  agreed text := case new.paid_in when 'grams' then 'gold_back_in_grams' else 'gold_back_paid' end;
  paid text;
begin
  select coalesce(string_agg(kind, ' '), '') into paid from ledger.transfers
    where reference = new.id::text and kind in ('gold_back_in_grams', 'gold_back_paid');
  if paid <> agreed then
    raise exception 'case % is not paid in %', new.number, new.paid_in using errcode = 'check_violation', constraint = 'case_is_paid_as_agreed';
  end if;
  return null;
end $$;
