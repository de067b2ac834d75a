import { describe, expect, test } from 'vitest'
import { settings } from '../settings.ts'
import { bandBps, judge } from './quarantine-rules.ts'

const rule = settings.price
const MINUTE = 60_000
const start = 1_700_000_000_000

const tick = (spotUsdE6: bigint, sourceAt: number, IDR = 16_250_000_000n) => ({
  sourceAt,
  spotUsdE6,
  ratesE6: { USD: 1_000_000n, IDR },
})
const last = tick(140_000_000n, start)

function verdict(reading: ReturnType<typeof tick>, waiting: ReturnType<typeof tick>[] = []) {
  return judge(reading, { last, waiting, nowMs: reading.sourceAt, rule })
}

describe('a jump', () => {
  test.each([
    ['5 % up is inside the band', 147_000_000n, 'accepted'],
    ['one unit over 5 % up is not', 147_000_001n, 'quarantined'],
    ['5 % down is inside the band', 133_000_000n, 'accepted'],
    ['one unit over 5 % down is not', 132_999_999n, 'quarantined'],
    ['20 % is not', 168_000_000n, 'quarantined'],
  ])('%s', (_title, spot, expected) => {
    expect(verdict(tick(spot, start + 5000))).toBe(expected)
  })

  test('of an exchange rate counts like a jump of the metal', () => {
    expect(verdict(tick(140_000_000n, start + 5000, 17_875_000_000n))).toBe('quarantined')
  })

  test('is believed with the second further tick that agrees, not with the first', () => {
    const first = tick(168_000_000n, start + 5000)
    const second = tick(168_100_000n, start + 10_000)
    const third = tick(167_900_000n, start + 15_000)
    expect(verdict(second, [first])).toBe('quarantined')
    expect(verdict(third, [second, first])).toBe('accepted')
  })

  test('is not believed when the further ticks say something else each', () => {
    const first = tick(168_000_000n, start + 5000)
    const second = tick(200_000_000n, start + 10_000)
    expect(verdict(tick(168_000_000n, start + 15_000), [second, first])).toBe('quarantined')
  })

  test('does not keep the next good tick away', () => {
    expect(verdict(tick(140_100_000n, start + 10_000), [tick(168_000_000n, start + 5000)])).toBe('accepted')
  })
})

describe('the band', () => {
  test.each([
    [0, 500],
    [59_999, 500],
    [MINUTE, 550],
    [10 * MINUTE, 1000],
    [20 * MINUTE, 1500],
    [3 * 24 * 60 * MINUTE, 1500],
  ])('%i ms after the last accepted tick is %i bps', (age, expected) => {
    expect(bandBps(age, rule)).toBe(expected)
  })

  test('lets a move of 8 % pass after an outage of ten minutes, and not after one', () => {
    expect(verdict(tick(151_200_000n, start + 10 * MINUTE))).toBe('accepted')
    expect(verdict(tick(151_200_000n, start + MINUTE))).toBe('quarantined')
  })

  test('never gets so wide that a jump of 20 % passes alone', () => {
    expect(verdict(tick(168_000_000n, start + 365 * 24 * 60 * MINUTE))).toBe('quarantined')
  })
})

describe('the source time', () => {
  test('must be newer than what is known, accepted or waiting', () => {
    expect(verdict(tick(140_000_000n, start))).toBe('unchanged')
    expect(verdict(tick(140_000_000n, start - 1))).toBe('unchanged')
    expect(verdict(tick(168_000_000n, start + 5000), [tick(168_000_000n, start + 5000)])).toBe('unchanged')
  })

  test('may be ahead of our clock by half a minute, not more', () => {
    const at = (ahead: number) =>
      judge(tick(140_000_000n, start + 5000 + ahead), { last, waiting: [], nowMs: start + 5000, rule })
    expect(at(30_000)).toBe('accepted')
    expect(at(30_001)).toBe('from_the_future')
  })
})

test('the first tick of all is accepted', () => {
  expect(judge(tick(140_000_000n, start), { last: undefined, waiting: [], nowMs: start, rule })).toBe('accepted')
})
