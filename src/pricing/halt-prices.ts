import { sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'

export type HaltDecision = { store: string; by: string; reason: string }
type Desk = Pick<Karat, 'db' | 'prices'>

/**
 * A store's price is halted for every quote, guarantee and trade until staff resume it; the last number goes on being
 * shown. Every instance is told with the commit. False, and nothing written, when it was halted already.
 */
export function haltPrices(karat: Desk, { store, by, reason }: HaltDecision): Promise<boolean> {
  return decide(
    karat,
    sql`insert into pricing.halts (store, halted_by, reason) values (${store}, ${by}, ${reason})
    on conflict (store) where resumed_at is null do nothing`,
  )
}

/** A halted store's price is judged by its age alone again. False when it was not halted. */
export function resumePrices(karat: Desk, { store, by, reason }: HaltDecision): Promise<boolean> {
  return decide(
    karat,
    sql`update pricing.halts set resumed_at = now(), resumed_by = ${by}, resumed_because = ${reason}
    where store = ${store} and resumed_at is null`,
  )
}

async function decide({ db, prices }: Desk, decision: ReturnType<typeof sql>): Promise<boolean> {
  const changed = await db.transaction(async (tx) => {
    const rows = await tx.run(decision)
    await tx.run(sql`select pg_notify('karat_price', '')`)
    return rows > 0
  })
  await prices.refresh()
  return changed
}
