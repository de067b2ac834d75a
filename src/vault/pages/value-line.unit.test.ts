import { expect, test } from 'vitest'
import { spanSince, valueLine } from './value-line.ts'

const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T00:00:00.000Z`

test('a line follows the worth, with a ring where grams were bought', () => {
  const point = (n: number, worth: string, bought: boolean) => ({ at: day(n), gold: '1.0000', worth, bought })
  expect(valueLine([point(1, '100', true), point(2, '110', false), point(3, '240', true)])).toEqual({
    points: [
      { at: day(1), ask: '100', bid: '100' },
      { at: day(2), ask: '110', bid: '110' },
      { at: day(3), ask: '240', bid: '240' },
    ],
    bought: [0, 2],
  })
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
test('gold of which nobody knows since when is shown over all', () => expect(spanSince(null, 0)).toBe('all'))
