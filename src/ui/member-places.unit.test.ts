import { expect, test } from 'vitest'
import { offerOf, placesOf } from './member-places.ts'

const all = { gold_accounts: true, cash_balance: true, transfers: true, plans: true, agents: true }
const none = { gold_accounts: false, cash_balance: false, transfers: false, plans: false, agents: false }
const pathsOf = (store: Parameters<typeof placesOf>[0]) =>
  placesOf(store).flatMap(({ places }) => places.map(({ to }) => to))

test('a shop that never had a licence offers orders, gold that is sold back, what it owes and the account, and no empty group', () => {
  const store = { features: none, had: none }
  const paths = pathsOf(store)
  expect(paths.filter((path) => path.startsWith('/user/trade'))).toEqual(
    ['goldBack', 'withdraw', 'record', 'alerts'].map((name) => `/user/trade/${name}`),
  )
  expect(paths).toContain('/user/order/list')
  expect(placesOf(store).every(({ places }) => places.length > 0)).toBe(true)
  expect(offerOf('/user/trade/withdraw', store)).toBe('now')
})

test('where one has ended, members get at what is theirs, and what begins something is gone', () => {
  const paths = pathsOf({ features: none, had: all })
  for (const name of ['cashingIn', 'withdraw', 'redeem', 'record', 'limits', 'transfer', 'business', 'plans'])
    expect(paths).toContain(`/user/trade/${name}`)
  expect(paths).toContain('/user/agents/purchases')
  expect(paths).toContain('/user/activity/list')
  for (const name of ['purchase', 'deposit']) expect(paths).not.toContain(`/user/trade/${name}`)
})

test('each licence leaves its own places behind, and no others', () => {
  const paths = pathsOf({ features: none, had: { ...none, plans: true } })
  expect(paths).toContain('/user/trade/plans')
  expect(paths).not.toContain('/user/trade/transfer')
  expect(paths).not.toContain('/user/agents/purchases')
})

test('a typed address of what is off is known, also behind its place and in other spelling', () => {
  const off = { features: { ...all, cash_balance: false }, had: all }
  expect(offerOf('/user/trade/deposit/payment', off)).toBe('once')
  expect(offerOf('/user/Trade/deposit/', off)).toBe('once')
  expect(offerOf('/user/trade/transfer', { features: { ...all, gold_accounts: false }, had: all })).toBe('once')
  expect(offerOf('/user/trade/transfer', off)).toBe('now')
  expect(offerOf('/user/trade/plans', { features: none, had: none })).toBe('never')
  expect(offerOf('/user/order/list', { features: none, had: none })).toBe('now')
})
