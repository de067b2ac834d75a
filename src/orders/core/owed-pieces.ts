/** Gold of orders that their buyers do not have yet. */
import { type Sql, sql } from '../../db/database.ts'
import { gramsAreHeld } from '../../vault/redeem-gold.ts'

/**
 * Fine weight of the pieces that are paid for, not handed over and not given back for money, as an SQL expression; of those whose grams are
 * their buyer's still, these are owed, not the pieces; `counts` says of
 * `l.sku_id` whether a line counts.
 */
export const owedInPieces = (store: string, counts: Sql): Sql => sql`
  (select coalesce(sum((l.quantity - coalesce(back.granted, 0)) * l.fine_weight_e4), 0)::bigint
    from orders.orders o join orders.lines l on l.order_id = o.id
    left join lateral (
      select sum(r.granted)::int as granted from orders.refund_lines r join orders.refund_requests q on q.id = r.request_id
      where r.order_id = o.id and r.position = l.position and q.state = 'executed') as back on true
    where o.store = ${store} and o.state in ('paid', 'preparing', 'shipped', 'ready_for_pickup') and o.refund_state <> 'full' and ${counts}
      and not (l.in_grams and ${gramsAreHeld(sql`o.id`)}))`
