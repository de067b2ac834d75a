import { sql } from '../../db/database.ts'
import { ticksNamedBy } from '../../pricing/ticks-named-by.ts'

/** Ticks that a guarantee, an order or a quote is priced by. */
export const ticksInUse = ticksNamedBy(
  [sql`orders.guarantees`, sql`tick_id`],
  [sql`orders.orders`, sql`tick_id`],
  [sql`orders.quotes`, sql`tick_id`],
)
