/** Prices that obey a test: known again at this moment, or moved as far as a test wants. No guard judges them. */
import { sql } from '../../src/db/database.ts'
import type { Karat } from '../../src/karat.ts'
import { candleSeriesOf } from '../../src/pricing/candle-series.ts'
import type { PriceReading } from '../../src/pricing/feeds/price-feed.ts'
import { storeTick } from '../../src/pricing/record-tick.ts'
import { readRatesE6 } from '../../src/pricing/tick-rates.ts'

type Clocked = { karat: Karat; clock: { ms: number } }

/** The last price, told once more at the shop's moment: live again, and the same. */
export const freshTick = ({ karat }: Pick<Clocked, 'karat'>) =>
  tell(karat, (last) => ({ ...last, sourceAt: karat.now() }))

/** Moves the price by `bps`; the clock goes on by a millisecond. */
export async function movePrice({ karat, clock }: Clocked, bps: number): Promise<void> {
  clock.ms += 1
  await tell(karat, (last) => ({
    ...last,
    sourceAt: clock.ms,
    spotUsdE6: (last.spotUsdE6 * BigInt(10_000 + bps)) / 10_000n,
  }))
}

async function tell(karat: Karat, change: (last: PriceReading) => PriceReading) {
  const last = await lastReading(karat)
  const next = change(last)
  if (next.sourceAt > last.sourceAt)
    await karat.db.transaction((tx) => storeTick(tx, next, 'accepted', candleSeriesOf(karat.stores.values())))
  await karat.prices.refresh()
}

export async function lastReading(karat: Karat): Promise<PriceReading> {
  const row = await karat.db.row<{ at: Date; spot: bigint; rates: string }>(sql`
    select source_at as at, spot_usd_e6 as spot, rates_e6::text as rates from pricing.ticks
    where verdict = 'accepted' order by id desc limit 1`)
  if (!row) throw new Error('there is no price yet')
  return {
    sourceAt: row.at.getTime(),
    timed: true,
    spotUsdE6: row.spot,
    ratesE6: readRatesE6(row.rates),
    source: 'test',
  }
}
