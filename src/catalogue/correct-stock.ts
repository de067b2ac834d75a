import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'

export type Shelf = {
  id: number
  code: string
  store: string
  kind: string
  brand: string
  stock: number
  premiumBps: number
}
const columns = sql`s.id, s.code, s.stock, s.premium_bps as "premiumBps", p.store, p.kind, p.brand`

/** Nobody else changes these skus until the transaction ends; sales of them wait. In the order of their ids, as sales lock. */
export const lockShelves = (tx: Tx, skuIds: number[]): Promise<Shelf[]> =>
  tx.rows(sql`
    select ${columns} from (select * from catalogue.skus where id = any(${skuIds}::int[]) order by id for no key update) s
    join catalogue.products p on p.id = s.product_id order by s.id`)

/** The skus of these codes, by code, as they are now. */
export async function skusByCode(db: Pick<Tx, 'rows'>, codes: string[]): Promise<Map<string, Shelf>> {
  const rows = await db.rows<Shelf>(sql`
    select ${columns} from catalogue.skus s join catalogue.products p on p.id = s.product_id
    where s.code = any(${[...new Set(codes)]}::text[])`)
  return new Map(rows.map((row) => [row.code, row]))
}

/** How many pieces of each sku these orders hold. */
export async function heldBy(db: Pick<Tx, 'rows'>, orderIds: string[], skuIds: number[]): Promise<Map<number, number>> {
  const rows = await db.rows<{ id: number; held: number }>(sql`
    select sku_id as id, -sum(quantity)::int as held from catalogue.stock_moves
    where reference = any(${orderIds}::text[]) and reason in ('held', 'released') and sku_id = any(${skuIds}::int[])
    group by sku_id`)
  return new Map(rows.map(({ id, held }) => [id, held]))
}

export type Correction = { skuId: number; by: number }

/**
 * The stock is moved by what a count found, with who counted and why. Refuses stock_promised when less would be left than
 * orders were promised.
 */
export async function correctStock(
  tx: Tx,
  corrections: Correction[],
  by: { actor: string; note: string },
): Promise<void> {
  const rows = JSON.stringify(corrections.filter(({ by: quantity }) => quantity !== 0))
  try {
    await tx.run(sql`
      with found as (
        select "skuId" as sku_id, "by" as quantity from jsonb_to_recordset(${rows}::jsonb) as f("skuId" int, "by" int)
      ), stocked as (
        update catalogue.skus s set stock = s.stock + found.quantity from found where s.id = found.sku_id
      )
      insert into catalogue.stock_moves (sku_id, quantity, reason, reference, actor, note)
      select sku_id, quantity, 'counted', gen_random_uuid()::text, ${by.actor}, ${by.note} from found`)
  } catch (error) {
    if (brokenConstraint(error) === 'stock_never_negative') throw new Refusal('stock_promised')
    throw error
  }
}
