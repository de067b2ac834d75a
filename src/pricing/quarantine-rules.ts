/** Which new price is believed at once and which has to wait for others to say the same. Pure. */
import type { Settings } from '../settings.ts'
import type { PriceReading } from './feeds/price-feed.ts'

export type Verdict = 'accepted' | 'quarantined' | 'unchanged' | 'from_the_future'
type Read = Pick<PriceReading, 'sourceAt' | 'spotUsdE6' | 'ratesE6'>
type Rule = Settings['price']

/**
 * The verdict on a reading. `last` is the newest accepted tick, `waiting` are the ticks quarantined since, newest first.
 *
 * `unchanged`: its source time is not newer than any tick that we have. `from_the_future`: its source time is ahead of
 * `nowMs` by more than a clock may be wrong. `quarantined`: the price in any currency moved further than the band, and the
 * last `agreeingTicks` waiting ones do not agree with it. The first tick of all has nothing to be compared with and is accepted.
 */
export function judge(
  reading: Read,
  { last, waiting, nowMs, rule }: { last: Read | undefined; waiting: Read[]; nowMs: number; rule: Rule },
): Verdict {
  if (reading.sourceAt > nowMs + rule.aheadSeconds * 1000) return 'from_the_future'
  if (!last) return 'accepted'
  if (reading.sourceAt <= Math.max(last.sourceAt, waiting[0]?.sourceAt ?? 0)) return 'unchanged'
  if (!movedMore(last, reading, bandBps(reading.sourceAt - last.sourceAt, rule))) return 'accepted'
  const witnesses = waiting.slice(0, rule.agreeingTicks)
  const agreed =
    witnesses.length === rule.agreeingTicks && witnesses.every((tick) => !movedMore(tick, reading, rule.jumpBps))
  return agreed ? 'accepted' : 'quarantined'
}

/** How far a price may move `ageMs` after the last accepted one, in basis points. */
export const bandBps = (ageMs: number, rule: Rule): number =>
  Math.min(rule.jumpBps + Math.floor(ageMs / 60_000) * rule.jumpWidensBpsPerMinute, rule.jumpWidestBps)

/** Whether the price of a gram moved by more than `band` in dollars or in any currency that both readings know. */
function movedMore(from: Read, to: Read, band: number): boolean {
  const pairs: [bigint, bigint][] = [[from.spotUsdE6, to.spotUsdE6]]
  for (const [currency, rate] of Object.entries(from.ratesE6)) {
    const now = to.ratesE6[currency]
    if (now !== undefined) pairs.push([from.spotUsdE6 * rate, to.spotUsdE6 * now])
  }
  return pairs.some(([before, after]) => {
    const move = after > before ? after - before : before - after
    return move * 10_000n > before * BigInt(band)
  })
}
