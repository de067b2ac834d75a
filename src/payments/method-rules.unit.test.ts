import { expect, test } from 'vitest'
import { choiceAfter, type Method, methods, offersOf } from './method-rules.ts'

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

test('the first way that fits is chosen where none was before; a transfer, which holds pieces for hours, is for its buyer to choose', () => {
  const offered = (amount: bigint, taken: readonly Method[]) =>
    offersOf({ store: 'id', amount, taken, transfers: 'taken' })
  const offers = offered(10_000_001n, ['qris', 'bank_transfer'])
  expect(offers.map(({ method, refused }) => [method, refused])).toEqual([
    ['qris', 'too_much'],
    ['bank_transfer', null],
  ])
  expect([choiceAfter(null, offers), choiceAfter({ method: 'balance', bank: null }, offers)]).toEqual([null, null])
  const withCard = [...offers, ...offered(10_000_001n, ['card'])]
  expect(choiceAfter(null, withCard)).toEqual({ method: 'card', bank: null })
  expect(choiceAfter({ method: 'balance', bank: null }, withCard)).toEqual({ method: 'card', bank: null })
  const before = { method: 'bank_transfer', bank: null } as const
  expect([choiceAfter(before, offers), choiceAfter(null, [])]).toEqual([before, null])
  expect(choiceAfter({ method: 'va', bank: 'bca' }, offers)).toEqual({ method: 'va', bank: 'bca' })
})
