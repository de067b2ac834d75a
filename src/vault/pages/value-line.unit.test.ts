import { expect, test } from 'vitest'
import { spanSince, valueLine } from './value-line.ts'

const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T00:00:00.000Z`
const candle = (n: number, bid: string) => ({ at: day(n), ask: '0', bid })
const candles = [candle(1, '100'), candle(2, '110'), candle(3, '120'), candle(4, '130')]
const held = (gold: string, trades: { side: 'buy' | 'sell'; weight: string; made_at: string }[]) =>
  valueLine(candles, { gold, trades, currency: 'IDR' })
const bids = ({ points }: ReturnType<typeof valueLine>) => points.map(({ bid }) => bid)

test('a line begins with the first gold, and follows grams and bid', () => {
  const line = held('1.5000', [
    { side: 'buy', weight: '2.0000', made_at: '2026-11-02T10:00:00.000Z' },
    { side: 'sell', weight: '0.5000', made_at: '2026-11-04T10:00:00.000Z' },
  ])
  expect(bids(line)).toEqual(['220', '240', '195'])
  expect(line.points[0]?.at).toBe(day(2))
  expect(line.bought).toEqual([0])
})

test('grams that no trade explains were there all the time', () => {
  const line = held('3.0000', [{ side: 'buy', weight: '1.0000', made_at: '2026-11-03T00:00:00.000Z' }])
  expect(bids(line)).toEqual(['200', '220', '360', '390'])
  expect(line.bought).toEqual([2])
})

test('there is no line where there never was gold, and none below nothing', () => {
  expect(held('0.0000', []).points).toEqual([])
  expect(bids(held('0.0000', [{ side: 'buy', weight: '1.0000', made_at: day(9) }]))).toEqual(['0'].slice(1))
})

test.each([
  [0.5, '1D'],
  [3, '1W'],
  [20, '1M'],
  [100, '1Y'],
  [400, 'all'],
])('gold of %d days is shown over %s', (days, span) => {
  const now = Date.parse(day(30))
  expect(spanSince(new Date(now - days * 86_400_000).toISOString(), now)).toBe(span)
})
test('gold that no trade explains is shown over all', () => expect(spanSince(undefined, 0)).toBe('all'))
