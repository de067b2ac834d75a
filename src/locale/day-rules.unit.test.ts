import { expect, test } from 'vitest'
import { isDay } from './day-rules.ts'

test('a day is one of the calendar, written in full', () => {
  for (const day of ['1900-01-01', '2000-02-29', '2024-02-29', '2026-12-31']) expect(isDay(day), day).toBe(true)
  for (const none of [
    '1900-02-29',
    '2026-02-29',
    '2026-02-30',
    '2026-04-31',
    '01-01-2001',
    '2026-13-45',
    '2026-00-10',
    '1899-12-31',
    '2026-1-1',
    '٢٠٢٦-01-01',
    '',
  ])
    expect(isDay(none), none).toBe(false)
})
