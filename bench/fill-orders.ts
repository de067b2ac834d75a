/** Orders of the past, since empty tables mislead the planner. */
import type pg from 'pg'

/** Puts `count` paid orders of 500 members into the shop's own tables, with guarantee, line and history. */
export async function fillOrders(client: pg.Client, count: number) {
  await client.query(`
    insert into identity.members (id, email, name, store, language, password_hash, agreement_version)
      select ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'past' || i || '@bench.test', 'Past', 'id', 'id', 'none', 'bench'
      from generate_series(0, 499) i`)
  await client.query(
    `insert into orders.guarantees (id, member_id, store, currency, origin, method, lines, delivery, tick_id, ask_minor, tax_rule,
       goods_minor, delivery_minor, insurance_minor, tax_minor, total_minor, created_at, expires_at, used_at)
     select ('00000000-0000-7000-9000-' || lpad(i::text, 12, '0'))::uuid, ('00000000-0000-7000-8000-' || lpad((i % 500)::text, 12, '0'))::uuid,
       'id', 'IDR', 'cart', 'card', '[]', '{"chosen": null, "cart_digest": ""}', 1, 2320000, 'bench', 1000, 0, 0, 0, 1000,
       now() - i * interval '1 minute', now(), now()
     from generate_series(1, $1::int) i`,
    [count],
  )
  await client.query(`
    insert into orders.orders (id, number, guarantee_id, member_id, store, currency, state, method, delivery, ask_minor, tick_id, tax_rule,
       goods_minor, delivery_minor, insurance_minor, tax_minor, discount_minor, total_minor, created_at, expires_at, paid_at)
     select id, 'P' || row_number() over (), id, member_id, store, currency, 'completed', 'card', '{"mode": "pickup"}', ask_minor, tick_id, tax_rule,
       goods_minor, 0, 0, 0, 0, total_minor, created_at, created_at, created_at
     from orders.guarantees`)
  await client.query(`
    insert into orders.lines (order_id, position, sku_id, product_id, sku_code, name, image, attributes, quantity, gross_weight_e4, fine_weight_e4,
       premium_bps, tier_bps, method_bps, making_minor, unit_minor, total_minor, tax_minor)
     select o.id, 0, s.id, s.product_id, s.code, '{}', '', '{}', 1, s.gross_weight_e4, s.fine_weight_e4, s.premium_bps, 0, 0, 0, 1000, 1000, 0
     from orders.orders o, lateral (select * from catalogue.skus order by id limit 1) s`)
  await client.query(
    `insert into orders.moves (order_id, from_state, to_state, actor, reason) select id, null, 'completed', 'bench', 'past' from orders.orders`,
  )
  await client.query('analyze')
}
