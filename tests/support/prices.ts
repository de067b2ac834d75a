/** Prices that obey a test: known again at this moment, or moved as far as a test wants. */
import { sql } from '../../src/db/database.ts'
import type { Karat } from '../../src/karat.ts'
import type { PriceReading } from '../../src/pricing/feeds/price-feed.ts'
import { readRatesE6, recordTick } from '../../src/pricing/record-tick.ts'

type Clocked = { karat: Karat; clock: { ms: number } }

/** The last price, told once more at the shop's moment: live again, and the same. */
export const freshTick = ({ karat }: Pick<Clocked, 'karat'>) =>
  tell(karat, (last) => ({ ...last, sourceAt: karat.now() }))

/** Moves the price by `bps`, in steps that the guard against jumps lets pass; the clock goes on by a millisecond a step. */
export async function movePrice({ karat, clock }: Clocked, bps: number): Promise<void> {
  const from = await lastReading(karat)
  for (let moved = 0; moved !== bps; ) {
    moved += Math.max(-400, Math.min(400, bps - moved))
    clock.ms += 1
    const spotUsdE6 = (from.spotUsdE6 * BigInt(10_000 + moved)) / 10_000n
    await tell(karat, (last) => ({ ...last, sourceAt: clock.ms, spotUsdE6 }))
  }
}

async function tell(karat: Karat, change: (last: PriceReading) => PriceReading) {
  const verdict = await recordTick(karat, change(await lastReading(karat)))
  if (verdict !== 'accepted' && verdict !== 'unchanged') throw new Error(`the test's price was ${verdict}`)
  await karat.prices.refresh()
}

async function lastReading(karat: Karat): Promise<PriceReading> {
  const row = await karat.db.row<{ at: Date; spot: bigint; rates: string }>(sql`
    select source_at as at, spot_usd_e6 as spot, rates_e6::text as rates from pricing.ticks
    where verdict = 'accepted' order by id desc limit 1`)
  if (!row) throw new Error('there is no price yet')
  return { sourceAt: row.at.getTime(), spotUsdE6: row.spot, ratesE6: readRatesE6(row.rates), source: 'test' }
}
