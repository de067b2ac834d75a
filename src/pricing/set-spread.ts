import { sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import type { BasisPoints } from '../money/money.ts'

type NewSpread = { store: string; askBps: BasisPoints; bidBps: BasisPoints; by: string; reason: string }

/**
 * From the next price on a store asks `askBps` over spot and bids `bidBps` (zero or negative) over it; every instance is
 * told with the commit. Prices guaranteed before keep theirs. The row stays as history.
 */
export async function setSpread(
  karat: Pick<Karat, 'db' | 'prices'>,
  { store, askBps, bidBps, by, reason }: NewSpread,
): Promise<void> {
  await karat.db.transaction(async (tx) => {
    await tx.run(sql`insert into pricing.spreads (store, ask_bps, bid_bps, set_by, reason)
      values (${store}, ${askBps}, ${bidBps}, ${by}, ${reason})`)
    await tx.run(sql`select pg_notify('karat_price', '')`)
  })
  await karat.prices.refresh()
}
