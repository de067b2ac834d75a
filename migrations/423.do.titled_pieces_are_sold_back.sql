-- A piece of ours that somebody else bought is sold back with proof of title: the papers come with the consignment, and staff say whose it is
-- before anything is accepted or offered (product.md §7, decision 0135).
-- Older releases may go on beside this.
alter table goldback.cases
  drop constraint case_is_of_one_kind,
  add constraint case_is_of_one_kind check (kind in ('own', 'titled', 'other')),
  add column title text constraint title_has_a_known_state check (title in ('asked', 'proven', 'refused')),
  add constraint title_is_asked_of_what_others_bought check ((title is not null) = (kind = 'titled')),
  add constraint title_is_proven_before_it_counts check (kind <> 'titled' or title = 'proven' or state not in ('accepted', 'counter_offer', 'paid'));
comment on column goldback.cases.title is 'of a numbered piece whose buyer was somebody else: whether its member has shown that it is theirs';
comment on column goldback.cases.kind is 'own: numbered pieces of the member''s own orders; titled: one whose buyer was somebody else; other: gold that was not bought here, as they describe it';
-- Whose title is refused gets the piece back before it is inspected, too.
insert into goldback.moves_allowed (from_state, to_state) values ('received', 'rejected');

create or replace function goldback.guard_case() returns trigger language plpgsql as $$
declare
  kept text[] := '{state,price_minor,price_tick_id,offer_fine_e4,offer_minor,answer_until,signature_sealed,received_at,ended_at,paid_in,address_sealed,carrier,tracking,scanned_at,title}';
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
  if tg_op = 'INSERT' and new.title <> 'asked' or tg_op = 'UPDATE' and new.title is distinct from old.title
     and (old.title <> 'asked' or old.state not in ('received', 'inspecting')) then
    raise exception 'title is decided once, by who has the piece' using errcode = 'check_violation', constraint = 'title_is_decided_once';
  end if;
  if tg_op = 'INSERT' or new.state in ('paid', 'returned') and old.state <> new.state then
    perform cases.require_free(new.member_id);
  end if;
  return new;
end $$;
