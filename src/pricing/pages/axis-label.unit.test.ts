import { expect, test } from 'vitest'
import { axisLabel, pointLabel, zoneAheadMs } from './axis-label.ts'

const moment = Date.parse('2026-11-20T17:30:00Z')

test('labels read the store’s clock, and longer spans leave out what does not matter', () => {
  expect(axisLabel(moment, '1D', 'Asia/Jakarta', 'id')).toBe('00.30')
  expect(axisLabel(moment, '1W', 'Asia/Jakarta', 'en-US')).toBe('21\u00a0Nov')
  expect(axisLabel(moment, '1Y', 'Asia/Jakarta', 'zh')).toBe('2026年11月')
  expect(pointLabel(moment, '1M', 'Asia/Jakarta', 'id')).toBe('21\u00a0Nov\u00a02026')
  expect(pointLabel(moment, '1D', 'Asia/Jakarta', 'id')).toContain('00.30')
})

test('a zone is ahead of UTC by what its clocks say at that moment, also where summer changes it', () => {
  expect(zoneAheadMs(moment + 123, 'Asia/Jakarta')).toBe(7 * 3_600_000)
  expect(zoneAheadMs(Date.parse('2026-01-15T12:00:00Z'), 'America/New_York')).toBe(-5 * 3_600_000)
  expect(zoneAheadMs(Date.parse('2026-07-15T12:00:00Z'), 'America/New_York')).toBe(-4 * 3_600_000)
})
