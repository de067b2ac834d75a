-- Pieces that are kept because they are not what they seem, or somebody else's, stand in the one queue of what is looked into (product.md §7,
-- decision 0105). Their case follows the sale back: it opens when they are retained, ends when they are inspected anew, and stops nothing
-- of the member beside it.
alter table cases.cases
  drop constraint cases_kind_check,
  add constraint cases_kind_check check (kind in ('screening', 'legal_hold', 'large_sum', 'retained_gold')),
  alter column stops set expression as (kind not in ('large_sum', 'retained_gold') and state <> 'ended'),
  add column gold_back_id uuid,
  add column gold_back text,
  add constraint retained_gold_names_its_sale check ((kind = 'retained_gold') = (gold_back_id is not null) and (gold_back_id is null) = (gold_back is null));
comment on column cases.cases.gold_back is 'number of the sale back whose pieces are retained';
create unique index one_case_of_a_sale_back on cases.cases (gold_back_id) where kind = 'retained_gold';

create or replace function cases.guard_case() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not (new.state = old.state or (old.state, new.state) in (('open', 'confirmed'), ('open', 'ended'), ('confirmed', 'ended'))
       or new.kind in ('large_sum', 'retained_gold') and (old.state, new.state) = ('ended', 'open'))
     or (to_jsonb(new) - '{state,ended_at,stops}'::text[]) <> (to_jsonb(old) - '{state,ended_at,stops}'::text[]) then
    raise exception 'a case is decided, and stays what it was' using errcode = 'insufficient_privilege', constraint = 'case_stays';
  end if;
  return new;
end $$;

create function goldback.follow_retained() returns trigger language plpgsql as $$
declare
  sale goldback.cases%rowtype;
  about uuid;
begin
  select * into sale from goldback.cases where id = new.case_id;
  if new.to_state = 'retained' then
    insert into cases.cases (id, number, kind, member_id, store, gold_back_id, gold_back)
      values (gen_random_uuid(), 'C' || nextval('cases.case_numbers'), 'retained_gold', sale.member_id, sale.store, sale.id, sale.number)
      on conflict (gold_back_id) where kind = 'retained_gold' do update set state = 'open', ended_at = null
      returning id into about;
    insert into cases.events (case_id, did, actor, words) values (about, 'opened', new.actor, new.reason);
  else
    update cases.cases set state = 'ended', ended_at = now() where gold_back_id = sale.id and kind = 'retained_gold' and state <> 'ended'
      returning id into about;
    if about is not null then
      insert into cases.events (case_id, did, actor, words) values (about, 'ended', new.actor, new.reason);
    end if;
  end if;
  return null;
end $$;
create trigger has_a_case after insert on goldback.moves for each row
  when (new.to_state = 'retained' or new.from_state = 'retained') execute function goldback.follow_retained();
-- What is retained now has one.
insert into cases.cases (id, number, kind, member_id, store, gold_back_id, gold_back)
  select gen_random_uuid(), 'C' || nextval('cases.case_numbers'), 'retained_gold', member_id, store, id, number from goldback.cases where state = 'retained';
insert into cases.events (case_id, did, actor, words) select id, 'opened', 'system', '' from cases.cases where kind = 'retained_gold';
