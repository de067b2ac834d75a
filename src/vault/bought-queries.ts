/** Purchases of grams, for whoever is rewarded for them. */
import { type Queryable, sql } from '../db/database.ts'

type BoughtGrams = {
  id: string
  number: string
  /** Of the purchase that money from outside paid; null where the cash balance did. */
  purchaseId: string | null
  memberId: string
  store: string
  currency: string
  minor: bigint
  /** Fine gold, in units of 0.0001 g. */
  weight: bigint
  paidAt: Date
  /** What of it stands, after a wrong price was undone or corrected. */
  stands: bigint
  /** Its member still has to choose about a wrong price. */
  undecided: boolean
  /** From when on no bank is expected to take back what paid for it; null for what no card paid. */
  clearsAt: Date | null
}

/** Every purchase of grams by these members, by when it was made. Money that was there at a purchase from the cash balance counts as having paid it, whichever it was. */
export const listBoughtGrams = (db: Queryable, memberIds: readonly string[]): Promise<BoughtGrams[]> =>
  db.rows<BoughtGrams>(sql`
    select t.id, t.number, p.id as "purchaseId", t.member_id as "memberId", t.store, t.currency, t.amount_minor as minor, t.weight_e4 as weight, t.made_at as "paidAt",
      case c.state when 'undone' then 0 when 'repriced' then c.amount_minor else t.amount_minor end as stands,
      coalesce(c.state in ('open', 'released'), false) as undecided,
      greatest(p.clears_at, (select max(d.clears_at) from vault.deposits d
        where d.member_id = t.member_id and d.store = t.store and d.state = 'paid' and d.paid_at <= t.made_at)) as "clearsAt"
    from vault.trades t left join vault.purchases p on p.id = t.purchase_id left join vault.price_choices c on c.trade_id = t.id
    where t.member_id = any(${[...memberIds]}::uuid[]) and t.side = 'buy' order by t.made_at, t.id`)
