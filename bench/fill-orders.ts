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
  await fillMoney(client)
  await client.query('analyze')
}

/** What came with those orders: payment, notice, charge, posting, stock and mail. */
async function fillMoney(client: pg.Client) {
  await client.query(`
    insert into payments.payments (id, purpose, subject_id, member_id, store, provider, method, provider_reference, amount_minor, currency, state, allocation, expires_at, captured_at,
       captured_minor, captured_currency, allocated_minor)
     select id, 'order', id, member_id, store, 'sandbox', 'card', 'past_' || id, total_minor, currency, 'captured', 'subject', created_at, created_at,
       total_minor, currency, total_minor from orders.orders`)
  await client.query(`
    insert into payments.tenders (id, purpose, subject_id, kind, payment_id, amount_minor, currency, state, brought_at)
     select id, purpose, subject_id, method, id, allocated_minor, currency, 'used', captured_at from payments.payments`)
  await client.query(`
    insert into payments.events (provider, event_id, type, provider_reference, payload, processed_at, outcome)
     select 'sandbox', 'past_' || id, 'charge.captured', 'past_' || id, jsonb_build_object('reference', id), now(), 'order_paid' from orders.orders`)
  await client.query(`
    insert into sandbox.charges (id, reference, amount_minor, currency, description, return_url, webhook_url, state, expires_at, decided_at)
     select 'past_' || id, id::text, total_minor, currency, 'past', 'http://past', 'http://past', 'captured', created_at, created_at from orders.orders`)
  await client.query(`
    insert into catalogue.stock_moves (sku_id, quantity, reason, reference)
     select l.sku_id, -1, 'held', l.order_id::text from orders.lines l`)
  await client.query(`
    insert into mail.messages (id, destination, channel, template, language, subject, body, once_key)
     select id, 'past@bench.test', 'email', 'order_paid', 'id', 'past', 'past', 'order_paid:' || id from orders.orders`)
  await client.query(`
    do $$ declare past record; begin
      for past in select id, total_minor from orders.orders loop
        insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
        values (past.id, 'payment_captured', past.id::text,
          ledger.account_ids(array['house:id', 'house:id'], array['provider_clearing', 'order_money'], array['IDR', 'IDR']),
          array[-past.total_minor, past.total_minor], 'bench');
      end loop;
    end $$`)
}
