-- The desk of the catalogue: who changed what stands in the stock's own history, and the steps of a piece are the database's.
alter table catalogue.stock_moves
  add column actor text,
  add column note text;
alter table catalogue.stock_moves drop constraint stock_moves_reason_check;
alter table catalogue.stock_moves
  add constraint stock_move_has_a_reason check (reason in ('received', 'held', 'released', 'counted', 'returned', 'stolen', 'recovered')),
  add constraint stock_move_has_its_sign check (
    case when reason in ('held', 'stolen') then quantity < 0 when reason = 'counted' then true else quantity > 0 end);
comment on column catalogue.stock_moves.actor is 'who of the house; null for what orders do';

-- Sold is its buyer's: it comes back by name or is reported, and what is promised to an order leaves that order first.
create function catalogue.refuse_piece_step() returns trigger language plpgsql as $$
begin
  raise exception 'piece % is %, from there it does not become %', old.serial, old.state, new.state
    using errcode = 'check_violation', constraint = 'piece_takes_known_steps';
end $$;
create trigger known_steps before update of state on catalogue.pieces for each row
  when (old.state <> new.state and (old.state, new.state) not in (
    ('in_stock', 'allocated'), ('allocated', 'in_stock'), ('allocated', 'sold'), ('sold', 'in_stock'),
    ('in_stock', 'reported_stolen'), ('sold', 'reported_stolen'), ('reported_stolen', 'in_stock'), ('reported_stolen', 'sold')))
  execute function catalogue.refuse_piece_step();
create index pieces_by_state on catalogue.pieces (state, serial);

alter table catalogue.products
  add column revision integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column updated_by text not null default '',
  add column first_published_at timestamptz;
comment on column catalogue.products.first_published_at is 'kept while it is hidden: what is shown again is not new';

create index stock_moves_beside_orders on catalogue.stock_moves (sku_id, id desc) where reason not in ('held', 'released');
