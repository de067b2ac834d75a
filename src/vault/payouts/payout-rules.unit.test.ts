import { expect, test } from 'vitest'
import { reasonOf, secondsToNextTry, stepsOf } from './payout-rules.ts'

test.each([
  ['asking', 'accepted', ['accepted']],
  ['asking', 'paid', ['accepted', 'paid']],
  ['asking', 'returned', ['accepted', 'paid', 'returned']],
  ['asking', 'failed', ['failed']],
  ['accepted', 'accepted', []],
  ['accepted', 'paid', ['paid']],
  ['accepted', 'returned', ['paid', 'returned']],
  ['accepted', 'failed', ['failed']],
  ['paid', 'accepted', []],
  ['paid', 'returned', ['returned']],
  ['paid', 'failed', 'contradicts'],
  ['failed', 'paid', 'contradicts'],
  ['failed', 'returned', []],
  ['failed', 'accepted', []],
  ['returned', 'paid', []],
  ['returned', 'failed', []],
] as const)('a try that is %s and told %s goes through %j', (now, told, steps) => {
  expect(stepsOf(now, told)).toEqual(steps)
})

test('three tries, with growing gaps', () => {
  const gaps = [1, 2, 3].map(secondsToNextTry)
  expect(gaps[2]).toBeNull()
  expect(Number(gaps[1])).toBeGreaterThan(Number(gaps[0]))
})

test('a reason that nobody has words for is a refusal', () => {
  expect([reasonOf('account_closed'), reasonOf('R-4711'), reasonOf(null)]).toEqual([
    'account_closed',
    'refused',
    'refused',
  ])
})
