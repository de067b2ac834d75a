/**
 * A gold price that nobody quotes, for demonstration and tests: a fixed function of time. The same moment always has the
 * same price, so a restart goes on with the same curve and its past can be asked for like its present. The curve is the
 * sum of smooth noises of many periods around a level: it moves by 0.7 % on an average day, by some percent in a month,
 * and always comes back. Numbers with a point stay in this file; what leaves it is whole.
 */
import type { PriceFeed, PriceReading } from './price-feed.ts'

const DAY = 86_400
/** Seconds of one swing of each layer. */
const PERIODS = [700 * DAY, 230 * DAY, 80 * DAY, 27 * DAY, 9 * DAY, 3 * DAY, DAY, 28_800, 9000, 3000, 1000, 300, 90, 30]
/** Share of the level by which each layer moves at most; a random walk grows with the root of time until it is held. */
const REACH = PERIODS.map((period) => (period > 200 * DAY ? 0.035 : Math.min(0.03, 0.0075 * Math.sqrt(period / DAY))))

type Curve = { levelE6: number; seed: number; share: number; layers: number }
/** With the usual spread an ask near Rp 2,320,000 per gram. */
const SPOT: Curve = { levelE6: 140_400_000, seed: 39, share: 1, layers: PERIODS.length }
/** Currencies move a quarter as much as gold, and nothing below the hour. */
const RATES: Record<string, Curve> = {
  IDR: { levelE6: 16_250_000_000, seed: 1178, share: 0.25, layers: 9 },
  MYR: { levelE6: 4_130_000, seed: 2002, share: 0.25, layers: 9 },
}

/** A test changes with `tell` what it says, so that it can misbehave. */
export const simulatedFeed = (
  now: () => number,
  tell = (reading: PriceReading): PriceReading => reading,
): PriceFeed => ({ read: async () => tell(simulatedAt(now())) })

/** The simulated price at a moment. */
export function simulatedAt(ms: number): PriceReading {
  const ratesE6: Record<string, bigint> = { USD: 1_000_000n }
  for (const currency of Object.keys(RATES)) ratesE6[currency] = simulatedRateE6(currency, ms)
  return { sourceAt: ms, timed: true, spotUsdE6: simulatedSpotE6(ms), ratesE6, source: 'simulated' }
}

/** Millionths of a dollar for one gram at a moment. */
export const simulatedSpotE6 = (ms: number): bigint => pointOf(SPOT, ms)

/** Millionths of a currency for one dollar at a moment. */
export function simulatedRateE6(currency: string, ms: number): bigint {
  const curve = RATES[currency]
  return curve ? pointOf(curve, ms) : 1_000_000n
}

/** Sums and products only, which every machine rounds alike; a function such as `exp` would differ in its last digit. */
function pointOf({ levelE6, seed, share, layers }: Curve, ms: number): bigint {
  let deviation = 0
  for (let layer = 0; layer < layers; layer++)
    deviation += (REACH[layer] ?? 0) * smoothNoise(ms / 1000 / (PERIODS[layer] ?? 1), seed + layer * 7919)
  return BigInt(Math.round(levelE6 * (1 + share * deviation)))
}

/** Between -1 and 1, without a jump or a corner; fixed by a hash at every whole `at`. */
function smoothNoise(at: number, seed: number): number {
  const whole = Math.floor(at)
  const part = at - whole
  const from = hash(whole, seed)
  return from + (hash(whole + 1, seed) - from) * part * part * (3 - 2 * part)
}

/** Between -1 and 1. Source: the finaliser of MurmurHash3, public domain. */
function hash(whole: number, seed: number): number {
  let bits = Math.imul(whole ^ seed, 0x9e3779b1)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2_147_483_648 - 1
}
