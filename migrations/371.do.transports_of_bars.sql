-- Bars on their way from one place to another (decision 0116). They are the house's and count; older releases beside this show their
-- state without a word for it, and count them as gone, so that they close a store at worst.
alter table backing.bars drop constraint bars_state_check,
  add constraint bars_state_check check (state in ('available', 'in_transit', 'pledged', 'missing'));

drop trigger tell_loss on backing.bar_moves;
alter table backing.bar_moves alter column gram_move set expression as (case
  when from_state is null and to_state = 'available' then 'received'
  when from_state in ('available', 'in_transit') and to_state = 'missing' then 'lost'
  when from_state = 'missing' and to_state = 'available' then 'found'
  when from_state = 'available' and to_state = 'pledged' then 'pledged'
  when from_state = 'pledged' and to_state = 'available' then 'released'
  when from_state = 'available' and to_state = 'in_transit' then 'sent'
  when from_state = 'in_transit' and to_state = 'available' then 'arrived' end);
create trigger tell_loss after insert on backing.bar_moves for each row when (new.gram_move = 'lost') execute function backing.tell_loss();
comment on column backing.bar_moves.gram_move is 'what was done; sent and arrived move no grams, for the vault is one for all places of a store';

create sequence backing.transport_numbers start 1001;
create table backing.transports (
  id uuid primary key,
  number text not null constraint transport_number_is_single unique,
  store text not null references stores.stores,
  from_place text not null,
  to_place text not null,
  carrier text not null check (length(carrier) between 2 and 80),
  seal text check (length(seal) between 1 and 80),
  expected_on date not null,
  requester uuid not null,
  approver uuid not null,
  reason text not null,
  sent_at timestamptz not null default clock_timestamp(),
  foreign key (store, from_place) references backing.places,
  foreign key (store, to_place) references backing.places,
  constraint transport_goes_elsewhere check (from_place <> to_place),
  constraint two_people_send check (requester <> approver)
);
create index transports_of_store on backing.transports (store, sent_at desc);

-- Each bar of a transport, and what became of it there.
create table backing.transport_bars (
  transport_id uuid not null references backing.transports,
  bar_id uuid not null references backing.bars,
  ended text check (ended in ('arrived', 'returned', 'missing')),
  ended_at timestamptz,
  ended_by uuid,
  primary key (transport_id, bar_id),
  constraint transport_ends_with_its_person check ((ended is null) = (ended_by is null) and (ended is null) = (ended_at is null))
);
create unique index one_open_transport on backing.transport_bars (bar_id) where ended is null;

create trigger append_only before update or delete on backing.transports for each row execute function backing.refuse_change();
create trigger never_removed before delete on backing.transport_bars for each row execute function backing.refuse_change();
create trigger transport_only_ends before update on backing.transport_bars for each row
  when (old.ended is not null or (old.transport_id, old.bar_id) <> (new.transport_id, new.bar_id)) execute function backing.refuse_change();
revoke update, delete, truncate on backing.transports from karat_app;
revoke delete, truncate on backing.transport_bars from karat_app;

-- Whoever sends a bar receives it nowhere: the other end is another person.
create function backing.refuse_own_arrival() returns trigger language plpgsql as $$
begin
  if new.ended in ('arrived', 'returned')
     and exists (select from backing.transports where id = new.transport_id and requester = new.ended_by) then
    raise exception 'who sent a bar does not receive it' using errcode = 'check_violation', constraint = 'another_receives';
  end if;
  return new;
end $$;
create trigger another_receives before update on backing.transport_bars for each row execute function backing.refuse_own_arrival();

-- A place that bars are on their way to is not closed.
create or replace function backing.refuse_to_close() returns trigger language plpgsql as $$
begin
  if exists (select from backing.bars where store = new.store and place = new.code and state <> 'missing')
     or exists (select from backing.transports t join backing.transport_bars x on x.transport_id = t.id
       where t.store = new.store and t.to_place = new.code and x.ended is null) then
    raise exception 'bars lie in % of %', new.code, new.store using errcode = 'check_violation', constraint = 'place_is_empty';
  end if;
  return new;
end $$;
