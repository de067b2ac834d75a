/** How long orders really took, for whoever wonders before they buy. */
import { type Queryable, sql } from '../../db/database.ts'
import { timeZoneOf } from '../../stores/stores.ts'

/** Of how many orders; the hours that half of them took at most, and nine of ten. Null where there were none. */
type MetTime = { count: number; half: number | null; most: number | null }
type MetTimes = {
  /** From payment to the courier. */
  packed: MetTime
  /** From payment to the recipient. */
  delivered: MetTime
  /** From payment to the counter where it can be collected. */
  ready: MetTime
  /** Days of packing that were promised and are over (decision 0087), and how many were kept. */
  promised: { orders: number; kept: number }
}

type Row = { name: 'packed' | 'delivered' | 'ready'; count: number; half: number | null; most: number | null }

/** Of a store's orders paid within so many days and not ended since. Hours are rounded up. */
export async function readMetTimes(db: Queryable, store: string, days: number): Promise<MetTimes> {
  const paid = sql`
    select o.id, o.paid_at, o.packed_by, o.state, o.delivery->>'mode' as mode,
      min(m.created_at) filter (where m.to_state in ('shipped', 'ready_for_pickup')) as left_at,
      min(m.created_at) filter (where m.to_state = 'completed') as completed_at
    from orders.orders o join orders.moves m on m.order_id = o.id
    where o.store = ${store} and o.paid_at >= now() - make_interval(days => ${days}::int) and o.state not in ('cancelled', 'expired')
    group by o.id`
  const [rows, promised] = await Promise.all([
    db.rows<Row>(sql`
      with paid as (${paid}), took as (
        select 'packed' as name, left_at - paid_at as time from paid where mode = 'courier' and left_at is not null
        union all select 'delivered', completed_at - paid_at from paid where mode = 'courier' and completed_at is not null
        union all select 'ready', left_at - paid_at from paid where mode = 'pickup' and left_at is not null
      ), hours as (select name, extract(epoch from time) / 3600 as hours from took)
      select name, count(*)::int as count, ceil(percentile_cont(0.5) within group (order by hours))::int as half,
        ceil(percentile_cont(0.9) within group (order by hours))::int as most
      from hours group by name`),
    db.row<{ orders: number; kept: number }>(sql`
      with paid as (${paid}), judged as (
        select packed_by, coalesce((left_at at time zone zone)::date, (now() at time zone zone)::date) as by, left_at
        from paid, (select ${timeZoneOf(sql`${store}`)} as zone) as here where packed_by is not null)
      select count(*)::int as orders, count(*) filter (where left_at is not null and by <= packed_by)::int as kept
      from judged where left_at is not null or by > packed_by`),
  ])
  const none: MetTime = { count: 0, half: null, most: null }
  const found = new Map(rows.map(({ name, ...time }) => [name, time]))
  const of = (name: Row['name']) => found.get(name) ?? none
  return {
    ...{ packed: of('packed'), delivered: of('delivered'), ready: of('ready') },
    promised: promised ?? { orders: 0, kept: 0 },
  }
}
