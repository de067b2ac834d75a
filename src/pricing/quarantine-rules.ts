/** Which new price is believed and which waits for a second source or for staff. A source is never its own second witness. Pure. */
import type { Settings } from '../settings.ts'
import type { PriceReading } from './feeds/price-feed.ts'

export type Read = Pick<PriceReading, 'sourceAt' | 'spotUsdE6' | 'ratesE6'>
type Rule = Settings['price']
export type DoubtRule = 'jump' | 'creep' | 'mismatch'
/** Why a reading is not believed: by which rule, and what it was compared with. */
export type Doubt = { rule: DoubtRule; from: Read }

export type Known = {
  /** The newest accepted tick. */
  last: Read | undefined
  /** The newest tick that was kept, whatever became of it. */
  newest: (Read & { unchangedSince: number | null }) | undefined
  /** The median of what was accepted in the last hour; undefined without ticks in it. */
  median: Read | undefined
  /** The first of what was accepted in the last hour. */
  began: Read | undefined
  /** The rule of the quarantine that is open. */
  doubted: DoubtRule | null
  /** When the source last gave a reading, whatever became of it. */
  heardAt: number | null
}
type Circumstances = {
  known: Known
  /** What the second source says at this moment, if there is one that speaks. */
  witness: Read | undefined
  /** When the market last opened; null for one that never closes. Nobody listens while it is closed, so that is no outage. */
  openedAt: number | null
  nowMs: number
  rule: Rule
}
export type Judgement =
  | { verdict: 'unchanged' | 'from_the_future' | 'frozen' }
  /** `witnessed`: what would have kept it away, had the second source not agreed. */
  | { verdict: 'accepted'; unchangedSince: number | null; witnessed: Doubt | null }
  /** `doubt`: what begins a quarantine; null while one is open. */
  | { verdict: 'quarantined'; unchangedSince: number | null; doubt: Doubt | null }

/**
 * The judgement on a reading, by the first of these that holds. `from_the_future`: its source time is ahead of `nowMs` by more
 * than a clock may be wrong. `accepted`: the first of all. `unchanged`: not newer than a tick that we have. `frozen`: a source
 * without times has said the same for too long. While a quarantine is open nothing but the second source's agreement
 * lets a reading in. `quarantined`: it moved further than the band from the last accepted tick (jump), or further than
 * `creepBps` from the median of the last hour or from where that hour began (creep; without ticks in it from the last accepted
 * one), in dollars or in any currency, and the second source does not agree. The median alone would let a steady drift go
 * twice as fast: it is the price of half an hour ago then.
 */
export function judge(reading: PriceReading, { known, witness, openedAt, nowMs, rule }: Circumstances): Judgement {
  const { last, newest, median, began, doubted, heardAt } = known
  if (reading.sourceAt > nowMs + rule.aheadSeconds * 1000) return { verdict: 'from_the_future' }
  const unchangedSince = unchangedSinceOf(reading, newest)
  if (!last) return { verdict: 'accepted', unchangedSince, witnessed: null }
  if (reading.sourceAt <= (newest ?? last).sourceAt) return { verdict: 'unchanged' }
  if (isFrozen(reading.sourceAt, unchangedSince, rule)) return { verdict: 'frozen' }
  const agrees = (bps: number) => witness !== undefined && vouches(witness, { last, reading }, bps)
  if (doubted)
    return agrees(doubted === 'mismatch' ? rule.mismatchBps : rule.agreeBps)
      ? { verdict: 'accepted', unchangedSince, witnessed: { rule: doubted, from: last } }
      : { verdict: 'quarantined', unchangedSince, doubt: null }
  const silentSince = Math.max(heardAt ?? last.sourceAt, openedAt ?? 0)
  const band = bandBps(reading.sourceAt - silentSince, rule)
  const crept = [median ?? last, began ?? last].find((from) => isApart(from, reading, rule.creepBps))
  const doubt: Doubt | null = isApart(last, reading, band)
    ? { rule: 'jump', from: last }
    : crept
      ? { rule: 'creep', from: crept }
      : null
  if (doubt && !agrees(rule.agreeBps)) return { verdict: 'quarantined', unchangedSince, doubt }
  return { verdict: 'accepted', unchangedSince, witnessed: doubt }
}

/** How far a price may move after `silentMs` without any reading, in basis points. */
export const bandBps = (silentMs: number, rule: Rule): number =>
  Math.min(rule.jumpBps + Math.max(0, Math.floor(silentMs / 60_000)) * rule.jumpWidensBpsPerMinute, rule.jumpWidestBps)

/** Whether the price of a gram differs by more than `bps` of `from`, in dollars or in any currency that both know. */
export function isApart(from: Read, to: Read, bps: number): boolean {
  const pairs: [bigint, bigint][] = [[from.spotUsdE6, to.spotUsdE6]]
  for (const [currency, rate] of Object.entries(from.ratesE6)) {
    const now = to.ratesE6[currency]
    if (now !== undefined) pairs.push([from.spotUsdE6 * rate, to.spotUsdE6 * now])
  }
  return pairs.some(([before, after]) => {
    const move = after > before ? after - before : before - after
    return move * 10_000n > before * BigInt(bps)
  })
}

/**
 * Whether it takes two people to believe `newest`: it is beyond `acceptAloneBps` from the last accepted price or, where two
 * sources differ, from what the second one says.
 */
export function believingTakesTwo(
  { rule, from, last, newest }: { rule: DoubtRule; from: Read; last: Read; newest: Read },
  { acceptAloneBps }: Rule,
): boolean {
  return isApart(last, newest, acceptAloneBps) || (rule === 'mismatch' && isApart(from, newest, acceptAloneBps))
}

/** Whether the witness says the same; a rate that it does not know must have stayed what it was. */
const vouches = (witness: Read, { last, reading }: { last: Read; reading: Read }, bps: number): boolean =>
  !isApart(witness, reading, bps) &&
  Object.entries(reading.ratesE6).every(
    ([currency, rate]) =>
      currency in witness.ratesE6 || !isApart(rateOf(last.ratesE6[currency] ?? 0n), rateOf(rate), bps),
  )

/** A rate alone, as if gold cost a dollar. */
const rateOf = (rateE6: bigint): Read => ({ sourceAt: 0, spotUsdE6: 1n, ratesE6: { rate: rateE6 } })

/** Whether a source without times has said the same for so long that nobody knows whether it is still there. */
export const isFrozen = (sourceAt: number, unchangedSince: number | null, { frozenSeconds }: Rule): boolean =>
  unchangedSince !== null && sourceAt - unchangedSince > frozenSeconds * 1000

/** Since when a source without times has said the same as now; null for one that tells its time. */
export function unchangedSinceOf(reading: PriceReading, newest: Known['newest']): number | null {
  if (reading.timed) return null
  if (!newest || !isSame(newest, reading)) return reading.sourceAt
  return newest.unchangedSince ?? newest.sourceAt
}

const isSame = (one: Read, other: Read): boolean => !isApart(one, other, 0)

export type Apart = { since: number | null; excused: boolean }

/**
 * How long the two sources have been too far apart, after a look at both: since when, and whether staff have believed the
 * feed against the second one, which holds until they agree once. Without a word of the second source nothing changes.
 */
export function followApart(before: Apart, reading: Read, witness: Read | undefined, nowMs: number, rule: Rule): Apart {
  if (!witness) return before
  if (!isApart(witness, reading, rule.mismatchBps)) return { since: null, excused: false }
  return { since: before.since ?? nowMs, excused: before.excused }
}

/** Whether they have been too far apart for so long that nothing may be sold. */
export const isMismatch = ({ since, excused }: Apart, nowMs: number, rule: Rule): boolean =>
  since !== null && !excused && nowMs - since >= rule.mismatchSeconds * 1000
