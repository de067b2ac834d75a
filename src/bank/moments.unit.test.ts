import { expect, test } from 'vitest'
import { momentsIn } from './moment-rules.ts'

const jakarta = momentsIn('Asia/Jakarta')
const at = (bookedOn: string, bookedAt: string | null) => jakarta.bookedAt({ bookedOn, bookedAt }).toISOString()

test('a line without a time was booked as its day began, one with a time by the bank’s clock', () => {
  expect(at('2026-11-27', null)).toBe('2026-11-26T17:00:00.000Z')
  expect(at('2026-11-27', '2026-11-27T10:15:00')).toBe('2026-11-27T03:15:00.000Z')
  expect(at('2026-11-27', '2026-11-27T10:15:00+08:00')).toBe('2026-11-27T02:15:00.000Z')
})

test('a day that was over is covered to its end, one that was not to its last time', () => {
  const line = (bookedAt: string | null) => ({ bookedOn: '2026-11-27', bookedAt }) as never
  const covered = (lines: never[], now: string) =>
    jakarta.coveredBy({ to: '2026-11-27', lines }, new Date(now)).toISOString()
  expect(covered([line(null)], '2026-11-27T17:00:01Z')).toBe('2026-11-27T17:00:00.000Z')
  expect(covered([line(null)], '2026-11-27T16:00:00Z')).toBe('2026-11-26T17:00:00.000Z')
  expect(covered([line('2026-11-27T10:15:00'), line(null)], '2026-11-27T16:00:00Z')).toBe('2026-11-27T03:15:00.000Z')
  expect(covered([line('2026-11-27T23:00:00')], '2026-11-27T05:00:00Z')).toBe('2026-11-27T05:00:00.000Z')
})
