/** A card that was not its payer's: what it paid can be held and sold, and leaves for nobody until it clears (decision 0067). */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenDeposit, paidDeposit, takesCharges } from '../../tests/support/deposits.ts'
import { disputed } from '../../tests/support/disputes.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { tryWithdrawal, withdrawer } from '../../tests/support/payouts.ts'
import { ask } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { addressOf, send } from '../../tests/support/transfers.ts'
import { auditVault, fillVault, heldBy, openVault, quote, trade, vaultMember } from '../../tests/support/vault.ts'
import type { HoldingView } from './contract.ts'

const { sound, broken } = openShopPair()
const GRAM = 10_000n
let friend: TestMember
beforeAll(async () => {
  for (const shop of [sound, broken]) {
    await openVault(shop)
    await fillVault(shop, 1000n * GRAM)
  }
})
beforeEach(async () => {
  for (const shop of [sound, broken]) takesCharges(shop)
  friend = await vaultMember(sound)
})

const bought = async (shop: Shop, member: TestMember, money: bigint) => {
  const done = await trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'amount', `${money}`))
  expect(done.http).toBe(200)
  return done.data.weight
}
const give = (member: TestMember, weight: string) => send(sound, member, { to: addressOf(friend), weight })
/** What their home says of it. */
const staying = async (member: TestMember) => (await ask<HoldingView>(sound, member, '/trade/holding')).stays
/** The days of its bank are over: what a deposit says never changes, so only who owns the schema can turn its clock. */
const clears = (shop: Shop, { deposit_id }: OpenDeposit) =>
  asOwner(shop.connectionString, [
    'alter table vault.deposits disable trigger guard_deposit',
    `update vault.deposits set clears_at = now() where id = '${deposit_id}'`,
    'alter table vault.deposits enable trigger guard_deposit',
  ])

test('what a card paid buys gold that cannot be sent until it clears, and then can', async () => {
  const member = await vaultMember(sound)
  const deposit = await paidDeposit(sound, member, 1_000_000n)
  const weight = await bought(sound, member, 1_000_000n)
  expect(await give(member, weight)).toMatchObject({
    ...{ code: 6000, error: 'value_uncleared' },
    data: { may_leave: '0.0000', clears_at: expect.stringMatching(/^\d{4}-/) },
  })
  expect((await heldBy(sound, friend)).gold).toBe(0n)
  expect(await staying(member)).toEqual({
    ...{ gold: weight, cash: '0', clears_at: expect.stringMatching(/^\d{4}-/), is_disputed: false },
  })
  await clears(sound, deposit)
  expect(await staying(member)).toBeNull()
  expect(await give(member, weight)).toMatchObject({ http: 200, data: { state: 'accepted' } })
  expect(await auditVault(sound)).toEqual([])
})

test('nor can what it was sold for buy other gold that leaves', async () => {
  const member = await vaultMember(sound)
  await paidDeposit(sound, member, 1_000_000n)
  const weight = await bought(sound, member, 1_000_000n)
  const sale = await trade(sound, member, 'cashingIn', await quote(sound, member, 'cashingIn', 'weight', weight))
  const again = await bought(sound, member, BigInt(sale.data.amount))
  expect(await give(member, again)).toMatchObject({ error: 'value_uncleared', data: { may_leave: '0.0000' } })
})

test('nor is it withdrawn, as it came or as what its gold was sold for', async () => {
  const member = await withdrawer(sound, 100_000n)
  await paidDeposit(sound, member, 1_000_000n)
  expect(await tryWithdrawal(sound, member, 100_001n)).toMatchObject({
    ...{ code: 6000, error: 'value_uncleared' },
    data: { may_leave: '100000', clears_at: expect.stringMatching(/^\d{4}-/) },
  })
  const weight = await bought(sound, member, 1_000_000n)
  const sale = await trade(sound, member, 'cashingIn', await quote(sound, member, 'cashingIn', 'weight', weight))
  expect(sale.http).toBe(200)
  expect(await tryWithdrawal(sound, member, 100_001n)).toMatchObject({ error: 'value_uncleared' })
  expect(await tryWithdrawal(sound, member, 100_000n)).toMatchObject({ http: 200 })
})

test('gold that was there before leaves all the same', async () => {
  const member = await vaultMember(sound, { gold: 2n * GRAM })
  await paidDeposit(sound, member, 1_000_000n)
  await bought(sound, member, 1_000_000n)
  expect(await give(member, '2')).toMatchObject({ http: 200 })
  expect(await give(member, '0.0001')).toMatchObject({ error: 'value_uncleared', data: { may_leave: '0.0000' } })
})

test('a dispute keeps it whatever the days say; lost and spent, nothing of the member’s leaves until it is settled', async () => {
  const member = await vaultMember(sound, { gold: GRAM })
  const deposit = await paidDeposit(sound, member, 1_000_000n)
  const weight = await bought(sound, member, 1_000_000n)
  await clears(sound, deposit)
  await disputed(sound, deposit, 'open')
  expect(await give(member, '1.0001')).toMatchObject({ code: 6000, error: 'value_disputed' })
  expect(await staying(member)).toMatchObject({ is_disputed: true, clears_at: null })
  await disputed(sound, deposit, 'lost')
  expect(await staying(member)).toMatchObject({ is_disputed: true, clears_at: null })
  expect(await give(member, '0.0001')).toMatchObject({ error: 'value_disputed' })
  const sale = await quote(sound, member, 'cashingIn', 'weight', weight)
  expect(await trade(sound, member, 'cashingIn', sale), 'selling goes on').toMatchObject({ http: 200 })
})

test('control: a send that looks at deposits that have cleared alone lets it go', async () => {
  const member = await vaultMember(broken)
  const other = await vaultMember(broken)
  await paidDeposit(broken, member, 1_000_000n)
  const weight = await bought(broken, member, 1_000_000n)
  broken.intercept.current = (text) => text.replace('clears_at <= now() as clear', 'true as clear')
  expect(await send(broken, member, { to: addressOf(other), weight })).toMatchObject({ http: 200 })
})
