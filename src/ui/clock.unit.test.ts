import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { learnServerDate, learnServerTime, learnWrittenTime, serverNow } from './clock.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const ahead = () => Math.round((serverNow() - NOW) / 1000)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  learnServerTime(NOW)
})
afterEach(() => vi.useRealTimers())

test.each([
  ['was on its way and waited for its scripts for 7 s: a countdown does not begin 7 s too high', -7, 0],
  ['was written by a clock that is ahead of this one', 5, 5],
  ['was written by a clock that is far behind this one', -3600, -3600],
])('a page that %s', (_, written, learned) => {
  learnWrittenTime(NOW + written * 1000)
  expect(ahead()).toBe(learned)
})

test('a Date header corrects a clock that is off by more than the second it counts in', () => {
  learnServerDate(new Date(NOW - 1000).toUTCString())
  expect(ahead()).toBe(0)
  learnServerDate(new Date(NOW - 30_000).toUTCString())
  expect(ahead()).toBe(-30)
  learnServerDate(null)
  expect(ahead()).toBe(-30)
})
