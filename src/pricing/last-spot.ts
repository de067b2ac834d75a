import { type Queryable, sql } from '../db/database.ts'
import type { Currency, PricePerGram } from '../money/money.ts'
import { spotIn } from './price-rules.ts'

/** The last price that was believed, live or not; undefined before there was one. */
export async function findLastSpot(
  db: Queryable,
  currency: Currency,
): Promise<{ tickId: bigint; spot: PricePerGram } | undefined> {
  const tick = await db.row<{ tickId: bigint; spotUsdE6: bigint; rateE6: bigint | null }>(sql`
    select id as "tickId", spot_usd_e6 as "spotUsdE6", (rates_e6->>${currency})::bigint as "rateE6" from pricing.ticks
    where verdict = 'accepted' order by id desc limit 1`)
  if (!tick || tick.rateE6 === null) return undefined
  return { tickId: tick.tickId, spot: spotIn(currency, tick.spotUsdE6, tick.rateE6) }
}
