/** What members read of their own: the list of orders and the user home, with few orders and with many. */
import type pg from 'pg'
import type { Buyer } from './checkout.ts'

/** Gives a member `count` orders of the past: nine of ten were completed, the others cancelled. `analyze` is the caller's. */
export async function fillOrdersOf(client: pg.Client | pg.Pool, memberId: string, count: number) {
  await client.query(
    `with guaranteed as (
       insert into orders.guarantees (id, member_id, store, currency, origin, method, lines, delivery, tick_id, ask_minor, tax_rule,
         goods_minor, delivery_minor, insurance_minor, tax_minor, total_minor, created_at, expires_at, used_at)
       select gen_random_uuid(), $1, 'id', 'IDR', 'cart', 'card', '[]', '{"chosen": null, "cart_digest": ""}', 1, 2320000, 'bench', 1000, 0, 0, 0, 1000,
         now() - i * interval '1 hour', now(), now() from generate_series(1, $2::int) i returning *
     ), ordered as (
       insert into orders.orders (id, number, guarantee_id, member_id, store, currency, state, method, delivery, ask_minor, tick_id, tax_rule,
         goods_minor, delivery_minor, insurance_minor, tax_minor, discount_minor, total_minor, created_at, expires_at)
       select id, 'P' || id, id, member_id, store, currency, case when row_number() over () % 10 = 0 then 'cancelled' else 'completed' end, 'card',
         '{"mode": "pickup", "name": "Bench"}', ask_minor, tick_id, tax_rule, goods_minor, 0, 0, 0, 0, total_minor, created_at, created_at
       from guaranteed returning *
     )
     insert into orders.lines (order_id, position, sku_id, product_id, sku_code, name, image, attributes, quantity, gross_weight_e4, fine_weight_e4,
         premium_bps, tier_bps, method_bps, making_minor, unit_minor, total_minor, tax_minor)
       select o.id, 0, s.id, s.product_id, s.code, p.name, '', '{}', 1, s.gross_weight_e4, s.fine_weight_e4, s.premium_bps, 0, 0, 0, 1000, 1000, 0
       from ordered o, lateral (select * from catalogue.skus order by id limit 1) s join catalogue.products p on p.id = s.product_id`,
    [memberId, count],
  )
}

const calls = {
  list: ['/product/order_list'],
  /** What src/orders/pages/user-home-page.tsx asks for. */
  home: [
    '/user/userInfo',
    '/product/order_list?tab=all&page_size=3',
    '/product/order_list?tab=unpaid&page_size=5',
    '/user/security',
    '/address/getAddressList',
    '/user/getVerification',
    '/trade/holding',
    '/user/pieces',
  ],
}
export type MemberRead = keyof typeof calls

/** The calls of a page, one after another on each connection. */
export const requestsOf = (read: MemberRead, { token }: Buyer): { path: string; headers: Record<string, string> }[] =>
  calls[read].map((path) => ({
    path: `/api/storeid${path}`,
    headers: { authorization: `Bearer ${token}`, currency: 'IDR', platform: 'web' },
  }))

export const callsOf = (read: MemberRead): number => calls[read].length
