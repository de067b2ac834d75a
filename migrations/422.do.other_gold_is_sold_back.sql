-- Gold that was not bought here is sold back too: described by its member with photographs, never at a fixed price, paid by what is assayed
-- (product.md §7, decision 0134). What was paid for is a lot of the house, which is no piece of any product.
-- Older releases may go on beside this.
alter table goldback.cases
  add column kind text not null default 'own' constraint case_is_of_one_kind check (kind in ('own', 'other')),
  add constraint own_pieces_alone_have_a_fixed_price check (kind = 'own' or fixed_until is null);
comment on column goldback.cases.kind is 'own: numbered pieces of the member''s own orders; other: gold that was not bought here, as they describe it';

alter table goldback.pieces
  alter column sku_id drop not null,
  alter column order_id drop not null,
  add column form text check (form in ('bar', 'coin', 'jewellery')),
  add column maker text,
  add column marked text,
  add column about text,
  add constraint piece_was_bought_here_or_is_described check (num_nonnulls(sku_id, order_id) = case when form is null then 2 else 0 end),
  add constraint described_piece_has_its_words check (
    case form when 'jewellery' then true else (form is null) = (maker is null) end and (form is not null or num_nonnulls(marked, about) = 0));
comment on column goldback.pieces.form is 'of gold that was not bought here; null: a numbered piece of an order';
comment on column goldback.pieces.marked is 'number that its maker stamped on it; its serial is one that the house gives it';
create unique index marked_piece_is_in_one_case on goldback.pieces (lower(maker), marked) where over_at is null and marked is not null;

create function goldback.guard_new_piece() returns trigger language plpgsql as $$
declare
  of_kind text;
begin
  select kind into of_kind from goldback.cases where id = new.case_id;
  if (of_kind = 'other') <> (new.form is not null) then
    raise exception 'a case of % has no such piece', of_kind using errcode = 'check_violation', constraint = 'piece_is_of_its_case';
  end if;
  return new;
end $$;
create trigger guard_new_piece before insert on goldback.pieces for each row execute function goldback.guard_new_piece();

-- A photograph is of one piece of a case; and what a courier has takes pictures of its member, as the rules say.
alter table goldback.pictures add column position smallint;
comment on column goldback.pictures.position is 'the piece that it was consigned with; null: of the case';
create or replace function goldback.guard_picture() returns trigger language plpgsql as $$
declare
  own goldback.cases%rowtype;
  asked text[] := case when tg_op <> 'INSERT' then null when new.kind = 'assay' then '{received,inspecting}'::text[]
    else '{booked,collected,received,inspecting,counter_offer,retained}'::text[] end;
begin
  if tg_op = 'INSERT' then
    select * into own from goldback.cases where id = new.case_id;
    if own.member_id <> new.member_id or own.state <> all (asked)
       or new.position is not null and not exists (select from goldback.pieces where case_id = new.case_id and position = new.position) then
      raise exception 'a % picture is not of a case that is %', new.kind, own.state
        using errcode = 'check_violation', constraint = 'picture_goes_with_its_case';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.destroyed_at is not null
     or (new.destroyed_at is null and new.content is distinct from old.content)
     or to_jsonb(new) - '{wrapped_key,content,destroyed_at}'::text[] <> to_jsonb(old) - '{wrapped_key,content,destroyed_at}'::text[] then
    raise exception 'a picture of a case stays as it is' using errcode = 'insufficient_privilege', constraint = 'goldback_picture_stays';
  end if;
  return new;
end $$;

-- What was bought of it: one lot for each piece, by what was weighed and assayed.
create sequence goldback.lot_numbers start 100001;
create table goldback.lots (
  id uuid primary key,
  number text not null constraint lot_number_is_single unique,
  case_id uuid not null,
  position smallint not null,
  store text not null references stores.stores,
  gross_e4 bigint not null check (gross_e4 > 0),
  fineness integer not null check (fineness between 1 and 10000),
  fine_e4 bigint not null check (fine_e4 > 0),
  cost_minor bigint not null check (cost_minor > 0),
  currency text not null,
  state text not null default 'held' constraint lot_has_a_known_state check (state = 'held'),
  held_until timestamptz not null,
  bought_at timestamptz not null default now(),
  foreign key (case_id, position) references goldback.pieces,
  constraint lot_is_of_one_piece unique (case_id, position),
  constraint lot_is_as_fine_as_it_was_assayed check (fine_e4 = gross_e4 * fineness / 10000)
) with (fillfactor = 80);
create index lots_by_store on goldback.lots (store, state, bought_at);
comment on column goldback.lots.held_until is 'it is not melted before: its owner may still ask for it';
revoke delete, truncate on goldback.lots from karat_app;

create function goldback.guard_lot() returns trigger language plpgsql as $$
declare
  piece goldback.pieces%rowtype;
begin
  if tg_op <> 'INSERT' then
    raise exception 'a lot stays what was bought' using errcode = 'insufficient_privilege', constraint = 'lot_stays';
  end if;
  select p.* into piece from goldback.pieces p join goldback.cases c on c.id = p.case_id
    where p.case_id = new.case_id and p.position = new.position and c.kind = 'other' and c.state = 'paid' and c.store = new.store and c.currency = new.currency;
  if (piece.weighed_e4, piece.assayed) is distinct from (new.gross_e4, new.fineness) then
    raise exception 'a lot is what was assayed and paid for' using errcode = 'check_violation', constraint = 'lot_is_what_was_paid_for';
  end if;
  return new;
end $$;
create trigger guard_lot before insert or update or delete on goldback.lots for each row execute function goldback.guard_lot();

insert into ledger.account_kinds (kind, holder, gold, floored) values ('raw_gold', 'house', true, true);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('lot_received', 'gold_received', true, false), ('lot_received', 'vault', false, true),
  ('lot_kept', 'vault', true, false), ('lot_kept', 'raw_gold', false, true),
  ('lot_kept', 'suppliers', true, false), ('lot_kept', 'stock_cost', false, true);
