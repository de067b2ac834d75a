import { describe, expect, test } from 'vitest'
import { settings } from '../settings.ts'
import type { PriceReading } from './feeds/price-feed.ts'
import { bandBps, followApart, isMismatch, judge, type Known, type Read } from './quarantine-rules.ts'

const rule = settings.price
const SECOND = 1000
const MINUTE = 60_000
const start = 1_700_000_000_000
const GOOD = 140_000_000n

const tick = (spotUsdE6: bigint, sourceAt = start, IDR = 16_250_000_000n): PriceReading => ({
  sourceAt,
  timed: true,
  spotUsdE6,
  ratesE6: { USD: 1_000_000n, IDR },
  source: 'test',
})
const moved = (bps: number, sourceAt: number) => tick((GOOD * BigInt(10_000 + bps)) / 10_000n, sourceAt)
const calm: Known = {
  last: tick(GOOD),
  newest: { ...tick(GOOD), unchangedSince: null },
  median: tick(GOOD),
  began: tick(GOOD),
  doubted: null,
  heardAt: start,
}
type Given = { known?: Partial<Known>; witness?: Read; openedAt?: number; nowMs?: number }
const judged = (reading: PriceReading, { known = {}, witness, openedAt, nowMs }: Given = {}) =>
  judge(reading, {
    known: { ...calm, ...known },
    witness,
    openedAt: openedAt ?? null,
    nowMs: nowMs ?? reading.sourceAt,
    rule,
  })
const verdict = (reading: PriceReading, given?: Given) => judged(reading, given).verdict

describe('a jump', () => {
  test.each([
    ['5 % up is inside the band', 147_000_000n, 'accepted'],
    ['one unit over 5 % up is not', 147_000_001n, 'quarantined'],
    ['5 % down is inside the band', 133_000_000n, 'accepted'],
    ['one unit over 5 % down is not', 132_999_999n, 'quarantined'],
    ['a hundredth of the price is not', GOOD / 100n, 'quarantined'],
  ])('%s', (_title, spot, expected) => {
    expect(verdict(tick(spot, start + 5000))).toBe(expected)
  })

  test('of an exchange rate counts like a jump of the metal', () => {
    expect(judged(tick(GOOD, start + 5000, 17_875_000_000n))).toMatchObject({
      verdict: 'quarantined',
      doubt: { rule: 'jump', from: calm.last },
    })
  })

  test('stays in quarantine however often the same source says it, and when the source takes it back', () => {
    const doubted = { doubted: 'jump' as const }
    for (let poll = 1; poll <= 1000; poll++)
      expect(judged(moved(2000, start + poll * SECOND), { known: doubted })).toMatchObject({
        verdict: 'quarantined',
        doubt: null,
      })
    expect(verdict(moved(0, start + 2000 * SECOND), { known: doubted })).toBe('quarantined')
  })
})

describe('the second source', () => {
  const at = start + 5000
  test.each([
    ['within 2 % vouches', moved(1830, at), 'accepted'],
    ['further away does not', moved(1700, at), 'quarantined'],
    ['that stays where the price was does not', moved(0, at), 'quarantined'],
  ])('%s for a jump, at once and during the quarantine', (_title, witness, expected) => {
    expect(verdict(moved(2000, at), { witness })).toBe(expected)
    expect(verdict(moved(2000, at), { witness, known: { doubted: 'jump' } })).toBe(expected)
  })

  test('vouches only for rates that it knows, or that did not move', () => {
    const dollars: Read = { ...moved(2000, at), ratesE6: { USD: 1_000_000n } }
    expect(verdict(moved(2000, at), { witness: dollars })).toBe('accepted')
    const rupiah = tick(GOOD, at, 19_000_000_000n)
    expect(verdict(rupiah, { witness: { ...tick(GOOD, at), ratesE6: { USD: 1_000_000n } } })).toBe('quarantined')
    expect(verdict(rupiah, { witness: tick(GOOD, at, 19_000_000_000n) })).toBe('accepted')
  })

  test('ends a quarantine for a mismatch within 1.5 %, not before', () => {
    const doubted = { doubted: 'mismatch' as const }
    expect(verdict(moved(0, at), { witness: moved(160, at), known: doubted })).toBe('quarantined')
    expect(verdict(moved(0, at), { witness: moved(140, at), known: doubted })).toBe('accepted')
  })
})

describe('a creep', () => {
  test.each([
    ['8 % from the median of the hour passes', 795, 'accepted'],
    ['more does not, though the step is small', 805, 'quarantined'],
  ])('%s', (_title, bps, expected) => {
    const known = { last: moved(500, start), newest: { ...moved(500, start), unchangedSince: null } }
    expect(verdict(moved(bps, start + 5000), { known })).toBe(expected)
  })

  test.each([
    ['up', 50],
    ['down', -50],
  ])('of 0.5 %% a minute %s stops at 8 %% from where its hour began, though the median goes with it', (_way, step) => {
    const accepted: PriceReading[] = [tick(GOOD)]
    const next = (minute: number) => {
      const hour = accepted.filter(({ sourceAt }) => sourceAt > start + (minute - 60) * MINUTE)
      const [began, median, last] = [hour[0], hour[Math.floor((hour.length - 1) / 2)], hour.at(-1)]
      const newest = last && { ...last, unchangedSince: null }
      const reading = moved(minute * step, start + minute * MINUTE)
      return {
        reading,
        judgement: judged(reading, { known: { last, newest, median, began, heardAt: newest?.sourceAt ?? null } }),
      }
    }
    for (let minute = 1; minute <= 16; minute++) {
      const { reading, judgement } = next(minute)
      expect(judgement.verdict).toBe('accepted')
      accepted.push(reading)
    }
    expect(next(17).judgement).toMatchObject({ verdict: 'quarantined', doubt: { rule: 'creep', from: accepted[0] } })
  })

  test('without ticks in the last hour is measured from the last accepted one', () => {
    const known = { median: undefined, began: undefined }
    const later = start + 3 * 60 * MINUTE
    expect(verdict(moved(795, later), { known })).toBe('accepted')
    expect(judged(moved(805, later), { known })).toMatchObject({
      verdict: 'quarantined',
      doubt: { rule: 'creep', from: calm.last },
    })
  })
})

describe('the band', () => {
  test.each([
    [-1, 500],
    [0, 500],
    [59_999, 500],
    [MINUTE, 550],
    [10 * MINUTE, 1000],
    [20 * MINUTE, 1500],
    [3 * 24 * 60 * MINUTE, 1500],
  ])('after %i ms of silence is %i bps', (silence, expected) => {
    expect(bandBps(silence, rule)).toBe(expected)
  })

  test('widens while the source gives no reading at all', () => {
    expect(verdict(moved(650, start + 3 * MINUTE))).toBe('accepted')
    expect(verdict(moved(650, start + 2 * MINUTE))).toBe('quarantined')
  })

  test('does not widen while it gives readings that are not accepted', () => {
    const at = start + 10 * MINUTE
    expect(verdict(moved(650, at), { known: { heardAt: at - 5000 } })).toBe('quarantined')
  })

  test('does not widen over the hours in which the market was closed', () => {
    const monday = start + 49 * 60 * MINUTE
    expect(verdict(moved(650, monday), { openedAt: monday })).toBe('quarantined')
  })
})

describe('the source time', () => {
  test('must be newer than what is known, accepted or waiting', () => {
    expect(verdict(tick(GOOD, start))).toBe('unchanged')
    expect(verdict(tick(GOOD, start - 1))).toBe('unchanged')
    const waiting = { ...moved(2000, start + 5000), unchangedSince: null }
    expect(verdict(moved(2000, start + 5000), { known: { newest: waiting } })).toBe('unchanged')
  })

  test('may be ahead of our clock by half a minute, not more', () => {
    const nowMs = start + 5000
    expect(verdict(tick(GOOD, nowMs + 30_000), { nowMs })).toBe('accepted')
    expect(verdict(tick(GOOD, nowMs + 30_001), { nowMs })).toBe('from_the_future')
  })
})

describe('a source without times', () => {
  const untimed = (spot: bigint, sourceAt: number) => ({ ...tick(spot, sourceAt), timed: false })
  const saidSince = (unchangedSince: number | null, sourceAt: number) => ({
    newest: { ...tick(GOOD, sourceAt), unchangedSince },
  })

  test('is followed by when its value came first', () => {
    const at = start + 5000
    expect(judged(untimed(GOOD, at), { known: saidSince(start - 1000, start) })).toMatchObject({
      verdict: 'accepted',
      unchangedSince: start - 1000,
    })
    expect(judged(untimed(GOOD + 1n, at), { known: saidSince(start - 1000, start) })).toMatchObject({
      unchangedSince: at,
    })
    expect(judged(tick(GOOD, at), { known: saidSince(start - 1000, start) })).toMatchObject({ unchangedSince: null })
  })

  test('has stopped when it says the same for over 15 minutes', () => {
    const known = saidSince(start, start + 14 * MINUTE)
    expect(verdict(untimed(GOOD, start + 15 * MINUTE), { known })).toBe('accepted')
    expect(verdict(untimed(GOOD, start + 15 * MINUTE + 1), { known })).toBe('frozen')
    expect(verdict(untimed(GOOD + 1n, start + 16 * MINUTE), { known })).toBe('accepted')
  })
})

describe('two sources that differ', () => {
  const never = { since: null, excused: false }
  const far = (nowMs: number) => moved(160, nowMs)

  test('are a mismatch after a minute of more than 1.5 %', () => {
    const since = followApart(never, tick(GOOD), far(start), start, rule)
    expect(isMismatch(since, start + MINUTE - 1, rule)).toBe(false)
    const later = followApart(since, tick(GOOD), far(start + MINUTE), start + MINUTE, rule)
    expect(isMismatch(later, start + MINUTE, rule)).toBe(true)
  })

  test('begin anew when they agree in between, and do not when the second one is silent', () => {
    const since = { since: start, excused: false }
    expect(followApart(since, tick(GOOD), moved(140, start), start + 1000, rule)).toEqual(never)
    expect(followApart(since, tick(GOOD), undefined, start + 1000, rule)).toEqual(since)
  })

  test('are none where staff believed the feed, until the two agree once', () => {
    const excused = { since: start, excused: true }
    expect(
      isMismatch(followApart(excused, tick(GOOD), far(start), start + 9 * MINUTE, rule), start + 9 * MINUTE, rule),
    ).toBe(false)
    expect(followApart(excused, tick(GOOD), tick(GOOD), start + MINUTE, rule)).toEqual(never)
  })
})

test('the first tick of all is accepted', () => {
  expect(verdict(tick(GOOD), { known: { last: undefined, newest: undefined, median: undefined } })).toBe('accepted')
})
