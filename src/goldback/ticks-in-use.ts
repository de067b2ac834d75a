import { sql } from '../db/database.ts'
import { ticksNamedBy } from '../pricing/ticks-named-by.ts'

/** Ticks that a case or a quote of one is priced by. */
export const goldbackTicksInUse = ticksNamedBy(
  [sql`goldback.quotes`, sql`tick_id`],
  [sql`goldback.cases`, sql`tick_id`],
  [sql`goldback.cases`, sql`price_tick_id`],
)
