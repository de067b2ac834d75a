import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { type Currency, isCurrency } from '../money/money.ts'
import type { Settings } from '../settings.ts'
import { type CandleSeries, candleSeriesOf } from './candle-series.ts'
import type { PriceReading } from './feeds/price-feed.ts'
import { spotIn } from './price-rules.ts'
import { findKnown, findReference, openQuarantine, witness } from './quarantine.ts'
import {
  type Apart,
  type Doubt,
  followApart,
  isFrozen,
  isMismatch,
  type Judgement,
  judge,
  type Read,
  unchangedSinceOf,
} from './quarantine-rules.ts'
import { ratesText } from './tick-rates.ts'

type Told = PriceReading | undefined
export type Recorded = Judgement['verdict'] | 'not_our_turn'
type Recording = Pick<Karat, 'db' | 'now' | 'settings' | 'stores'>
type Look = {
  /** What the second source says at this moment; undefined without one, or while it is silent. */
  reference?: Told
  /** Whose turn it must be; without it nobody's turn is asked. */
  holder?: string
  /** When the market last opened; null for one that never closes. */
  openedAt?: number | null
}

/**
 * Judges a reading against what was accepted before and against the second source, and stores it; one at a time over all
 * instances. An accepted one moves its candles; a quarantined one is only kept, and while the quarantine that it begins is
 * open no instance sells. Two sources that have differed for too long begin one too. Every instance is told with the commit.
 * `not_our_turn`, `unchanged`, `frozen` and `from_the_future` leave no tick behind.
 */
export function recordTick(karat: Recording, reading: PriceReading, look: Look = {}): Promise<Recorded> {
  return karat.db.transaction(async (tx) => {
    const feed = await holdFeed(tx, look.holder)
    if (!feed) return 'not_our_turn'
    const rule = karat.settings.price
    const nowMs = karat.now()
    const { reference, openedAt = null } = look
    const witness = reference && (await hearReference(tx, reference, nowMs, rule))
    const known = { ...(await findKnown(tx, reading.sourceAt, rule.creepSeconds)), heardAt: feed.heardAt }
    const judged = judge(reading, { known, witness, openedAt, nowMs, rule })
    const apart = followApart(feed.apart, reading, witness, nowMs, rule)
    const mismatch: Doubt | null =
      witness && !known.doubted && isMismatch(apart, nowMs, rule) ? { rule: 'mismatch', from: witness } : null
    const judgement = mismatch && judged.verdict === 'accepted' ? doubted(judged, mismatch) : judged
    await write(tx, reading, judgement, karat.stores)
    if (mismatch && !('unchangedSince' in judged)) await openQuarantine(tx, mismatch, reading)
    await writeFeed(tx, nowMs, apart)
    return judgement.verdict
  })
}

const doubted = ({ unchangedSince }: { unchangedSince: number | null }, doubt: Doubt): Judgement => ({
  verdict: 'quarantined',
  unchangedSince,
  doubt,
})

/** The row that says whose turn it is, held until the transaction ends: whoever else records or takes the turn waits. */
async function holdFeed(tx: Tx, holder: string | undefined) {
  const row = await tx.row<{ heardAt: Date | null; since: Date | null; excused: boolean; mine: boolean }>(sql`
    select heard_at as "heardAt", differs_since as since, excused,
      ${holder ?? null}::uuid is null or (holder = ${holder ?? null}::uuid and held_until > clock_timestamp()) as mine
    from pricing.feed for update`)
  if (!row?.mine) return undefined
  const apart: Apart = { since: row.since?.getTime() ?? null, excused: row.excused }
  return { heardAt: row.heardAt?.getTime() ?? null, apart }
}

const moment = (ms: number | null) => sql`to_timestamp(${ms}::double precision / 1000.0)`

const writeFeed = (tx: Tx, nowMs: number, { since, excused }: Apart) =>
  tx.run(
    sql`update pricing.feed set heard_at = ${moment(nowMs)}, failing_since = null, differs_since = ${moment(since)}, excused = ${excused}`,
  )

/** The source gave no reading: since when, for the office. */
export const writeFailure = (db: Queryable, holder: string, nowMs: number) =>
  db.run(
    sql`update pricing.feed set failing_since = ${moment(nowMs)} where holder = ${holder}::uuid and failing_since is null`,
  )

/** Keeps what the second source says. It is a witness while it is young, and no source that repeats itself for too long. */
async function hearReference(tx: Tx, reading: PriceReading, nowMs: number, rule: Settings['price']): Promise<Told> {
  const newest = await findReference(tx)
  const unchangedSince = unchangedSinceOf(reading, newest)
  if (!newest || newest.sourceAt < reading.sourceAt)
    await tx.run(sql`
      insert into pricing.reference_readings (source, source_at, spot_usd_e6, rates_e6, unchanged_since)
      values (${reading.source}, ${moment(reading.sourceAt)}, ${reading.spotUsdE6}, ${ratesText(reading)}::jsonb, ${moment(unchangedSince)})`)
  const isOld = nowMs - reading.sourceAt > rule.staleAfterSeconds * 1000
  return isOld || isFrozen(reading.sourceAt, unchangedSince, rule) ? undefined : reading
}

async function write(tx: Tx, reading: PriceReading, judgement: Judgement, stores: Karat['stores']) {
  if (judgement.verdict !== 'accepted' && judgement.verdict !== 'quarantined') return
  const { verdict, unchangedSince } = judgement
  const tick = await storeTick(tx, reading, verdict, candleSeriesOf(stores.values()), unchangedSince)
  if (judgement.verdict === 'quarantined' && judgement.doubt) await openQuarantine(tx, judgement.doubt, reading)
  if (judgement.verdict === 'accepted' && judgement.witnessed) await witness(tx, judgement.witnessed, reading, tick)
}

/** Stores a tick as judged; an accepted one with its candles and the notice to all instances. Its id. */
export async function storeTick(
  tx: Queryable,
  reading: PriceReading,
  verdict: 'accepted' | 'quarantined',
  series: CandleSeries[],
  unchangedSince: number | null = null,
): Promise<bigint> {
  const tick = await tx.row<{ id: bigint }>(sql`
    insert into pricing.ticks (source, source_at, spot_usd_e6, rates_e6, verdict, unchanged_since)
    values (${reading.source}, ${moment(reading.sourceAt)}, ${reading.spotUsdE6}, ${ratesText(reading)}::jsonb, ${verdict},
      ${moment(unchangedSince)}) returning id`)
  if (!tick) throw new Error('the tick was not stored')
  if (verdict === 'accepted') {
    await moveCandles(tx, reading, series)
    await tx.run(sql`select pg_notify('karat_price', '')`)
  }
  return tick.id
}

export async function moveCandles(tx: Queryable, reading: Read, series: CandleSeries[]) {
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
