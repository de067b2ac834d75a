import { expect, test } from 'vitest'
import { isWorkingDay, workingDaysAfter } from './working-day-rules.ts'

test.each([
  ['2026-11-27', 0, '2026-11-27'],
  ['2026-11-27', 1, '2026-11-30'],
  ['2026-11-28', 1, '2026-11-30'],
  ['2026-11-30', 4, '2026-12-04'],
  ['2026-11-30', 5, '2026-12-07'],
  ['2026-12-23', 2, '2026-12-28'],
])('from %s, %i working days later it is %s', (day, count, later) => {
  expect(workingDaysAfter(day, count, { '2026-12-25': 'Christmas' })).toBe(later)
})

test('neither weekends nor holidays are worked on', () => {
  const holidays = { '2026-11-30': 'Stocktaking' }
  const days = ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01']
  expect(days.map((day) => isWorkingDay(day, holidays))).toEqual([true, false, false, false, true])
})
