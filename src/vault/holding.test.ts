/** What a member's home says of their gold, through the shop's own call. */
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../tests/support/members.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { ask } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { fillVault, openVault, quote, trade, vaultMember } from '../../tests/support/vault.ts'
import type { HoldingView } from './contract.ts'

const shop = openShop()
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 1_000_000n)
  await freshTick(shop)
})

const holdingOf = (member: Awaited<ReturnType<typeof signedIn>>) => ask<HoldingView>(shop, member, '/trade/holding')
async function trades(member: Parameters<typeof trade>[1], side: 'purchase' | 'cashingIn', value: string) {
  const { http, data } = await trade(shop, member, side, await quote(shop, member, side, 'weight', value))
  expect(http).toBe(200)
  return data
}

test('a member who never traded has nothing, and no average of it', async () => {
  expect(await holdingOf(await signedIn(shop))).toEqual({
    ...{
      currency: 'IDR',
      cash_balance: 'closed',
      cash: '0',
      cash_frozen: '0',
      cash_held: '0',
      gold: '0.0000',
      gold_held: '0.0000',
    },
    ...{ basis: { weight: '0.0000', cost: '0', average_cost: null }, realised: '0', since: null, movements: [] },
    is_paused: false,
    stays: null,
    price_choices: [],
    methods: expect.arrayContaining([{ method: 'card', banks: [], least: null, most: null }]),
  })
})

test('purchases and a sale give average cost, result and movements; somebody else sees none of it', async () => {
  const member = await vaultMember(shop, { cash: 20_000_000n })
  const first = await trades(member, 'purchase', '2')
  await movePrice(shop, 200)
  const second = await trades(member, 'purchase', '1')
  const sold = await trades(member, 'cashingIn', '1.5')
  const paid = BigInt(first.amount) + BigInt(second.amount)
  const holding = await holdingOf(member)
  const took = paid / 2n
  expect(holding).toMatchObject({
    ...{ cash: sold.cash, gold: '1.5000' },
    basis: {
      ...{ weight: '1.5000', cost: String(paid - took) },
      average_cost: String(((paid - took) * 10_000n + 14_999n) / 15_000n),
    },
    realised: String(BigInt(sold.amount) - took),
  })
  expect(holding.movements.map(({ kind, cash, gold }) => [kind, cash, gold])).toEqual([
    ['gold_sold', sold.amount, '-1.5000'],
    ['gold_bought', `-${second.amount}`, '1.0000'],
    ['gold_bought', `-${first.amount}`, '2.0000'],
    [expect.any(String), '20000000', '0.0000'],
  ])
  expect((await holdingOf(await signedIn(shop, 'Bagus Pratama'))).movements).toEqual([])
})

test('it is the newest movements that are told', async () => {
  const member = await vaultMember(shop, { cash: 20_000_000n, gold: 10_000n })
  for (const value of ['0.1', '0.2', '0.3']) await trades(member, 'cashingIn', value)
  await trades(member, 'purchase', '0.5')
  const { movements } = await holdingOf(member)
  expect(movements.map(({ gold }) => gold)).toEqual(['0.5000', '-0.3000', '-0.2000', '-0.1000', '1.0000'])
})

test('it is as many statements as docs/performance.md says, whatever was traded', async () => {
  const member = await vaultMember(shop, { cash: 20_000_000n })
  for (const value of ['0.1', '0.2']) await trades(member, 'purchase', value)
  let sent = 0
  shop.intercept.current = (text) => {
    sent += 1
    return text
  }
  await holdingOf(member)
  shop.intercept.current = undefined
  expect(await readFile('docs/performance.md', 'utf8')).toContain(`| holding | ${sent} |`)
})
