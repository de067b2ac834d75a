-- An order whose money all went back while it waited at the counter is over, its stock for sale again (decision 0021). Those from before ended nowhere.
-- Their pieces follow with the next round of the papers.
with ended as (
  update orders.orders set state = 'cancelled' where state = 'ready_for_pickup' and refund_state = 'full' returning id
), moved as (
  insert into orders.moves (order_id, from_state, to_state, actor, reason)
  select id, 'ready_for_pickup', 'cancelled', 'system', 'all of its money went back' from ended
), held as (
  select m.sku_id, -m.quantity as quantity, m.reference, m.round from catalogue.stock_moves m join ended on m.reference = ended.id::text
  where m.reason = 'held' and m.round = (
    select max(round) from catalogue.stock_moves last where last.reference = m.reference and last.reason = 'held')
), given_back as (
  update catalogue.skus s set stock = s.stock + all_held.quantity
  from (select sku_id, sum(quantity)::int as quantity from held group by sku_id) as all_held where s.id = all_held.sku_id
)
insert into catalogue.stock_moves (sku_id, quantity, reason, reference, round)
select sku_id, quantity, 'released', reference, round from held;
