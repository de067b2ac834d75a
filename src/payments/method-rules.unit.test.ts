import { expect, test } from 'vitest'
import { choiceAfter, methods, offersOf } from './method-rules.ts'

const refusedAt = (store: string, amount: bigint) =>
  offersOf({ store, amount, taken: methods }).map(({ method, refused }) => [method, refused])

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

test('the first way that fits is chosen where none was before; a way that nobody takes is none', () => {
  const taken = ['qris', 'bank_transfer'] as const
  const offers = offersOf({ store: 'id', amount: 10_000_001n, taken, transfers: 'taken' })
  expect(offers.map(({ method, refused }) => [method, refused])).toEqual([
    ['qris', 'too_much'],
    ['bank_transfer', null],
  ])
  expect(choiceAfter(null, offers)).toEqual({ method: 'bank_transfer', bank: null })
  expect(choiceAfter({ method: 'balance', bank: null }, offers)).toEqual({ method: 'bank_transfer', bank: null })
  expect(choiceAfter({ method: 'va', bank: 'bca' }, offers)).toEqual({ method: 'va', bank: 'bca' })
  expect([choiceAfter(null, []), choiceAfter(null, offers.slice(0, 1))]).toEqual([null, null])
})
