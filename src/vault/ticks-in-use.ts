import { sql } from '../db/database.ts'
import { ticksNamedBy } from '../pricing/ticks-named-by.ts'

/** Ticks that a trade, a quote of one or a purchase is priced by. */
export const vaultTicksInUse = ticksNamedBy(
  [sql`vault.trades`, sql`tick_id`],
  [sql`vault.quotes`, sql`tick_id`],
  [sql`vault.purchases`, sql`tick_id`],
)
