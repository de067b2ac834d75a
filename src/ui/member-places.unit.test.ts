import { expect, test } from 'vitest'
import { offerOf, placesOf } from './member-places.ts'
import type { Feature } from './shell-data.ts'

const all = { gold_accounts: true, cash_balance: true, transfers: true, plans: true, agents: true }
const none = { gold_accounts: false, cash_balance: false, transfers: false, plans: false, agents: false }
const every = Object.keys(all) as Feature[]
const store: Parameters<typeof offerOf>[1] = { features: none, ended: [] }
const pathsOf = (store: Parameters<typeof placesOf>[0]) =>
  placesOf(store).flatMap(({ places }) => places.map(({ to }) => to))

test('a shop that never had a licence offers orders, gold that is sold back, what it owes and the account, and no empty group', () => {
  const paths = pathsOf(store)
  expect(paths.filter((path) => path.startsWith('/user/trade'))).toEqual(
    ['goldBack', 'withdraw', 'record', 'alerts'].map((name) => `/user/trade/${name}`),
  )
  expect(paths).toContain('/user/order/list')
  expect(placesOf(store).every(({ places }) => places.length > 0)).toBe(true)
  expect(offerOf('/user/trade/withdraw', store)).toEqual({ word: 'now', alone: null })
})

test('where one has ended, members get at what is theirs, and what begins something is gone', () => {
  const paths = pathsOf({ features: none, ended: every })
  for (const name of ['cashingIn', 'withdraw', 'redeem', 'record', 'limits', 'transfer', 'business', 'plans'])
    expect(paths).toContain(`/user/trade/${name}`)
  expect(paths).toContain('/user/agents/purchases')
  expect(paths).toContain('/user/activity/list')
  for (const name of ['purchase', 'deposit']) expect(paths).not.toContain(`/user/trade/${name}`)
})

test('each licence leaves its own places behind, and no others', () => {
  const paths = pathsOf({ features: none, ended: ['plans'] })
  expect(paths).toContain('/user/trade/plans')
  expect(paths).not.toContain('/user/trade/transfer')
  expect(paths).not.toContain('/user/agents/purchases')
})

test('a typed address of what is off is known, also behind its place and in other spelling', () => {
  const word = (path: string, store: Parameters<typeof offerOf>[1]) => offerOf(path, store).word
  const off: typeof store = { features: { ...all, cash_balance: false }, ended: ['cash_balance'] }
  expect(word('/user/trade/deposit/payment', off)).toBe('once')
  expect(word('/user/Trade/deposit/', off)).toBe('once')
  expect(word('/user/trade/transfer', { features: { ...all, gold_accounts: false }, ended: ['gold_accounts'] })).toBe(
    'once',
  )
  expect(word('/user/trade/transfer', off)).toBe('now')
  expect(word('/user/trade/plans', store)).toBe('never')
  expect(word('/user/order/list', store)).toBe('now')
})

test('what only begins leaves its word alone, and what is under way or can be ended stands below it', () => {
  const ended: typeof store = { features: none, ended: every }
  const [alone, stays] = [{ alone: expect.any(String) }, { alone: null }]
  for (const path of ['/user/trade/purchase', '/user/trade/deposit', '/user/Trade/purchase/'])
    expect(offerOf(path, ended)).toEqual({ word: 'once', ...alone })
  for (const path of ['/user/trade/purchase/payment', '/user/trade/deposit/payment', '/user/trade/plans'])
    expect(offerOf(path, ended)).toEqual({ word: 'once', ...stays })
  for (const path of ['/user/trade/cashingIn', '/user/trade/redeem', '/user/proof', '/user/trade/withdraw', '/user'])
    expect(offerOf(path, ended)).toEqual({ word: 'now', ...stays })
})

test('a place of what a shop never had answers with that alone, whether it begins something or ends it', () => {
  for (const path of ['purchase', 'cashingIn', 'redeem', 'limits', 'plans', 'transfer'])
    expect(offerOf(`/user/trade/${path}`, store)).toEqual({ word: 'never', alone: expect.any(String) })
  const onlyCash: typeof store = { features: { ...none, cash_balance: true }, ended: [] }
  expect(offerOf('/user/proof', onlyCash)).toEqual({ word: 'now', alone: null })
  expect(offerOf('/user/trade/cashingIn', onlyCash)).toMatchObject({ word: 'never' })
})
