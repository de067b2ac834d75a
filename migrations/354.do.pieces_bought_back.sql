-- A numbered piece that a member sold back waits in quarantine until its holding period is over, with what it cost then (decision 0105).
-- Older releases may go on beside this: they buy nothing back, and sell no piece that is not in stock.
alter table catalogue.pieces
  drop constraint pieces_state_check,
  add constraint pieces_state_check check (state in ('in_stock', 'allocated', 'sold', 'reported_stolen', 'quarantined')),
  drop constraint piece_is_promised_or_not,
  add constraint piece_is_promised_or_not check (
    case state when 'in_stock' then order_id is null when 'quarantined' then order_id is null when 'reported_stolen' then true else order_id is not null end),
  add column quarantined_until timestamptz,
  add constraint quarantine_has_its_end check (state <> 'quarantined' or quarantined_until is not null);
comment on column catalogue.pieces.quarantined_until is 'until when a piece that was bought back is not sold; null for one that never was';

drop trigger known_steps on catalogue.pieces;
create trigger known_steps before update of state on catalogue.pieces for each row
  when (old.state <> new.state and (old.state, new.state) not in (
    ('in_stock', 'allocated'), ('allocated', 'in_stock'), ('allocated', 'sold'), ('sold', 'in_stock'),
    ('in_stock', 'reported_stolen'), ('sold', 'reported_stolen'), ('reported_stolen', 'in_stock'), ('reported_stolen', 'sold'),
    ('allocated', 'reported_stolen'), ('reported_stolen', 'allocated'),
    ('sold', 'quarantined'), ('quarantined', 'in_stock'), ('quarantined', 'reported_stolen'), ('reported_stolen', 'quarantined')))
  execute function catalogue.refuse_piece_step();

create function catalogue.refuse_early_release() returns trigger language plpgsql as $$
begin
  raise exception 'piece % is in quarantine until %', old.serial, old.quarantined_until
    using errcode = 'check_violation', constraint = 'quarantine_lasts';
end $$;
create trigger quarantine_lasts before update on catalogue.pieces for each row
  when (old.quarantined_until > now() and (old.state in ('quarantined', 'reported_stolen') and new.state = 'in_stock'
    or new.quarantined_until is distinct from old.quarantined_until and coalesce(new.quarantined_until < old.quarantined_until, true)))
  execute function catalogue.refuse_early_release();

drop trigger tell_loss on catalogue.piece_moves;
alter table catalogue.piece_moves alter column gram_move set expression as (case
    when from_state is null and to_state = 'in_stock' then 'received'
    when from_state = 'allocated' and to_state = 'sold' then 'delivered'
    when from_state = 'sold' and to_state = 'in_stock' then 'returned'
    when from_state = 'sold' and to_state = 'quarantined' then 'bought_back'
    when from_state in ('in_stock', 'allocated', 'quarantined') and to_state = 'reported_stolen' then 'lost'
    when from_state = 'reported_stolen' and to_state in ('in_stock', 'allocated', 'quarantined') then 'found' end);
create trigger tell_loss after insert on catalogue.piece_moves for each row when (new.gram_move = 'lost') execute function backing.tell_loss();
alter table catalogue.piece_moves
  add column cost_minor bigint check (cost_minor > 0),
  add column cost_currency text,
  add constraint cost_of_a_move_has_its_currency check ((cost_minor is null) = (cost_currency is null));
comment on column catalogue.piece_moves.cost_minor is 'what was paid when it was bought back last; null before: the cost of the piece counts';

-- What a piece costs changes only when it is bought back; from then on each of its moves says so.
create function catalogue.carry_cost() returns trigger language plpgsql as $$
declare
  bought_back boolean := coalesce(new.from_state = 'sold' and new.to_state = 'quarantined', false);
begin
  if bought_back <> (new.cost_minor is not null) then
    raise exception 'piece % costs what was paid for it', new.serial using errcode = 'check_violation', constraint = 'cost_is_of_what_is_bought';
  end if;
  if not bought_back then
    select m.cost_minor, m.cost_currency into new.cost_minor, new.cost_currency
      from catalogue.piece_moves m where m.serial = new.serial order by m.id desc limit 1;
  end if;
  return new;
end $$;
create trigger carries_cost before insert on catalogue.piece_moves for each row execute function catalogue.carry_cost();

insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('pieces_bought_back', 'gold_delivered', true, false), ('pieces_bought_back', 'shop_stock', false, true),
  ('pieces_bought_back', 'suppliers', true, false), ('pieces_bought_back', 'stock_cost', false, true);
