-- Whoever accepts an offer for gold that was not bought here gets the lower of two prices, its certain one and the bid of that moment: else three
-- days to answer in are an option on the price (decision 0134). What may change of a case at all stands with the trigger from now on, so that a
-- further column repeats no function.
-- Older releases may go on beside this.
create or replace function goldback.guard_case() returns trigger language plpgsql as $$
declare
  takes_money boolean := tg_op = 'UPDATE' and old.paid_in = 'grams' and new.paid_in = 'money';
  falls boolean := tg_op = 'UPDATE' and old.kind = 'other' and old.state = 'counter_offer' and new.state = 'accepted'
    and new.price_minor < old.price_minor and new.offer_minor <= old.offer_minor and new.offer_fine_e4 = old.offer_fine_e4;
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and to_jsonb(new) - tg_argv <> to_jsonb(old) - tg_argv then
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
  if tg_op = 'UPDATE' and not takes_money and not falls and old.price_minor is not null
     and (new.price_minor, new.price_tick_id) is distinct from (old.price_minor, old.price_tick_id) then
    raise exception 'the price of a case is certain once' using errcode = 'check_violation', constraint = 'price_is_certain_once';
  end if;
  if tg_op = 'UPDATE' and not takes_money and not falls and old.state in ('counter_offer', 'accepted', 'paid')
     and (new.offer_minor, new.offer_fine_e4) is distinct from (old.offer_minor, old.offer_fine_e4) then
    raise exception 'what was offered stays' using errcode = 'check_violation', constraint = 'offer_stays';
  end if;
  if tg_op = 'INSERT' and new.title <> 'asked' or tg_op = 'UPDATE' and new.title is distinct from old.title
     and (old.title <> 'asked' or old.state not in ('received', 'inspecting')) then
    raise exception 'title is decided once, by who has the piece' using errcode = 'check_violation', constraint = 'title_is_decided_once';
  end if;
  if tg_op = 'INSERT' or new.state in ('paid', 'returned') and old.state <> new.state then
    perform cases.require_free(new.member_id);
  end if;
  return new;
end $$;

drop trigger guard_case on goldback.cases;
create trigger guard_case before insert or update or delete on goldback.cases for each row execute function goldback.guard_case(
  'state', 'price_minor', 'price_tick_id', 'offer_fine_e4', 'offer_minor', 'answer_until', 'signature_sealed', 'received_at', 'ended_at', 'paid_in',
  'address_sealed', 'carrier', 'tracking', 'scanned_at', 'title');
