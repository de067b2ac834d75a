import { expect, test } from 'vitest'
import { isOffered, placesOf } from './member-places.ts'

const all = { gold_accounts: true, cash_balance: true, transfers: true, plans: true, agents: true }
const none = { gold_accounts: false, cash_balance: false, transfers: false, plans: false, agents: false }
const pathsOf = (store: Parameters<typeof placesOf>[0]) =>
  placesOf(store).flatMap(({ places }) => places.map(({ to }) => to))

test('a shop that never had a licence offers orders, gold that is sold back and the account, and no empty group', () => {
  const paths = pathsOf({ features: none, had_accounts: false })
  expect(paths.filter((path) => path.startsWith('/user/trade'))).toEqual(['/user/trade/goldBack', '/user/trade/alerts'])
  expect(paths).toContain('/user/order/list')
  expect(placesOf({ features: none, had_accounts: false }).every(({ places }) => places.length > 0)).toBe(true)
})

test('where one has ended, members get at what is theirs', () => {
  const store = { features: none, had_accounts: true }
  for (const path of ['/user/trade/cashingIn', '/user/trade/withdraw', '/user/trade/redeem', '/user/trade/record'])
    expect(pathsOf(store)).toContain(path)
  expect(pathsOf(store)).not.toContain('/user/trade/purchase')
})

test('a typed address of what is off is known, also behind its place and in other spelling', () => {
  const off = { features: { ...all, cash_balance: false }, had_accounts: true }
  expect(isOffered('/user/trade/deposit/payment', off)).toBe(false)
  expect(isOffered('/user/Trade/deposit/', off)).toBe(false)
  expect(isOffered('/user/trade/transfer', { features: { ...all, gold_accounts: false }, had_accounts: true })).toBe(
    false,
  )
  expect(isOffered('/user/trade/transfer', off)).toBe(true)
  expect(isOffered('/user/order/list', { features: none, had_accounts: false })).toBe(true)
})
