/** The price levels around a moment: the first accepted tick after it, the last one before it, each with the prices of its spreads. */
import { type Queryable, sql } from '../db/database.ts'
import { type BasisPoints, type Currency, type PricePerGram, perGram } from '../money/money.ts'
import { askOf, bidOf } from './price-rules.ts'
import { spotsOf } from './record-tick.ts'
import { readRatesE6 } from './tick-rates.ts'

export type Sides = { spot: PricePerGram; ask: PricePerGram; bid: PricePerGram }
type Prices = Map<Currency, Sides>
/** `closed`: by the spread of the closed market, where the store has one. */
export type LevelPrices = { open: Prices; closed: Prices | null }
export type Level = LevelPrices & { tickId: bigint; at: Date }
type Spread = { ask_bps: BasisPoints; bid_bps: BasisPoints }
type Row = { id: bigint; at: Date; spot: bigint; rates: string; open: Spread; closed: Spread | null }

/**
 * The prices of a store by its first accepted tick at or after `after`, and by the spreads that were in force at that tick. With
 * `tickId` the very level that was looked at before. Undefined where there is none yet.
 */
export async function findLevelAfter(
  db: Queryable,
  { store, after, tickId = null }: { store: string; after: Date; tickId?: bigint | null },
): Promise<Level | undefined> {
  const row = await db.row<Row>(
    sql`${levelOf(
      store,
      sql`source_at >= ${after} and (${tickId}::bigint is null or id = ${tickId}::bigint) order by source_at, id`,
      sql`t.source_at`,
    )}`,
  )
  return row && { tickId: row.id, at: row.at, ...pricesOf(row) }
}

/** The prices of a store just before `before`: its last accepted tick and the spreads in force then. */
export async function findPricesBefore(
  db: Queryable,
  { store, before }: { store: string; before: Date },
): Promise<LevelPrices | undefined> {
  const row = await db.row<Row>(
    sql`${levelOf(
      store,
      sql`source_at < ${before} order by source_at desc, id desc`,
      sql`${before}::timestamptz - interval '1 microsecond'`,
    )}`,
  )
  return row && pricesOf(row)
}

const levelOf = (store: string, which: ReturnType<typeof sql>, at: ReturnType<typeof sql>) => sql`
  select t.id, t.source_at as at, t.spot_usd_e6 as spot, t.rates_e6::text as rates, to_json(s) as open, to_json(c) as closed from (
    select * from pricing.ticks where verdict = 'accepted' and ${which} limit 1) t
  cross join lateral (select ask_bps, bid_bps from pricing.spreads
    where store = ${store} order by set_at <= ${at} desc, set_at desc, id desc limit 1) s
  left join lateral (select ask_bps, bid_bps from pricing.closed_spreads
    where store = ${store} order by set_at <= ${at} desc, set_at desc, id desc limit 1) c on true`

function pricesOf({ spot, rates, open, closed }: Row): LevelPrices {
  const spots = [...spotsOf({ spotUsdE6: spot, ratesE6: readRatesE6(rates) })]
  const by = ({ ask_bps, bid_bps }: Spread): Prices =>
    new Map(
      spots.map(([currency, value]) => {
        const spot = perGram(value)
        return [currency, { spot, ask: askOf(spot, ask_bps), bid: bidOf(spot, bid_bps) }]
      }),
    )
  return { open: by(open), closed: closed && by(closed) }
}
