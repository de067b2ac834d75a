/**
 * The newest candles of each series in memory. A tick is never older than the one before it, so once a candle follows,
 * those before it stand for ever: after a price moved only the last one known and what came since is read again.
 */
import type { Karat } from '../karat.ts'
import { type Range, readCandles, type Series, type SpotCandle } from './candle-queries.ts'
import type { CurrentPrices } from './current-prices.ts'

const MOST = 1000

/** `whole` when nothing older exists. */
type Kept = { version: number; candles: SpotCandle[]; whole: boolean }
const memories = new WeakMap<CurrentPrices, Map<string, Promise<Kept>>>()

type Source = Pick<Karat, 'db' | 'now' | 'prices'>

/** As readCandles says; from memory where it reaches back far enough. */
export async function candlesOf(source: Source, series: Series, range: Range): Promise<SpotCandle[]> {
  const { candles, whole } = await newest(source, series)
  const from = range.from === null ? Number.NEGATIVE_INFINITY : Date.parse(range.from)
  const to = Date.parse(range.to)
  const found = candles
    .filter(({ startsAt }) => startsAt.getTime() >= from && startsAt.getTime() < to)
    .slice(-range.limit)
  const reaches = whole || found.length === range.limit || from >= (candles[0]?.startsAt.getTime() ?? Infinity)
  return reaches ? found : readCandles(source.db, series, range)
}

/** Those who ask while the series is being read share the reading; one that fails is tried again by the next. */
async function newest(source: Source, series: Series): Promise<Kept> {
  const memory = memories.get(source.prices) ?? new Map<string, Promise<Kept>>()
  memories.set(source.prices, memory)
  const key = `${series.store.code} ${series.currency} ${series.interval}`
  const version = source.prices.version()
  const known = memory.get(key)
  const kept = await known?.catch(() => undefined)
  if (kept?.version === version) return kept
  // Somebody else may have begun this reading while we waited for the old one.
  if (known !== memory.get(key)) return newest(source, series)
  const reading = readOn(source, series, kept, version)
  memory.set(key, reading)
  return reading
}

async function readOn({ db, now }: Source, series: Series, kept: Kept | undefined, version: number): Promise<Kept> {
  const to = new Date(now() + AHEAD_MS).toISOString()
  const last = kept?.candles.at(-1)
  const from = last ? last.startsAt.toISOString() : null
  const read = await readCandles(db, series, { from, to, limit: MOST })
  const closed = kept?.candles.slice(0, -1) ?? []
  const candles = [...closed, ...read].slice(-MOST)
  const whole = (kept?.whole ?? read.length < MOST) && closed.length + read.length <= MOST
  return { version, candles, whole }
}

/** A tick may be ahead of our clock, so its candle may begin after now. */
const AHEAD_MS = 60_000
