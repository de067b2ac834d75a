import { expect, test } from 'vitest'
import { openingAt } from './opening-rules.ts'

const hours = { mon: '09:00-17:00', tue: '09:00-17:00', fri: '13:00-17:00', sat: '09:00-13:00' }
/** 2026-11-23 is a Monday; Jakarta is seven hours ahead of UTC. */
const jakarta = (day: number, time: string) => Date.parse(`2026-11-${day}T${time}:00+07:00`)

test.each([
  ['the first minute', 23, '09:00', 'mon', '17:00', null],
  ['the last minute', 23, '16:59', 'mon', '17:00', null],
  ['closing time', 23, '17:00', 'mon', null, { inDays: 1, day: 'tue', at: '09:00' }],
  ['before it opens today', 23, '08:59', 'mon', null, { inDays: 0, day: 'mon', at: '09:00' }],
  ['days without hours', 24, '18:00', 'tue', null, { inDays: 3, day: 'fri', at: '13:00' }],
  ['over the end of the week', 28, '13:00', 'sat', null, { inDays: 2, day: 'mon', at: '09:00' }],
  ['midnight of the zone', 24, '00:00', 'tue', null, { inDays: 0, day: 'tue', at: '09:00' }],
])('%s', (_, day, time, today, openUntil, next) => {
  expect(openingAt(hours, 'Asia/Jakarta', jakarta(day, time))).toEqual({ today, openUntil, next })
})

test('a point open on one day only opens again on that day of next week', () => {
  expect(openingAt({ mon: '09:00-10:00' }, 'Asia/Jakarta', jakarta(23, '12:00')).next).toEqual({
    inDays: 7,
    day: 'mon',
    at: '09:00',
  })
})

test('a point that never opens says so', () => {
  expect(openingAt({}, 'Asia/Jakarta', jakarta(23, '12:00'))).toEqual({ today: 'mon', openUntil: null, next: null })
})

test('the zone decides, not the clock of whoever reads', () => {
  const moment = Date.parse('2026-11-23T23:30:00Z') // Tuesday morning in Jakarta, Monday night in London
  expect(openingAt(hours, 'Asia/Jakarta', moment).today).toBe('tue')
  expect(openingAt(hours, 'Europe/London', moment).today).toBe('mon')
})

test('a closed day is passed over, today too', () => {
  const friday = jakarta(27, '10:00') // closed until 13:00, and then the whole day
  expect(openingAt(hours, 'Asia/Jakarta', friday).next).toEqual({ inDays: 0, day: 'fri', at: '13:00' })
  expect(openingAt(hours, 'Asia/Jakarta', friday, ['2026-11-27', '2026-11-28']).next).toEqual({
    ...{ inDays: 3, day: 'mon', at: '09:00' },
  })
  expect(openingAt(hours, 'Asia/Jakarta', jakarta(23, '10:00'), ['2026-11-23']).openUntil).toBeNull()
})
