-- Places in which bars lie (decision 0116). What stood as a text with each bar becomes a row; the code alone leaves the house.
-- Older releases beside this read and lose bars as before; a bar that they receive into a place without a row fails there.
create table backing.places (
  store text not null references stores.stores,
  code text not null check (length(code) between 1 and 40),
  keeper text check (length(keeper) between 2 and 100),
  address text check (length(address) between 1 and 300),
  insured_minor bigint check (insured_minor > 0),
  opened_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  primary key (store, code)
);
comment on column backing.places.code is 'public; never an address';
comment on column backing.places.keeper is 'who keeps the bars, public; null where nobody has noted it';
comment on column backing.places.address is 'for staff only';
comment on column backing.places.insured_minor is 'up to which value what lies there is insured, in the currency of the store';
insert into backing.places (store, code, opened_at) select store, place, min(received_at) from backing.bars group by 1, 2;
alter table backing.bars add constraint bar_lies_in_a_place foreign key (store, place) references backing.places;
create index bars_of_place on backing.bars (store, place);

create trigger never_removed before delete on backing.places for each row execute function backing.refuse_change();
create trigger place_stays before update on backing.places for each row
  when (old.closed_at is not null or (old.store, old.code, old.opened_at) <> (new.store, new.code, new.opened_at))
  execute function backing.refuse_change();
revoke delete, truncate on backing.places from karat_app;

-- Whoever brings a bar to a place holds it with others, and whoever closes one holds it alone: a closed place is empty.
create function backing.refuse_closed_place() returns trigger language plpgsql as $$
begin
  perform from backing.places where store = new.store and code = new.place and closed_at is null for share;
  if not found then
    raise exception 'no place % of % is open', new.place, new.store using errcode = 'check_violation', constraint = 'place_is_open';
  end if;
  return new;
end $$;
create trigger place_is_open before insert or update of place, state on backing.bars for each row
  when (new.state <> 'missing') execute function backing.refuse_closed_place();
create function backing.refuse_to_close() returns trigger language plpgsql as $$
begin
  if exists (select from backing.bars where store = new.store and place = new.code and state <> 'missing') then
    raise exception 'bars lie in % of %', new.code, new.store using errcode = 'check_violation', constraint = 'place_is_empty';
  end if;
  return new;
end $$;
create trigger place_is_empty before update on backing.places for each row
  when (new.closed_at is not null and old.closed_at is null) execute function backing.refuse_to_close();

-- Where a bar came to by what happened to it; null where it did not come anywhere. No bar has ever been moved so far.
alter table backing.bar_moves add column place text check (length(place) between 1 and 40);
alter table backing.bar_moves disable trigger append_only;
update backing.bar_moves m set place = b.place from backing.bars b where b.id = m.bar_id and m.from_state is null;
alter table backing.bar_moves enable trigger append_only;
