import { expect, test } from 'vitest'
import { demoMethods } from '../home/demo/payment-methods.ts'
import type { Currency } from '../money/money.ts'
import { faultsOf, firstSettings, foldSetting, takesTwo } from '../stores/setting-rules.ts'
import { choiceAfter, type Method, methods, offersOf, type PaidStore } from './method-rules.ts'

const paid = (currency: Currency, said: (typeof demoMethods)[string] = {}): PaidStore => ({
  currency,
  settings: {
    pay_card: foldSetting('pay_card', [said.pay_card ?? {}]),
    pay_va: foldSetting('pay_va', [said.pay_va ?? {}]),
    pay_qris: foldSetting('pay_qris', [said.pay_qris ?? {}]),
    pay_transfer: foldSetting('pay_transfer', [said.pay_transfer ?? {}]),
  },
})
const stores = { id: paid('IDR', demoMethods.id), my: paid('MYR', demoMethods.my), new: paid('IDR') }
const refusedAt = (store: keyof typeof stores, amount: bigint, currency = stores[store].currency) =>
  offersOf({ store: stores[store], currency, amount, taken: methods }).map(({ method, refused }) => [method, refused])

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

test('a store that says cards alone takes nothing else, and one that has said nothing its own account alone', () => {
  expect(refusedAt('my', 10_000n)).toEqual([['card', null]])
  expect(refusedAt('new', 10_000n)).toEqual([])
  const own = offersOf({ store: stores.new, currency: 'IDR', amount: 1n, taken: methods, transfers: 'taken' })
  expect(own.map(({ method, refused }) => [method, refused])).toEqual([['bank_transfer', null]])
})

test('limits are whole units of the store’s own currency, and bind money of it alone', () => {
  const store = paid('MYR', { pay_card: { on: 'on', least: 50, most: 60 } })
  const at = (amount: bigint, currency: Currency) =>
    offersOf({ store, currency, amount, taken: ['card'] }).map(({ least, refused }) => [least, refused])
  expect([at(4_999n, 'MYR'), at(5_000n, 'MYR'), at(6_001n, 'MYR')]).toEqual([
    [[5000n, 'too_little']],
    [[5000n, null]],
    [[5000n, 'too_much']],
  ])
  expect(at(1n, 'USD')).toEqual([[null, null]])
})

test.each([
  [{ on: 'yes' }, 'on'],
  [{ on: 'on' }, 'on'],
  [{ on: 'on', bca: 'on', least: 0 }, 'least'],
  [{ on: 'on', bca: 'on', least: 1.5 }, 'least'],
  [{ on: 'on', bca: 'on', least: 50, most: 49 }, 'most'],
  [{ on: 'on', bca: 'on', least: 50, most: 50 }, null],
  [{ least: '', most: '' }, null],
])('a virtual account that is %o is refused at %s', (value, field) => {
  expect(Object.keys(faultsOf('pay_va', { ...firstSettings.pay_va, ...value }))).toEqual(field ? [field] : [])
})

test('what only switches off takes one person, everything else two', () => {
  expect(takesTwo('pay_card', { on: 'off' })).toBe(false)
  expect(takesTwo('pay_va', { bca: 'off', bri: 'off' })).toBe(false)
  expect(takesTwo('pay_card', { on: 'on' })).toBe(true)
  expect(takesTwo('pay_card', { on: 'off', most: 5 })).toBe(true)
})

test('the first way that fits is chosen where none was before; a transfer, which holds pieces for hours, is for its buyer to choose', () => {
  const offered = (amount: bigint, taken: readonly Method[]) =>
    offersOf({ store: stores.id, currency: 'IDR', amount, taken, transfers: 'taken' })
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
