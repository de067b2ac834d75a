import { expect, test } from 'vitest'
import { offersOf } from './method-rules.ts'

const refusedAt = (store: string, amount: bigint) =>
  offersOf({ store, amount }).map(({ method, refused }) => [method, refused])

test.each([
  ['id', 9_999n, 'too_little', null],
  ['id', 10_000n, null, null],
  ['id', 10_000_000n, null, null],
  ['id', 10_000_001n, null, 'too_much'],
] as const)('in %s for %s: by transfer %s, by QRIS %s', (store, amount, va, qris) => {
  expect(refusedAt(store, amount)).toEqual([
    ['card', null],
    ['va', va],
    ['qris', qris],
  ])
})

test('a store that lists cards alone takes nothing else, and one that is not listed nothing', () => {
  expect(refusedAt('my', 10_000n)).toEqual([['card', null]])
  expect(refusedAt('elsewhere', 10_000n)).toEqual([])
})
