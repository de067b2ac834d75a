import { expect, test } from 'vitest'
import { makingTakesTwo, premiumTakesTwo } from './charge-rules.ts'

const now = { premiumBps: 480, making: 650_000n }

test.each([
  ['a step of one percentage point', 380, false],
  ['a step further', 379, true],
  ['a rise further', 581, true],
])('a premium: %s', (_, wish, two) => expect(premiumTakesTwo(wish, [now])).toBe(two))

test.each([
  ['a tenth of the making charge', 585_000n, false],
  ['more than a tenth', 584_999n, true],
  ['more than a tenth upwards', 715_001n, true],
])('a making charge: %s', (_, wish, two) => expect(makingTakesTwo(wish, [now])).toBe(two))

test('steps of a day count together', () => expect(premiumTakesTwo(310, [{ ...now, premiumBps: 390 }, now])).toBe(true))

test('a first making charge takes two', () => expect(makingTakesTwo(1n, [{ ...now, making: 0n }])).toBe(true))

test('what nobody has seen is free', () =>
  expect([premiumTakesTwo(0, []), makingTakesTwo(0n, [])]).toEqual([false, false]))
