import { describe, expect, test } from 'vitest'
import { afterTry, dayAt, dueAfter, firstDue, isDueOn, runsAt, type Schedule } from './plan-rules.ts'

const daily: Schedule = { rhythm: 'daily', onDay: null }
const weekly = (onDay: number): Schedule => ({ rhythm: 'weekly', onDay })
const monthly = (onDay: number): Schedule => ({ rhythm: 'monthly', onDay })
const runOf = (schedule: Schedule, from: string, count: number) => {
  const days = [dueAfter(schedule, from)]
  while (days.length < count) days.push(dueAfter(schedule, days.at(-1) ?? ''))
  return days
}

describe('days of a plan', () => {
  test('daily, over the end of a year and a leap day', () => {
    expect(runOf(daily, '2026-12-30', 3)).toEqual(['2026-12-31', '2027-01-01', '2027-01-02'])
    expect(runOf(daily, '2028-02-27', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  })
  test('weekly, Monday 1 to Sunday 7', () => {
    expect(runOf(weekly(1), '2026-11-26', 2)).toEqual(['2026-11-30', '2026-12-07'])
    expect(runOf(weekly(7), '2026-11-29', 2)).toEqual(['2026-12-06', '2026-12-13'])
  })
  test('the 31st is the last day of every month', () => {
    expect(runOf(monthly(31), '2026-12-31', 5)).toEqual([
      ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'],
    ])
  })
  test.each([
    [29, ['2027-02-28', '2027-03-29'], '2027-01-31'],
    [29, ['2028-02-29', '2028-03-29'], '2028-01-31'],
    [30, ['2028-02-29', '2028-03-30'], '2028-01-31'],
    [28, ['2028-02-28', '2028-03-28'], '2028-01-31'],
    [29, ['2100-02-28', '2100-03-29'], '2100-01-31'],
  ])('day %s of the month in a short February', (day, days, from) => {
    expect(runOf(monthly(day), from, 2)).toEqual(days)
  })
  test('one day a month, never two', () => {
    for (const on of [1, 28, 29, 30, 31]) {
      const months = runOf(monthly(on), '2026-12-31', 48).map((day) => day.slice(0, 7))
      expect(new Set(months).size).toBe(48)
    }
    expect(isDueOn(monthly(31), '2027-02-27')).toBe(false)
  })
})

describe('moments', () => {
  test('are of the store’s zone', () => {
    expect(runsAt('2026-11-26', 'Asia/Jakarta', 10).toISOString()).toBe('2026-11-26T03:00:00.000Z')
    expect(runsAt('2026-11-26', 'Pacific/Kiritimati', 10).toISOString()).toBe('2026-11-25T20:00:00.000Z')
    expect(runsAt('2026-11-26', 'America/Los_Angeles', 10).toISOString()).toBe('2026-11-26T18:00:00.000Z')
  })
  test('keep their hour when clocks change, also on the day itself', () => {
    expect(
      ['2026-03-28', '2026-03-29', '2026-03-30'].map((day) => runsAt(day, 'Europe/Berlin', 10).getUTCHours()),
    ).toEqual([9, 8, 8])
    expect(['2026-10-24', '2026-10-25'].map((day) => runsAt(day, 'Europe/Berlin', 10).getUTCHours())).toEqual([8, 9])
  })
  test('an hour that clocks leap over is after the leap; one that comes twice is its first', () => {
    expect(runsAt('2026-03-29', 'Europe/Berlin', 2).toISOString()).toBe('2026-03-29T01:00:00.000Z')
    expect(runsAt('2026-10-25', 'Europe/Berlin', 2).toISOString()).toBe('2026-10-25T00:00:00.000Z')
  })
  test('a day ends at the midnight of the zone', () => {
    const midnight = Date.parse('2026-11-25T17:00:00Z')
    expect([dayAt(midnight - 1, 'Asia/Jakarta'), dayAt(midnight, 'Asia/Jakarta')]).toEqual(['2026-11-25', '2026-11-26'])
  })
})

describe('the first run', () => {
  const at = (hour: string) => Date.parse(`2026-11-26T${hour}Z`) // a Thursday; 10:00 in Jakarta is 03:00 here
  test('is today while its hour is ahead, and the next day of the plan from that hour on', () => {
    expect(firstDue(daily, at('02:59:59'), 'Asia/Jakarta')).toBe('2026-11-26')
    expect(firstDue(daily, at('03:00:00'), 'Asia/Jakarta')).toBe('2026-11-27')
    expect(firstDue(weekly(4), at('02:00:00'), 'Asia/Jakarta')).toBe('2026-11-26')
    expect(firstDue(weekly(4), at('04:00:00'), 'Asia/Jakarta')).toBe('2026-12-03')
    expect(firstDue(monthly(25), at('02:00:00'), 'Asia/Jakarta')).toBe('2026-12-25')
  })
  test('is on none of the days that are taken', () => {
    const taken = new Set(['2026-11-26', '2026-11-28', '2026-12-03'])
    expect(firstDue(daily, at('02:00:00'), 'Asia/Jakarta', taken)).toBe('2026-11-27')
    expect(firstDue(weekly(4), at('02:00:00'), 'Asia/Jakarta', taken)).toBe('2026-12-10')
    expect(dueAfter(daily, '2026-11-27', taken)).toBe('2026-11-29')
  })
  test('is of the day that it is at the store', () => {
    expect(firstDue(daily, at('17:30:00'), 'Asia/Jakarta')).toBe('2026-11-27')
    expect(firstDue(weekly(5), at('17:30:00'), 'Asia/Jakarta')).toBe('2026-11-27')
  })
})

test('three tries make a miss, and three misses in a row a pause', () => {
  expect([1, 2, 3].map((tries) => afterTry(tries, 0))).toEqual(['again', 'again', 'missed'])
  expect([0, 1, 2].map((missed) => afterTry(3, missed))).toEqual(['missed', 'missed', 'paused'])
  expect(afterTry(2, 2)).toBe('again')
})
