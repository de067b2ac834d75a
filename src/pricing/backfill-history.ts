import { type Queryable, sql } from '../db/database.ts'
import type { Currency } from '../money/money.ts'
import { settings } from '../settings.ts'
import { readStores } from '../stores/stores.ts'
import { type CandleSeries, candleSeriesOf } from './candle-series.ts'
import { simulatedAt, simulatedRateE6, simulatedSpotE6 } from './feeds/simulated-feed.ts'
import { spotIn } from './price-rules.ts'
import { storeTick } from './record-tick.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** How often a simulated minute and a simulated day are looked at for their highest and lowest. */
const MINUTE_LOOKS = 3
const DAY_STEP = 15 * MINUTE

/** What comes later than all that a candle holds moves its ends and its close. */
const merging = sql`on conflict (currency, span, zone, starts_at) do update
  set high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), close = excluded.close`

type Candles = { startsAt: number[]; open: bigint[]; high: bigint[]; low: bigint[]; close: bigint[] }

/**
 * Fills the candles of the simulated feed from where they end up to the minute before `nowMs`: all of it on an empty
 * database (two years of days, thirty days of minutes and hours), the gap after a pause. On an empty database every store
 * without a spread gets the first one and a first tick is accepted, so the price is live at once; a tick is accepted too after a pause of an hour. Running it again changes nothing.
 * `db` should be a transaction, so that a gap is closed whole or not at all.
 */
export async function backfillHistory(db: Queryable, nowMs: number): Promise<void> {
  // Between statements it works out tens of thousands of candles, which takes a busy machine longer than a transaction may idle.
  await db.run(sql`select set_config('idle_in_transaction_session_timeout', '120s', true)`)
  const stores = await readStores(db)
  const series = candleSeriesOf(stores.values())
  const to = nowMs - (nowMs % MINUTE)
  const ends = await readEnds(db)
  for (const { currency, span } of series) {
    if (span !== '1m') continue
    const zones = series.filter((other) => other.currency === currency && other.span === '1d').map(({ zone }) => zone)
    await fillCurrency(db, currency, zones, { since: ends.get(currency), to })
  }
  await setFirstSpreads(db, [...stores.keys()])
  await acceptTick(db, nowMs, series)
}

/** For each currency the minute after its last candle, in milliseconds. */
async function readEnds(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.rows<{ currency: string; ends_at: Date }>(sql`
    select currency, max(starts_at) + interval '1 minute' as ends_at from pricing.candles where span = '1m' group by currency`)
  return new Map(rows.map((row) => [row.currency, row.ends_at.getTime()]))
}

async function fillCurrency(
  db: Queryable,
  currency: Currency,
  zones: string[],
  { since, to }: { since: number | undefined; to: number },
) {
  const { days, minuteDays } = settings.price.history
  const minutesFrom = Math.max(since ?? 0, to - minuteDays * DAY)
  const daysFrom = since ?? to - days * DAY
  if (minutesFrom >= to) return
  if (daysFrom < minutesFrom)
    for (const zone of zones) {
      const edges = await readDayEdges(db, zone, daysFrom, minutesFrom)
      await addCandles(db, { zone, currency, span: '1d' }, sample(currency, edges, DAY_STEP))
    }
  const minutes = Array.from({ length: (to - minutesFrom) / MINUTE + 1 }, (_, index) => minutesFrom + index * MINUTE)
  await addCandles(db, { zone: 'UTC', currency, span: '1m' }, sample(currency, minutes, MINUTE / MINUTE_LOOKS))
  await rollUp(db, { zone: 'UTC', currency, span: '1h', unit: 'hour' }, minutesFrom)
  for (const zone of zones) await rollUp(db, { zone, currency, span: '1d', unit: 'day' }, minutesFrom)
}

/** `from`, every midnight of the zone between, and `to`. The first edge is a midnight too when history begins there. */
async function readDayEdges(db: Queryable, zone: string, from: number, to: number): Promise<number[]> {
  const rows = await db.rows<{ at: Date }>(sql`
    select midnight at time zone ${zone} as at from generate_series(
      date_trunc('day', to_timestamp(${from} / 1000.0) at time zone ${zone}),
      to_timestamp(${to} / 1000.0) at time zone ${zone}, interval '1 day') as midnight order by 1`)
  return [...rows.map(({ at }) => at.getTime()).filter((at) => at < to), to]
}

/** One candle between each two neighbouring edges, looked at every `stepMs`. */
function sample(currency: Currency, edges: number[], stepMs: number): Candles {
  const candles: Candles = { startsAt: [], open: [], high: [], low: [], close: [] }
  let next = spotAt(currency, edges[0] ?? 0)
  for (const [index, start] of edges.slice(0, -1).entries()) {
    const end = edges[index + 1] ?? start
    const open = next
    let [high, low] = [open, open]
    for (let at = start + stepMs; at < end; at += stepMs) {
      const spot = spotAt(currency, at)
      if (spot > high) high = spot
      if (spot < low) low = spot
    }
    next = spotAt(currency, end)
    candles.startsAt.push(start)
    candles.open.push(open)
    candles.high.push(next > high ? next : high)
    candles.low.push(next < low ? next : low)
    candles.close.push(next)
  }
  return candles
}

const spotAt = (currency: Currency, ms: number): bigint =>
  spotIn(currency, simulatedSpotE6(ms), simulatedRateE6(currency, ms))

/** Days merge with what their place holds already. Of minutes none is there: two that fill one gap at once fail, and one tries again. */
async function addCandles(db: Queryable, { zone, currency, span }: Omit<CandleSeries, 'unit'>, candles: Candles) {
  const { startsAt, open, high, low, close } = candles
  const insert = sql`
    insert into pricing.candles as c (zone, currency, span, starts_at, open, high, low, close)
    select ${zone}, ${currency}, ${span}, to_timestamp(starts_ms / 1000.0), open, high, low, close
    from unnest(${arrayText(startsAt)}::bigint[], ${arrayText(open)}::bigint[], ${arrayText(high)}::bigint[],
      ${arrayText(low)}::bigint[], ${arrayText(close)}::bigint[]) as added (starts_ms, open, high, low, close)`
  await db.run(span === '1m' ? insert : sql`${insert} ${merging}`)
}

/** The driver quotes every element of an array; 43,200 of them take long. */
const arrayText = (whole: (bigint | number)[]) => `{${whole}}`

/** Makes hours or days of the minutes since `fromMs`, each after what its place holds already. */
async function rollUp(db: Queryable, { zone, currency, span, unit }: CandleSeries, fromMs: number) {
  await db.run(sql`
    insert into pricing.candles as c (zone, currency, span, starts_at, open, high, low, close)
    select ${zone}, ${currency}, ${span}, date_trunc(${unit}, starts_at, ${zone}) as bucket,
      (array_agg(open order by starts_at))[1], max(high), min(low), (array_agg(close order by starts_at desc))[1]
    from pricing.candles
    where currency = ${currency} and span = '1m' and zone = 'UTC' and starts_at >= to_timestamp(${fromMs} / 1000.0)
    group by bucket ${merging}`)
}

/** Set before all history, so that every candle has an ask and a bid. */
async function setFirstSpreads(db: Queryable, stores: string[]) {
  const { askBps, bidBps } = settings.price.firstSpread
  await db.run(sql`
    insert into pricing.spreads (store, ask_bps, bid_bps, set_at, set_by, reason)
    select code, ${askBps}, ${bidBps}, '-infinity', 'system', 'the spread a demonstration begins with'
    from unnest(${stores}::text[]) as code where not exists (select 1 from pricing.spreads where store = code)`)
}

/** An empty database begins with a price, and one that was asleep goes on where the curve, whose past is known, has got to. */
async function acceptTick(db: Queryable, nowMs: number, series: CandleSeries[]) {
  const pauseMs = settings.price.creepSeconds * 1000
  const known =
    await db.row(sql`select 1 from pricing.ticks where verdict = 'accepted' and source_at > to_timestamp(${nowMs - pauseMs} / 1000.0)
    union all select 1 from pricing.quarantines where ended_at is null limit 1`)
  if (!known) await storeTick(db, simulatedAt(nowMs), 'accepted', series)
}
