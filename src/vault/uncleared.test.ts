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
import { sql } from '../db/database.ts'
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

const buys = async (shop: Shop, member: TestMember, money: bigint) =>
  trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'amount', `${money}`))
const owed = async ({ karat }: Shop, { payment }: OpenDeposit) =>
  (
    await karat.db.row<{ minor: bigint }>(
      sql`select short_minor as minor from payments.disputes where payment_id = ${payment.payment_id}`,
    )
  )?.minor

test('what a bank asks back buys no gold; what is beside it does; lost, it is there to be taken', async () => {
  const member = await withdrawer(sound, 1_000_000n)
  const deposit = await paidDeposit(sound, member, 1_000_000n)
  await disputed(sound, deposit, 'open')
  const holding = () => ask<HoldingView>(sound, member, '/trade/holding')
  expect(await holding()).toMatchObject({ cash: '2000000', cash_frozen: '1000000' })
  expect(await buys(sound, member, 1_000_001n)).toMatchObject({
    ...{ code: 6000, error: 'cash_disputed', data: { may_spend: '1000000', currency: 'IDR' } },
  })
  expect(await buys(sound, member, 600_000n)).toMatchObject({ http: 200 })
  expect(await buys(sound, member, 400_001n)).toMatchObject({ error: 'cash_disputed', data: { may_spend: '400000' } })
  // It stays money: what was bought beside it may go, and so may what is left beside it.
  expect(await holding()).toMatchObject({ cash_frozen: '1000000', stays: { cash: '1000000', gold: '0.0000' } })
  expect(await tryWithdrawal(sound, member, 400_001n)).toMatchObject({ error: 'value_disputed' })
  expect(await tryWithdrawal(sound, member, 400_000n)).toMatchObject({ http: 200 })
  await disputed(sound, deposit, 'lost')
  expect([(await heldBy(sound, member)).cash, await owed(sound, deposit)]).toEqual([0n, 0n])
  expect(await auditVault(sound)).toEqual([])
})

test('gold that was bought before is sold, and what it brings buys nothing while the bank has not decided; won, it does', async () => {
  const member = await vaultMember(sound)
  const deposit = await paidDeposit(sound, member, 1_000_000n)
  const weight = await bought(sound, member, 1_000_000n)
  await disputed(sound, deposit, 'open')
  const sale = await trade(sound, member, 'cashingIn', await quote(sound, member, 'cashingIn', 'weight', weight))
  expect(sale.http).toBe(200)
  expect(await buys(sound, member, 10_000n)).toMatchObject({ error: 'cash_disputed', data: { may_spend: '0' } })
  await disputed(sound, deposit, 'won')
  expect(await buys(sound, member, 10_000n)).toMatchObject({ http: 200 })
})

test('two disputes of one payment ask for no more than it brought', async () => {
  const member = await vaultMember(sound, { cash: 1_000_000n })
  const deposit = await paidDeposit(sound, member, 1_000_000n)
  await disputed(sound, deposit, 'open', { amount: 700_000n })
  await disputed(sound, deposit, 'open', { amount: 700_000n, name: 'second' })
  const holding = await ask<HoldingView>(sound, member, '/trade/holding')
  expect(holding).toMatchObject({ cash: '2000000', cash_frozen: '1000000', stays: { cash: '1000000' } })
  expect(await buys(sound, member, 1_000_000n)).toMatchObject({ http: 200 })
})

/** Two purchases, of which what is free pays one; then the dispute is lost. */
async function twoBesideDispute(shop: Shop, plant?: (text: string) => string) {
  const member = await vaultMember(shop, { cash: 1_000_000n })
  const deposit = await paidDeposit(shop, member, 1_000_000n)
  await disputed(shop, deposit, 'open')
  shop.intercept.current = plant
  const answers = [await buys(shop, member, 900_000n), await buys(shop, member, 900_001n)]
  shop.intercept.current = undefined
  await disputed(shop, deposit, 'lost')
  return { bought: answers.filter(({ http }) => http === 200).length, owed: await owed(shop, deposit) }
}

test('of two purchases what is beside a dispute pays one, and nothing is owed when it is lost', async () => {
  expect(await twoBesideDispute(sound)).toEqual({ bought: 1, owed: 0n })
})

test('control: a purchase that does not ask for disputes spends it, and its grams stay', async () => {
  const asks = "where d.state = 'open' group by"
  let planted = 0
  const plant = (text: string) => {
    if (!text.includes(asks)) return text
    planted++
    return text.replace(asks, "where d.state = 'none' group by")
  }
  const { bought: both, owed: short } = await twoBesideDispute(broken, plant)
  expect([planted > 1, both, short]).toEqual([true, 2, 800_001n])
})

test('control: a send that looks at deposits that have cleared alone lets it go', async () => {
  const member = await vaultMember(broken)
  const other = await vaultMember(broken)
  await paidDeposit(broken, member, 1_000_000n)
  const weight = await bought(broken, member, 1_000_000n)
  broken.intercept.current = (text) => text.replace('clears_at <= now() as clear', 'true as clear')
  expect(await send(broken, member, { to: addressOf(other), weight })).toMatchObject({ http: 200 })
})
