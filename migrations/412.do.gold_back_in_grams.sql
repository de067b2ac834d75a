-- Whoever sells physical gold back may be paid in grams of the vault (decision 0129): what is paid for by weight, one to one.
-- One of before begins cases that are paid in money, and is refused when it would pay one in grams with money.
-- Older releases may go on beside this.
alter table goldback.cases
  add column paid_in text not null default 'money' constraint case_is_paid_in_one check (paid_in in ('money', 'grams')),
  add constraint grams_go_to_no_account check (paid_in = 'money' or destination_id is null);
comment on column goldback.cases.paid_in is 'money: to destination_id; grams: the fine weight that is paid for, into the member''s gold account';

insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('gold_back_in_grams', 'bought_back', true, false),
  ('gold_back_in_grams', 'trading', false, true),
  ('gold_back_in_grams', 'vault', true, false),
  ('gold_back_in_grams', 'gold', false, true);

-- Grams that become a member's are there and backed, whatever makes them theirs: judged in the transaction that does.
create function backing.require_grams(of_store text, weight bigint) returns void language plpgsql as $$
declare
  own bigint;
begin
  if backing.shortage(of_store) < 0 then
    -- What is left of the vault is counted by one purchase at a time.
    perform pg_advisory_xact_lock(hashtextextended(of_store, 254));
    select sum(p.balance) into own from ledger.accounts a join ledger.parts p on p.account_id = a.id
      where a.owner = 'house:' || of_store and a.kind = 'vault' and a.asset = 'XAU';
    if coalesce(own, 0) + backing.shortage(of_store) < weight then
      raise exception 'the vault of % has no such grams', of_store using errcode = 'check_violation', constraint = 'vault_has_grams';
    end if;
  end if;
end $$;
create or replace function backing.refuse_unbacked() returns trigger language plpgsql as $$
begin
  perform backing.require_grams(new.store, new.weight_e4);
  return new;
end $$;
create function goldback.require_backed() returns trigger language plpgsql as $$
begin
  perform backing.refuse_closed(new.store);
  perform backing.require_grams(new.store, new.offer_fine_e4);
  return new;
end $$;
create or replace function goldback.guard_case() returns trigger language plpgsql as $$
declare
  kept text[] := '{state,price_minor,price_tick_id,offer_fine_e4,offer_minor,answer_until,signature_sealed,received_at,ended_at,paid_in}';
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
create trigger grams_are_there before update on goldback.cases for each row
  when (new.state = 'paid' and old.state <> 'paid' and new.paid_in = 'grams') execute function goldback.require_backed();

-- What is paid is paid in what was agreed, whichever release pays it.
create function goldback.require_paid_as_agreed() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger.transfers where reference = new.id::text
                 and kind = case new.paid_in when 'grams' then 'gold_back_in_grams' else 'gold_back_paid' end) then
    raise exception 'case % is not paid in %', new.number, new.paid_in using errcode = 'check_violation', constraint = 'case_is_paid_as_agreed';
  end if;
  return null;
end $$;
create constraint trigger paid_as_agreed after update on goldback.cases deferrable initially deferred for each row
  when (new.state = 'paid' and old.state <> 'paid') execute function goldback.require_paid_as_agreed();
