import { empty, type Sql, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'

/** `round` counts how often the order has held its pieces: it is 0 but for late money carried out after the order expired. */
type StockDemand = { orderId: string; lines: { skuId: number; quantity: number }[]; round?: number }

/**
 * Takes the summed demand of one order out of the stock, all of it or nothing, in one conditional update per sku (G8).
 * A sku that was hidden meanwhile still serves who was guaranteed it; new guarantees are confirm-order.ts's to refuse.
 * Refuses out_of_stock with the skus that fell short; the caller's transaction then rolls back.
 */
export async function reserveStock(tx: Tx, { orderId, lines, round = 0 }: StockDemand): Promise<void> {
  const held = await tx.rows<{ sku_id: number }>(
    sql`with ${heldStock({ orderId, lines, round })} select sku_id from held_now`,
  )
  refuseMissing(
    lines,
    held.map((row) => row.sku_id),
  )
}

/**
 * The parts of a statement that does so: `held_now` has the skus (sku_id) that were held. `refuseMissing` belongs after it.
 * `unless`: a condition under which none are.
 */
export function heldStock({ orderId, lines, round = 0, unless }: StockDemand & { unless?: Sql }): Sql {
  const skuIds = lines.map((line) => line.skuId)
  return sql`
    demand as (
      select sku_id, sum(quantity)::int as quantity
      from unnest(${skuIds}::int[], ${lines.map((line) => line.quantity)}::int[]) as wanted(sku_id, quantity) group by sku_id
    ), locked as (
      select id from catalogue.skus where id = any(${skuIds}::int[])${unless ? sql` and not ${unless}` : empty} order by id for no key update
    ), held as (
      update catalogue.skus s set stock = s.stock - demand.quantity from demand, locked
      where s.id = demand.sku_id and locked.id = s.id and s.stock >= demand.quantity
      returning s.id as sku_id, demand.quantity
    ), held_now as (
      insert into catalogue.stock_moves (sku_id, quantity, reason, reference, round)
      select sku_id, -quantity, 'held', ${orderId}, ${round}::smallint from held returning sku_id)`
}

/** Refuses out_of_stock with the skus of `lines` that are not among those held; the caller's transaction then rolls back. */
export function refuseMissing(lines: StockDemand['lines'], held: number[]): void {
  const missing = new Set(lines.map((line) => line.skuId))
  for (const skuId of held) missing.delete(skuId)
  if (missing.size > 0) throw new Refusal('out_of_stock', { sku_ids: [...missing] })
}

/** The same, answering false and taking nothing when a sku falls short. */
export async function tryReserveStock(tx: Tx, demand: StockDemand): Promise<boolean> {
  if ((await findShort(tx, demand.lines)).length > 0) return false
  await reserveStock(tx, demand)
  return true
}

/** Refuses out_of_stock with the skus that have too few pieces; nothing is taken. */
export async function requireStock(tx: Tx, lines: StockDemand['lines']): Promise<void> {
  const short = await findShort(tx, lines)
  if (short.length > 0) throw new Refusal('out_of_stock', { sku_ids: short })
}

/** The skus that have too few pieces; all of them are held until the transaction ends. */
async function findShort(tx: Tx, lines: StockDemand['lines']): Promise<number[]> {
  const skuIds = lines.map((line) => line.skuId)
  const skus = await tx.rows<{ id: number; stock: number }>(sql`
    select id, stock from catalogue.skus where id = any(${skuIds}::int[]) order by id for no key update`)
  const stock = new Map(skus.map((sku) => [sku.id, sku.stock]))
  return lines.filter((line) => (stock.get(line.skuId) ?? 0) < line.quantity).map((line) => line.skuId)
}

/** Gives back what an order holds. A second release of the same order is refused by the database, so it happens once. */
export async function releaseStock(tx: Tx, orderId: string): Promise<void> {
  await tx.run(sql`
    with held as (
      select sku_id, -quantity as quantity, round from catalogue.stock_moves
      where reference = ${orderId} and reason = 'held'
        and round = (select max(round) from catalogue.stock_moves where reference = ${orderId} and reason = 'held')
      order by sku_id
    ), given_back as (
      update catalogue.skus s set stock = s.stock + held.quantity from held where s.id = held.sku_id
    )
    insert into catalogue.stock_moves (sku_id, quantity, reason, reference, round)
    select sku_id, quantity, 'released', ${orderId}, round from held`)
}

/** Whether what was held for an order has not been released; its id as text. */
export const stillHeld = (reference: Sql): Sql => sql`exists (
  select from catalogue.stock_moves m where m.reference = ${reference} and m.reason in ('held', 'released')
  group by m.sku_id having sum(m.quantity) < 0)`

/** How often an order has held its pieces, and whether it still does. */
export async function findHold(tx: Tx, orderId: string): Promise<{ rounds: number; holds: boolean }> {
  const row = await tx.row<{ held: number; released: number }>(sql`
    select count(distinct round) filter (where reason = 'held')::int as held,
      count(distinct round) filter (where reason = 'released')::int as released
    from catalogue.stock_moves where reference = ${orderId}`)
  const { held, released } = row ?? { held: 0, released: 0 }
  return { rounds: held, holds: held > released }
}
