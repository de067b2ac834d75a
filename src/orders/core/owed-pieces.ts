/** Gold of orders that their buyers do not have yet. */
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { gramsAreHeld, gramsEndedSince } from '../../vault/redeem-gold.ts'

/**
 * Lines of the pieces that are paid for, not handed over and not given back for money, with the fine weight that is left of each; of those
 * whose grams are their buyer's still, these are owed, not the pieces; `counts` says of `l.sku_id` whether a line counts.
 */
const owedLines = (store: string, counts: Sql): Sql => sql`
  select o.member_id, (l.quantity - coalesce(back.granted, 0)) * l.fine_weight_e4 as units
    from orders.orders o join orders.lines l on l.order_id = o.id
    left join lateral (
      select sum(r.granted)::int as granted from orders.refund_lines r join orders.refund_requests q on q.id = r.request_id
      where r.order_id = o.id and r.position = l.position and q.state = 'executed') as back on true
    where o.store = ${store} and o.state in ('paid', 'preparing', 'shipped', 'ready_for_pickup') and o.refund_state <> 'full' and ${counts}
      and not (l.in_grams and ${gramsAreHeld(sql`o.id`)})`

/** The fine weight of all of them, as an SQL expression. */
export const owedInPieces = (store: string, counts: Sql): Sql => sql`
  (select coalesce(sum(owed.units), 0)::bigint from (${owedLines(store, counts)}) as owed)`

/** The fine weight of one member's, as an SQL expression. */
export const owedInPiecesTo = (memberId: string, store: string, counts: Sql): Sql => sql`
  (select coalesce(sum(owed.units), 0)::bigint from (${owedLines(store, sql`${counts} and o.member_id = ${memberId}`)}) as owed)`

/** Whether anything happened since a moment that may have changed what one member is owed in pieces, as an SQL expression. */
export const piecesMovedSince = (memberId: string, store: string, moment: Date): Sql => sql`
  (exists (select from orders.moves v join orders.orders o on o.id = v.order_id
      where o.member_id = ${memberId} and o.store = ${store} and v.created_at > ${moment})
    or exists (select from orders.refund_requests q join orders.orders o on o.id = q.order_id
      where o.member_id = ${memberId} and o.store = ${store} and q.executed_at > ${moment})
    or ${gramsEndedSince(memberId, store, moment)})`

/** And by the member whose they are. */
export const listOwedInPieces = (
  db: Queryable,
  store: string,
  counts: Sql,
): Promise<{ memberId: string; units: bigint }[]> =>
  db.rows(sql`
    select owed.member_id as "memberId", sum(owed.units)::bigint as units from (${owedLines(store, counts)}) as owed group by owed.member_id`)
