/** Orders as purchases of their buyers: for whoever is rewarded for them. */
import { type Queryable, sql } from '../../db/database.ts'

type BoughtPieces = {
  id: string
  number: string
  memberId: string
  store: string
  currency: string
  /** What the goods cost in money; what grams paid is not in it. */
  minor: bigint
  /** Their fine gold that money paid for, in units of 0.0001 g. */
  weight: bigint
  paidAt: Date
  /** It was called off. */
  ended: boolean
  /** From when on no money back can be asked for; null while it was not handed over, or while a request is open. */
  closesAt: Date | null
}

/** Every paid order of these members, whatever became of it, by when it was paid. */
export const listBoughtPieces = (db: Queryable, memberIds: readonly string[]): Promise<BoughtPieces[]> =>
  db.rows<BoughtPieces>(sql`
    select o.id, o.number, o.member_id as "memberId", o.store, o.currency, o.goods_minor as minor,
      (select coalesce(sum(l.quantity * l.fine_weight_e4), 0)::bigint from orders.lines l where l.order_id = o.id and not l.in_grams) as weight, o.paid_at as "paidAt",
      o.state not in ('paid', 'preparing', 'shipped', 'ready_for_pickup', 'completed') as ended,
      case when o.state = 'completed' and o.refund_state <> 'requested' then
        (select max(m.created_at) from orders.moves m where m.order_id = o.id) + make_interval(days => o.refund_days)
      end as "closesAt"
    from orders.orders o where o.member_id = any(${[...memberIds]}::uuid[]) and o.paid_at is not null order by o.paid_at, o.id`)
