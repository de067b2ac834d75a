import { type Queryable, sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'

export type HaltDecision = { store: string; by: string; reason: string }
type Desk = Pick<Karat, 'db' | 'prices'>

/**
 * A store's price is halted for every quote, guarantee and trade until staff resume it; the last number goes on being
 * shown. Every instance is told with the commit. False, and nothing written, when it was halted already.
 */
export const haltPrices = (karat: Desk, decision: HaltDecision): Promise<boolean> =>
  decide(karat, (tx) => writeHalt(tx, decision))

/** A halted store's price is judged by its age alone again. False when it was not halted. */
export const resumePrices = (karat: Desk, decision: HaltDecision): Promise<boolean> =>
  decide(karat, (tx) => writeResume(tx, decision))

async function decide({ db, prices }: Desk, write: (tx: Queryable) => Promise<boolean>): Promise<boolean> {
  const changed = await db.transaction(write)
  await prices.refresh()
  return changed
}

/** `haltPrices` as a part of a transaction. */
export async function writeHalt(tx: Queryable, { store, by, reason }: HaltDecision): Promise<boolean> {
  const rows = await tx.run(sql`insert into pricing.halts (store, halted_by, reason) values (${store}, ${by}, ${reason})
    on conflict (store) where resumed_at is null do nothing`)
  return tellPrice(tx, rows)
}

/** `resumePrices` as a part of a transaction. */
export async function writeResume(tx: Queryable, { store, by, reason }: HaltDecision): Promise<boolean> {
  const rows = await tx.run(sql`
    update pricing.halts set resumed_at = now(), resumed_by = ${by}, resumed_because = ${reason}
    where store = ${store} and resumed_at is null`)
  return tellPrice(tx, rows)
}

async function tellPrice(tx: Queryable, rows: number): Promise<boolean> {
  await tx.run(sql`select pg_notify('karat_price', '')`)
  return rows > 0
}
