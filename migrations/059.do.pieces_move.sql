-- A piece that was entered under the wrong sku moves to the right one, before anybody was promised or sold it.
alter table catalogue.stock_moves
  drop constraint stock_move_has_a_reason,
  drop constraint stock_move_has_its_sign,
  add constraint stock_move_has_a_reason
    check (reason in ('received', 'held', 'released', 'counted', 'returned', 'stolen', 'recovered', 'moved')) not valid,
  add constraint stock_move_has_its_sign check (
    case when reason in ('held', 'stolen') then quantity < 0 when reason in ('counted', 'moved') then true else quantity > 0 end) not valid;

alter table catalogue.piece_moves add column from_sku_id integer references catalogue.skus;
comment on column catalogue.piece_moves.from_sku_id is 'the sku that it was entered under by mistake; null where the sku stayed';

create function catalogue.refuse_other_sku_of_piece() returns trigger language plpgsql as $$
begin
  if old.state <> 'in_stock' or new.state <> 'in_stock'
    or exists (select from catalogue.piece_moves where serial = old.serial and to_state = 'sold') then
    raise exception 'piece % is % or was sold, it keeps its sku', old.serial, old.state
      using errcode = 'check_violation', constraint = 'sold_piece_keeps_its_sku';
  end if;
  if not exists (
    select from catalogue.skus s join catalogue.products p on p.id = s.product_id where s.id = new.sku_id and p.kind in ('bar', 'coin')
      and p.store = (select o.store from catalogue.skus f join catalogue.products o on o.id = f.product_id where f.id = old.sku_id)
      and (s.gross_weight_e4, s.fine_weight_e4, s.fineness, p.brand) = (old.gross_weight_e4, old.fine_weight_e4, old.fineness, old.brand)) then
    raise exception 'piece % is no piece of sku %', old.serial, new.sku_id
      using errcode = 'check_violation', constraint = 'piece_fits_its_sku';
  end if;
  return new;
end $$;
create trigger moves_to_alike before update of sku_id on catalogue.pieces for each row
  when (old.sku_id <> new.sku_id) execute function catalogue.refuse_other_sku_of_piece();
