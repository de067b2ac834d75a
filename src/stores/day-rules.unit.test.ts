import { expect, test } from 'vitest'
import { dayLines, readDays } from './day-rules.ts'

test('days are read as they are pasted, and written in the order of the calendar', () => {
  const pasted = '25/12/2026\tNatal\r\n\n2026-08-17,"Hari Kemerdekaan"\n1.1.2027 Tahun Baru'
  const { days, wrong } = readDays(pasted)
  expect(wrong).toBeNull()
  expect(dayLines(days)).toBe('2026-08-17 Hari Kemerdekaan\n2026-12-25 Natal\n2027-01-01 Tahun Baru')
  expect(readDays(dayLines(days)).days).toEqual(days)
})

test.each(['2026-02-30 No such day', '12/25/2026 Christmas', '2026-12-25', '2026-12-25  ', 'Natal 2026-12-25'])(
  '%s is no day with a name',
  (line) => expect(readDays(`2026-01-01 New year\n${line}`).wrong).toBe(line.trim()),
)

test('a day is said once', () => expect(readDays('2026-12-25 One\n25-12-2026 Two').wrong).toBe('25-12-2026 Two'))
