-- Numbered pieces have weight in the books (decision 0054): what is received, handed over, returned, lost and found posts grams.
-- A row of a piece's history says which of these it is and names the act that is booked. Older releases may go on beside this, but
-- the rows that they write of such moves are refused until they end; their workers try again, their desks show a failure.
insert into ledger.account_kinds (kind, holder, gold, floored) values ('shop_stock', 'house', true, true);
alter table ledger.account_kinds drop constraint gold_is_floored_but_at_its_source,
  add constraint gold_is_floored_but_outside check (not gold or floored or kind in ('gold_received', 'gold_delivered', 'missing'));
insert into ledger.account_kinds (kind, holder, gold, floored) values
  ('gold_delivered', 'house', true, false), ('missing', 'house', true, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('pieces_received', 'gold_received', true, false), ('pieces_received', 'vault', false, true),
  ('pieces_shelved', 'vault', true, false), ('pieces_shelved', 'shop_stock', false, true),
  ('pieces_delivered', 'shop_stock', true, false), ('pieces_delivered', 'gold_delivered', false, true),
  ('pieces_returned', 'gold_delivered', true, false), ('pieces_returned', 'shop_stock', false, true),
  ('pieces_lost', 'shop_stock', true, false), ('pieces_lost', 'missing', false, true),
  ('pieces_found', 'missing', true, false), ('pieces_found', 'shop_stock', false, true);

-- What is promised to an order is still the house's; what its owner had reported never comes back to the shelf by itself.
alter table catalogue.piece_moves
  add column gram_move text generated always as (case
    when from_state is null and to_state = 'in_stock' then 'received'
    when from_state = 'allocated' and to_state = 'sold' then 'delivered'
    when from_state = 'sold' and to_state = 'in_stock' then 'returned'
    when from_state in ('in_stock', 'allocated') and to_state = 'reported_stolen' then 'lost'
    when from_state = 'reported_stolen' and to_state in ('in_stock', 'allocated') then 'found' end) stored,
  add column act uuid;
comment on column catalogue.piece_moves.gram_move is 'what becomes of the grams of the piece; null where they stay where they are';
comment on column catalogue.piece_moves.act is 'rows of one act are booked together, a transfer for each store';
create index piece_moves_by_act on catalogue.piece_moves (act) where act is not null;

-- All that ever happened before is one act of each kind, so that the opening stock has the same record as any other.
alter table catalogue.piece_moves disable trigger append_only;
update catalogue.piece_moves m set act = opening.act
  from (select gram_move, gen_random_uuid() as act from catalogue.piece_moves where gram_move is not null group by gram_move) as opening
  where opening.gram_move = m.gram_move;
alter table catalogue.piece_moves enable trigger append_only;
alter table catalogue.piece_moves add constraint moved_grams_are_of_an_act check ((act is null) = (gram_move is null));

-- What comes before what goes, for the shelf has a floor.
do $$
declare
  opening record;
begin
  for opening in
    select step.kind, step.gives, step.receives, m.act, 'house:' || p.store as owner, p.store, sum(n.fine_weight_e4)::bigint as fine
    from catalogue.piece_moves m join catalogue.pieces n on n.serial = m.serial
    join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
    join (values (1, 'received', 'pieces_received', 'gold_received', 'vault'), (2, 'received', 'pieces_shelved', 'vault', 'shop_stock'),
      (3, 'returned', 'pieces_returned', 'gold_delivered', 'shop_stock'), (4, 'found', 'pieces_found', 'missing', 'shop_stock'),
      (5, 'delivered', 'pieces_delivered', 'shop_stock', 'gold_delivered'), (6, 'lost', 'pieces_lost', 'shop_stock', 'missing')
    ) as step(position, gram_move, kind, gives, receives) on step.gram_move = m.gram_move
    group by step.position, step.kind, step.gives, step.receives, m.act, p.store order by step.position, p.store
  loop
    insert into ledger.transfers (id, kind, reference, accounts, amounts, actor, reason)
      values (gen_random_uuid(), opening.kind, opening.act || ':' || opening.store,
        ledger.account_ids(array[opening.owner, opening.owner], array[opening.gives, opening.receives], array['XAU', 'XAU']),
        array[-opening.fine, opening.fine], 'house', 'opening stock');
  end loop;
end $$;
