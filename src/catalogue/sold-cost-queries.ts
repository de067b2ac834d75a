/** What handed-over pieces had cost, product by product, and how old the stock is. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Store } from '../stores/stores.ts'

/** `reference`: as the ledger names the act in a store. Pieces of unknown cost are counted and have none. */
type SoldCost = { reference: string; productId: number; name: Record<string, string>; cost: bigint; unknown: number }

/** Of acts that moved pieces: what those of each product had cost. */
export const listSoldCosts = (
  db: Queryable,
  store: string,
  acts: readonly string[],
  currency: string,
): Promise<SoldCost[]> =>
  db.rows<SoldCost>(sql`
    select m.act || ':' || p.store as reference, p.id as "productId", p.name,
      coalesce(sum(paid.cost) filter (where paid.currency = ${currency}), 0)::bigint as cost, count(*) filter (where paid.cost is null)::int as unknown
    from catalogue.piece_moves m join catalogue.pieces n on n.serial = m.serial
    join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
    cross join lateral (select coalesce(m.cost_minor, n.cost_minor) as cost, coalesce(m.cost_currency, n.cost_currency) as currency) as paid
    where m.act = any(${[...acts]}::uuid[]) and p.store = ${store} group by 1, 2, 3 order by 1, 2`)

/** The youngest age in days of each band; one that has no end is the last. */
const ageBands = [0, 31, 91, 181, 366] as const
type AgedStock = { from: number; pieces: number; fine: bigint }

/** Numbered pieces of the house in a store by how many days of its zone ago they came: received, or bought back. */
export async function listAgedStock(
  db: Queryable,
  { code, timeZone }: Pick<Store, 'code' | 'timeZone'>,
): Promise<AgedStock[]> {
  const dayOf = (moment: Sql) => sql`(${moment} at time zone ${timeZone})::date`
  const rows = await db.rows<AgedStock>(sql`
    select (select max(b) from unnest(${[...ageBands]}::int[]) as b where b <= greatest(0, ${dayOf(sql`now()`)} - ${dayOf(sql`piece.came`)})) as "from",
      count(*)::int as pieces, sum(piece.fine)::bigint as fine
    from (select n.fine_weight_e4 as fine, (select max(m.created_at) from catalogue.piece_moves m
        where m.serial = n.serial and m.gram_move in ('received', 'bought_back')) as came
      from catalogue.pieces n join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
      where p.store = ${code} and n.state in ('in_stock', 'allocated', 'quarantined')) as piece group by 1`)
  return ageBands.map((from) => rows.find((row) => row.from === from) ?? { from, pieces: 0, fine: 0n })
}
