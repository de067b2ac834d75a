import { expect, test } from 'vitest'
import { hoursInWords } from './opening-hours.ts'

const weekdays = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, '09:00-17:00']))

test('days with the same hours stand together, closed days are left out', () => {
  expect(hoursInWords({ ...weekdays, sat: '09:00-13:00' }, 'en-US')).toBe('Mon–Fri 09:00–17:00, Sat 09:00–13:00')
  expect(hoursInWords({ ...weekdays, wed: '' }, 'id')).toBe('Sen–Sel 09.00–17.00, Kam–Jum 09.00–17.00')
})
