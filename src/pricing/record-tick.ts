import { sql, type Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { type Currency, isCurrency } from '../money/money.ts'
import { type CandleSeries, candleSeriesOf } from './candle-series.ts'
import { parseKeepingDigits } from './feeds/decimal-text.ts'
import type { PriceReading } from './feeds/price-feed.ts'
import { spotIn } from './price-rules.ts'
import { judge, type Verdict } from './quarantine-rules.ts'

const TICK_LOCK = 7_240_005

type StoredTick = { id: bigint; spotUsdE6: bigint; sourceAt: Date; rates: string; verdict: string }

/**
 * Judges a reading against what was accepted before and stores it, one at a time over all instances. An accepted one moves
 * its candles and is told to every instance in the same commit; a quarantined one is only kept; `unchanged` and
 * `from_the_future` leave nothing behind.
 */
export function recordTick(
  karat: Pick<Karat, 'db' | 'now' | 'settings' | 'stores'>,
  reading: PriceReading,
): Promise<Verdict> {
  return karat.db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${TICK_LOCK})`)
    const rule = karat.settings.price
    const { last, waiting } = await findEarlier(tx, rule.agreeingTicks)
    const verdict = judge(reading, { last, waiting, nowMs: karat.now(), rule })
    if (verdict === 'accepted' || verdict === 'quarantined')
      await storeTick(tx, reading, verdict, candleSeriesOf(karat.stores.values()))
    return verdict
  })
}

/** Stores a tick as judged; an accepted one with its candles and the notice to all instances. */
export async function storeTick(
  tx: Pick<Tx, 'run'>,
  reading: PriceReading,
  verdict: 'accepted' | 'quarantined',
  series: CandleSeries[],
) {
  const rates = `{${Object.entries(reading.ratesE6).map(([currency, rate]) => `"${currency}":${rate}`)}}`
  await tx.run(sql`
    insert into pricing.ticks (source, source_at, spot_usd_e6, rates_e6, verdict)
    values (${reading.source}, to_timestamp(${reading.sourceAt} / 1000.0), ${reading.spotUsdE6}, ${rates}::jsonb, ${verdict})`)
  if (verdict !== 'accepted') return
  await moveCandles(tx, reading, series)
  await tx.run(sql`select pg_notify('karat_price', '')`)
}

async function moveCandles(tx: Pick<Tx, 'run'>, reading: PriceReading, series: CandleSeries[]) {
  const spots = spotsOf(reading)
  const known = series.filter(({ currency }) => spots.has(currency))
  await tx.run(sql`
    insert into pricing.candles as c (zone, currency, span, starts_at, open, high, low, close)
    select zone, currency, span, date_trunc(unit, to_timestamp(${reading.sourceAt} / 1000.0), zone), spot, spot, spot, spot
    from unnest(${known.map(({ zone }) => zone)}::text[], ${known.map(({ currency }) => currency)}::text[],
      ${known.map(({ span }) => span)}::text[], ${known.map(({ unit }) => unit)}::text[],
      ${known.map(({ currency }) => spots.get(currency))}::bigint[]) as moved (zone, currency, span, unit, spot)
    on conflict (currency, span, zone, starts_at) do update
    set high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), close = excluded.close`)
}

/** Spot per gram in every currency that a reading has a rate for. */
export function spotsOf({ spotUsdE6, ratesE6 }: Pick<PriceReading, 'spotUsdE6' | 'ratesE6'>): Map<Currency, bigint> {
  const spots = new Map<Currency, bigint>()
  for (const [currency, rate] of Object.entries(ratesE6))
    if (isCurrency(currency)) spots.set(currency, spotIn(currency, spotUsdE6, rate))
  return spots
}

/** The rates of a stored tick, from the text of its jsonb. */
export const readRatesE6 = (text: string): Record<string, bigint> =>
  Object.fromEntries(
    Object.entries(parseKeepingDigits(text) as Record<string, string>).map(([currency, rate]) => [
      currency,
      BigInt(rate),
    ]),
  )

async function findEarlier(tx: Tx, agreeingTicks: number) {
  const rows = await tx.rows<StoredTick>(sql`
    with last as (
      select * from pricing.ticks where verdict = 'accepted' order by id desc limit 1
    ), waiting as (
      select * from pricing.ticks where id > coalesce((select id from last), 0) order by id desc limit ${agreeingTicks}
    )
    select id, spot_usd_e6 as "spotUsdE6", source_at as "sourceAt", rates_e6::text as rates, verdict
    from (select * from last union all select * from waiting) found order by id desc`)
  const ticks = rows.map((row) => ({ ...row, sourceAt: row.sourceAt.getTime(), ratesE6: readRatesE6(row.rates) }))
  return {
    last: ticks.find(({ verdict }) => verdict === 'accepted'),
    waiting: ticks.filter(({ verdict }) => verdict === 'quarantined'),
  }
}
