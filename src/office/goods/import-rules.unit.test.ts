import { expect, test } from 'vitest'
import { countOf, dayOf, delimiterOf, premiumOf, seenOf, seenText } from './import-rules.ts'

test.each([
  ['4', 400],
  ['4.5', 450],
  ['4,50', 450],
  ['4.05 %', 405],
  ['0', 0],
  ['50', 5000],
  ['50.01', null],
  ['-1', null],
  ['4.505', null],
  ['4 5', null],
  ['', null],
  ['1e1', null],
  ['４', null],
])('a premium of %j is %j basis points', (text, points) => {
  expect(premiumOf(text)).toBe(points)
})

test.each([
  ['0', 0],
  ['12', 12],
  ['100000', 100_000],
  ['100001', null],
  ['1.5', null],
  ['-3', null],
  ['', null],
])('a count of %j is %j', (text, count) => {
  expect(countOf(text)).toBe(count)
})

test.each([
  ['2026-11-20', true],
  ['2026-11-21', true],
  ['2026-11-22', false],
  ['2026-02-30', false],
  ['20-11-2026', false],
  ['1899-12-31', false],
])('%s is a day up to 21 November 2026: %s', (text, isDay) => {
  expect(dayOf(text, '2026-11-21')).toBe(isDay ? text : null)
})

test('the delimiter is what the head has most of', () => {
  expect(['code,counted\n1;2;3', 'code;counted', 'code\tcounted', 'code'].map(delimiterOf)).toEqual([
    ',',
    ';',
    '\t',
    ',',
  ])
})

test('what was seen is read back as it was written', () => {
  expect(seenOf(seenText(450, 12), 'premiums')).toBe(450)
  expect(seenOf(seenText(450, 12), 'counts')).toBe(12)
  expect(seenOf(seenText(0, null), 'counts')).toBe(null)
  expect(seenOf('', 'premiums')).toBe(null)
  for (const text of ['450', 'premium:4.5', 'premium:450 counted:', 'counted:3', 'premium: 450'])
    expect(seenOf(text, 'premiums'), text).toBe(undefined)
})
