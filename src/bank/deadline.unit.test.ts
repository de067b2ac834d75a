import { expect, test } from 'vitest'
import { deadlineAfter } from './deadline-rules.ts'
import { referenceOf, referencesIn } from './reference-rules.ts'

const always = { closedWeekdays: [], closedDays: [] }
const weekdays = { closedWeekdays: [0, 6], closedDays: ['2026-12-25'] }

test.each([
  ['2026-11-27T02:30:10Z', always, '2026-11-27T04:30:10Z'],
  ['2026-11-28T23:30:00Z', always, '2026-11-29T01:30:00Z'],
  ['2026-11-27T02:30:10Z', weekdays, '2026-11-27T04:30:10Z'],
  // Friday 23:00 in Jakarta: an hour on Friday, an hour on Monday
  ['2026-11-27T16:00:00Z', weekdays, '2026-11-29T18:00:00Z'],
  ['2026-11-28T03:00:00Z', weekdays, '2026-11-29T19:00:00Z'],
  // Thursday before Christmas Day, which is a Friday
  ['2026-12-24T16:30:00Z', weekdays, '2026-12-27T18:30:00Z'],
] as const)('from %s', (now, calendar, end) => {
  const deadline = deadlineAfter(new Date(now), { timeZone: 'Asia/Jakarta', seconds: 7200, calendar })
  expect(deadline.toISOString()).toBe(new Date(end).toISOString())
})

test('a reference is known however it is written, and never by chance', () => {
  const [one, other] = [
    referenceOf('019ac000-0000-7000-8000-0123456789ab'),
    referenceOf('019ac000-0000-7000-8000-0123456789ac'),
  ]
  expect([one.length, one === other]).toEqual([11, false])
  const parted = `${one.slice(0, 4)} ${one.slice(4, 8)}-${one.slice(8)}`
  expect(referencesIn([`TRSF E-BANKING CR ${one.toLowerCase()} emas`, parted])).toEqual([one])
  expect(referencesIn([`${one}${other}`])).toEqual([one, other])
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXY'
  const near = [...one].flatMap((letter, at) =>
    at < 2
      ? []
      : [...alphabet].flatMap((wrong) => (wrong === letter ? [] : [one.slice(0, at) + wrong + one.slice(at + 1)])),
  )
  const turned = [...one].flatMap((letter, at) =>
    at < 2 || at > 8 || letter === one[at + 1] ? [] : [one.slice(0, at) + one[at + 1] + letter + one.slice(at + 2)],
  )
  expect(near.length).toBe(270)
  expect([...near, ...turned].filter((text) => referencesIn([text]).includes(text))).toEqual([])
})
