/** The price level that followed a moment: the first tick after it that was accepted. */
import { type Queryable, sql } from '../db/database.ts'
import { type BasisPoints, type Currency, type PricePerGram, perGram } from '../money/money.ts'
import { askOf } from './price-rules.ts'
import { spotsOf } from './record-tick.ts'
import { readRatesE6 } from './tick-rates.ts'

export type Level = { tickId: bigint; at: Date; asks: Map<Currency, PricePerGram> }
type Row = { id: bigint; source_at: Date; spot_usd_e6: bigint; rates: string; ask_bps: BasisPoints }

/**
 * The ask of a store by its first accepted tick at or after `after`, and by the spread that was in force at that tick. With
 * `tickId` the very level that was looked at before. Undefined where there is none yet.
 */
export async function findLevelAfter(
  db: Queryable,
  { store, after, tickId = null }: { store: string; after: Date; tickId?: bigint | null },
): Promise<Level | undefined> {
  const row = await db.row<Row>(sql`
    select t.id, t.source_at, t.spot_usd_e6, t.rates_e6::text as rates, s.ask_bps from (
      select * from pricing.ticks where verdict = 'accepted' and source_at >= ${after}
        and (${tickId}::bigint is null or id = ${tickId}::bigint) order by source_at, id limit 1) t
    cross join lateral (select ask_bps from pricing.spreads
      where store = ${store} order by set_at <= t.source_at desc, set_at desc, id desc limit 1) s`)
  if (!row) return undefined
  const spots = spotsOf({ spotUsdE6: row.spot_usd_e6, ratesE6: readRatesE6(row.rates) })
  const asks = [...spots].map(([currency, spot]) => [currency, askOf(perGram(spot), row.ask_bps)] as const)
  return { tickId: row.id, at: row.source_at, asks: new Map(asks) }
}
