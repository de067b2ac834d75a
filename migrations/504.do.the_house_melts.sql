-- What the house owns is melted too (decision 0159): lots of other gold, and pieces that were bought back and are less than their stamp says.
-- One lot comes out, by what was weighed and assayed; what the books had of fine gold and was not found is its loss.
-- Older releases may go on beside this.
alter table catalogue.pieces
  drop constraint pieces_state_check,
  add constraint pieces_state_check check (state in ('in_stock', 'allocated', 'sold', 'reported_stolen', 'quarantined', 'melted')),
  drop constraint piece_is_promised_or_not,
  add constraint piece_is_promised_or_not check (
    case state when 'in_stock' then order_id is null when 'quarantined' then order_id is null when 'melted' then order_id is null
      when 'reported_stolen' then true else order_id is not null end);
drop trigger known_steps on catalogue.pieces;
create trigger known_steps before update of state on catalogue.pieces for each row
  when (old.state <> new.state and (old.state, new.state) not in (
    ('in_stock', 'allocated'), ('allocated', 'in_stock'), ('allocated', 'sold'), ('sold', 'in_stock'),
    ('in_stock', 'reported_stolen'), ('sold', 'reported_stolen'), ('reported_stolen', 'in_stock'), ('reported_stolen', 'sold'),
    ('allocated', 'reported_stolen'), ('reported_stolen', 'allocated'),
    ('sold', 'quarantined'), ('quarantined', 'in_stock'), ('quarantined', 'reported_stolen'), ('reported_stolen', 'quarantined'),
    ('quarantined', 'melted')))
  execute function catalogue.refuse_piece_step();

drop trigger tell_loss on catalogue.piece_moves;
alter table catalogue.piece_moves alter column gram_move set expression as (case
    when from_state is null and to_state = 'in_stock' then 'received'
    when from_state = 'allocated' and to_state = 'sold' then 'delivered'
    when from_state = 'sold' and to_state = 'in_stock' then 'returned'
    when from_state = 'sold' and to_state = 'quarantined' then 'bought_back'
    when from_state = 'quarantined' and to_state = 'melted' then 'melted'
    when from_state in ('in_stock', 'allocated', 'quarantined') and to_state = 'reported_stolen' then 'lost'
    when from_state = 'reported_stolen' and to_state in ('in_stock', 'allocated', 'quarantined') then 'found' end);
-- Raw gold backs nobody: what leaves the stock of the shop for it is judged as a loss is.
create trigger tell_loss after insert on catalogue.piece_moves for each row when (new.gram_move in ('lost', 'melted')) execute function backing.tell_loss();

create sequence goldback.house_melting_numbers start 100001;
create table goldback.house_meltings (
  id uuid primary key,
  number text not null constraint house_melting_number_is_single unique,
  store text not null references stores.stores,
  currency text not null,
  gross_before_e4 bigint not null check (gross_before_e4 > 0),
  books_e4 bigint not null check (books_e4 > 0),
  cost_minor bigint not null check (cost_minor > 0),
  gross_e4 bigint not null check (gross_e4 > 0),
  fineness integer not null check (fineness between 1 and 10000),
  fine_e4 bigint not null check (fine_e4 > 0),
  method text not null check (method in ('xrf', 'ultrasound', 'density', 'fire')),
  reason text not null,
  requested_by text not null,
  approved_by text not null,
  melted_at timestamptz not null default now(),
  constraint house_melting_adds_no_weight check (gross_e4 <= gross_before_e4),
  constraint house_melting_is_as_fine_as_it_was_assayed check (fine_e4 = gross_e4 * fineness / 10000),
  constraint house_melting_takes_two_people check (requested_by <> approved_by)
);
create index house_meltings_by_store on goldback.house_meltings (store, melted_at desc);
comment on column goldback.house_meltings.books_e4 is 'fine gold of what went in, as the books had it; less fine_e4 it is the loss';
create table goldback.house_melting_parts (
  melting_id uuid not null references goldback.house_meltings,
  position smallint not null,
  lot_id uuid constraint lot_is_melted_once unique references goldback.lots,
  serial text constraint piece_is_melted_once unique references catalogue.pieces,
  gross_e4 bigint not null check (gross_e4 > 0),
  fine_e4 bigint not null check (fine_e4 > 0),
  cost_minor bigint not null check (cost_minor > 0),
  primary key (melting_id, position),
  constraint part_is_a_lot_or_a_piece check (num_nonnulls(lot_id, serial) = 1)
);
create trigger append_only before update or delete on goldback.house_meltings for each row execute function goldback.refuse_change();
create trigger append_only before update or delete on goldback.house_melting_parts for each row execute function goldback.refuse_change();
revoke update, delete, truncate on goldback.house_meltings, goldback.house_melting_parts from karat_app;

alter table goldback.lots
  alter column case_id drop not null,
  alter column position drop not null,
  add column melting_id uuid constraint lot_comes_of_one_melting unique references goldback.house_meltings,
  add constraint lot_is_bought_or_melted check (num_nonnulls(case_id, melting_id) = 1 and (case_id is null) = (position is null)),
  drop constraint lot_has_a_known_state,
  add constraint lot_has_a_known_state check (state in ('held', 'melted'));
comment on column goldback.lots.melting_id is 'what it came out of; null: it was bought from a member';
comment on column goldback.lots.bought_at is 'since when it is a lot of the house';

create or replace function goldback.guard_lot() returns trigger language plpgsql as $$
declare
  piece goldback.pieces%rowtype;
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and to_jsonb(new) - 'state'::text <> to_jsonb(old) - 'state'::text then
    raise exception 'a lot stays what it is' using errcode = 'insufficient_privilege', constraint = 'lot_stays';
  end if;
  if tg_op = 'UPDATE' then
    if (old.state, new.state) <> ('held', 'melted') or old.held_until > now()
       or not exists (select from goldback.house_melting_parts where lot_id = new.id) then
      raise exception 'lot % is not melted', new.number using errcode = 'check_violation', constraint = 'lot_is_melted_by_the_house';
    end if;
    return new;
  end if;
  if new.state <> 'held' then
    raise exception 'a lot is melted after it was held' using errcode = 'check_violation', constraint = 'lot_is_melted_by_the_house';
  end if;
  if new.melting_id is not null then
    if not exists (select from goldback.house_meltings h where h.id = new.melting_id
       and (h.store, h.currency, h.gross_e4, h.fineness, h.fine_e4, h.cost_minor) = (new.store, new.currency, new.gross_e4, new.fineness, new.fine_e4, new.cost_minor)) then
      raise exception 'a lot is what came out' using errcode = 'check_violation', constraint = 'lot_is_what_came_out';
    end if;
    return new;
  end if;
  select p.* into piece from goldback.pieces p join goldback.cases c on c.id = p.case_id
    where p.case_id = new.case_id and p.position = new.position and c.kind = 'other' and c.state = 'paid' and c.store = new.store and c.currency = new.currency;
  if (piece.weighed_e4, piece.assayed) is distinct from (new.gross_e4, new.fineness) then
    raise exception 'a lot is what was assayed and paid for' using errcode = 'check_violation', constraint = 'lot_is_what_was_paid_for';
  end if;
  return new;
end $$;

-- A piece ends as melted where it is less than its stamp says, its holding period is over, and it went into a melting.
create function goldback.guard_melted_piece() returns trigger language plpgsql as $$
begin
  if not old.is_short or old.quarantined_until > now() or not exists (select from goldback.house_melting_parts where serial = new.serial) then
    raise exception 'piece % is not melted', new.serial using errcode = 'check_violation', constraint = 'piece_is_melted_by_the_house';
  end if;
  return new;
end $$;
create trigger guard_melted_piece before update on catalogue.pieces for each row
  when (new.state = 'melted' and old.state <> 'melted') execute function goldback.guard_melted_piece();

-- What went in is a lot or a piece of the store as the books have it.
create function goldback.guard_part() returns trigger language plpgsql as $$
declare
  own goldback.house_meltings%rowtype;
begin
  select * into own from goldback.house_meltings where id = new.melting_id;
  if own.melted_at <> now()
     or new.lot_id is not null and not exists (select from goldback.lots l where l.id = new.lot_id and l.state = 'held'
       and (l.store, l.currency, l.gross_e4, l.fine_e4, l.cost_minor) = (own.store, own.currency, new.gross_e4, new.fine_e4, new.cost_minor))
     or new.serial is not null and not exists (select from catalogue.pieces n join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
       cross join lateral (select m.cost_minor, m.cost_currency from catalogue.piece_moves m where m.serial = n.serial order by m.id desc limit 1) as paid
       where n.serial = new.serial and n.state = 'quarantined'
         and (p.store, paid.cost_currency, n.fine_weight_e4, paid.cost_minor) = (own.store, own.currency, new.fine_e4, new.cost_minor)) then
    raise exception 'what goes in is in the books' using errcode = 'check_violation', constraint = 'part_is_in_the_books';
  end if;
  return new;
end $$;
create trigger guard_part before insert on goldback.house_melting_parts for each row execute function goldback.guard_part();

-- At its commit all of it is there: what went in is melted and sums to what the melting says, its lot is there, and its loss is posted.
create function goldback.require_whole_melting() returns trigger language plpgsql as $$
begin
  if not exists (select from goldback.house_melting_parts where melting_id = new.id having
       (sum(gross_e4), sum(fine_e4), sum(cost_minor)) = (new.gross_before_e4, new.books_e4, new.cost_minor))
     or exists (select from goldback.house_melting_parts p left join goldback.lots l on l.id = p.lot_id left join catalogue.pieces n on n.serial = p.serial
       where p.melting_id = new.id and coalesce(l.state, n.state) <> 'melted')
     or not exists (select from goldback.lots where melting_id = new.id)
     or new.books_e4 <> new.fine_e4 and not exists (select from ledger.transfers where kind = 'assay_loss' and reference = new.id::text) then
    raise exception 'melting % is not whole', new.number using errcode = 'check_violation', constraint = 'house_melting_is_whole';
  end if;
  return null;
end $$;
create constraint trigger is_whole after insert on goldback.house_meltings deferrable initially deferred for each row
  execute function goldback.require_whole_melting();

-- It moves against raw gold alone, which leads to no member.
alter table ledger.account_kinds drop constraint gold_is_floored_but_outside,
  add constraint gold_is_floored_but_outside
    check (not gold or floored or kind in ('gold_received', 'gold_delivered', 'missing', 'vault_shortage', 'assay_loss'));
insert into ledger.account_kinds (kind, holder, gold, floored) values ('assay_loss', 'house', true, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('pieces_melted', 'shop_stock', true, false), ('pieces_melted', 'raw_gold', false, true),
  ('assay_loss', 'raw_gold', true, true), ('assay_loss', 'assay_loss', true, true);
