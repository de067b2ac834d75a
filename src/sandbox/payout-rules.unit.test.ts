import { expect, test } from 'vitest'
import { decisionsFor, endingOf, payoutScenarioOf } from './payout-rules.ts'

test('the end of an account’s number says what its bank does; any other is paid', () => {
  expect(payoutScenarioOf('1230000002')).toBe('unknown')
  expect(payoutScenarioOf('0812 6975'.replace(' ', ''))).toBe('silent')
  expect(payoutScenarioOf('1234567890')).toBeNull()
  expect(endingOf(null)).toEqual({ outcome: 'paid', seconds: 3 })
})

test('on its page an accepted one is paid or refused, and a paid one is sent back', () => {
  expect(['accepted', 'paid', 'failed', 'returned'].map((state) => decisionsFor(state))).toEqual([
    ['paid', 'failed'],
    ['returned'],
    [],
    [],
  ])
})
