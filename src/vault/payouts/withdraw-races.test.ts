/** What happens to withdrawals at the same time, each with a control: the same again with a bug planted. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { faultAtEach } from '../../../tests/support/faults.ts'
import { metAt } from '../../../tests/support/meeting.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import {
  fakePayouts,
  payoutRound,
  restPayouts,
  tryCancel,
  tryWithdrawal,
  type Withdrawer,
  withdrawal,
  withdrawalsOf,
  withdrawer,
} from '../../../tests/support/payouts.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { allHaveLooked, atOnce, manyTries } from '../../../tests/support/races.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { auditVault, fillVault, heldBy, openVault, PIN, quote } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { minor } from '../../money/money.ts'
import { tradeGold } from '../trade-gold.ts'
import { payPayouts } from './pay-payouts.ts'
import { withdrawCash } from './withdraw-cash.ts'

const good = openShop()
/** What is planted here leaves damage. */
const broken = openShop()
const THOUSAND = 1000n
beforeAll(async () => {
  for (const shop of [good, broken]) {
    await openVault(shop)
    await asOwner(shop.connectionString, [manyTries])
  }
})
beforeEach(async () => {
  for (const shop of [good, broken]) {
    shop.clock.ms = Math.max(shop.clock.ms, Date.now())
    await freshTick(shop)
  }
})
afterEach(async () => {
  for (const shop of [good, broken]) {
    shop.intercept.current = undefined
    await restPayouts(shop)
  }
})

const withdraws = ({ karat }: Shop, { id: memberId, destination: destinationId }: Withdrawer, amount: bigint) =>
  withdrawCash(
    karat,
    { memberId, store: 'id', currency: 'IDR' },
    { amount: minor(amount), destinationId, pin: PIN },
    null,
  )
const buys = ({ karat }: Shop, { id: memberId }: Withdrawer, quoteId: string) =>
  tradeGold(karat, { memberId, store: 'id', currency: 'IDR' }, { side: 'buy', quoteId, pin: PIN }, null)

test('50 withdrawals beside a purchase: exactly what the balance covers goes through', async () => {
  await fillVault(good, 1_000_000n)
  const member = await withdrawer(good, 500n * THOUSAND)
  const { quote_id } = await quote(good, member, 'purchase', 'amount', '100000')
  const found = await atOnce<unknown>(good, [
    ...Array.from({ length: 25 }, () => () => withdraws(good, member, 100n * THOUSAND)),
    () => buys(good, member, quote_id),
    ...Array.from({ length: 25 }, () => () => withdraws(good, member, 100n * THOUSAND)),
  ])
  expect(found).toEqual({ through: 5, refused: new Set(['balance_too_low']) })
  expect((await heldBy(good, member)).cash).toBe(0n)
  expect(await auditVault(good)).toEqual([])
})
test('control: with balances that may go below zero, and nobody who looks, more is let through', async () => {
  const member = await withPlace(broken, 500n * THOUSAND)
  await asOwner(broken.connectionString, ['alter table ledger.balances drop constraint balance_never_negative'])
  const found = await atOnce(
    broken,
    Array.from({ length: 6 }, () => () => withdraws(broken, member, 100n * THOUSAND)),
    allHaveLooked(6),
  )
  expect(found.through).toBe(6)
})

/** Somebody whose place in the vault is there: making it is waited for. */
async function withPlace(shop: Shop, cash: bigint) {
  const member = await withdrawer(shop, cash)
  await tryCancel(shop, member, await withdrawal(shop, member, 10n * THOUSAND))
  return member
}

const sixOfTwo = async (shop: Shop, plant?: ReturnType<typeof allHaveLooked>) => {
  const member = await withPlace(shop, 1_000_000n * THOUSAND)
  return atOnce(
    shop,
    Array.from({ length: 6 }, () => () => withdraws(shop, member, 40_000n * THOUSAND)),
    plant,
  )
}
test('the day’s limit holds for withdrawals at once', async () => {
  expect(await sixOfTwo(good)).toEqual({ through: 2, refused: new Set(['payout_day_limit']) })
})
test('control: without the member’s place more are let through', async () => {
  expect((await sixOfTwo(broken, allHaveLooked(6))).through).toBe(6)
})

/** A member takes it back while rounds of two instances pay it. */
async function cancelBesidePaying(shop: Shop) {
  const provider = fakePayouts(shop)
  provider.does = 'paid'
  const member = await withdrawer(shop, 100n * THOUSAND)
  const made = await withdrawal(shop, member, 100n * THOUSAND)
  await shop.karat.db.run(sql`update vault.payouts set next_try_at = now() where id = ${made.payout_id}`)
  const [cancelled] = await Promise.all([
    tryCancel(shop, member, made),
    payPayouts(shop.karat),
    payPayouts(shop.karat),
    payPayouts(shop.karat),
  ])
  await payoutRound(shop)
  return {
    ...{ cancelled: cancelled.http === 200, paid: provider.known.size, cash: (await heldBy(shop, member)).cash },
    state: (await withdrawalsOf(shop, member)).withdrawals[0]?.state,
  }
}
test('taken back beside rounds that pay it: the one or the other, ten times', async () => {
  for (let time = 0; time < 10; time++) {
    const { cancelled, ...found } = await cancelBesidePaying(good)
    expect(found).toEqual(
      cancelled ? { paid: 0, cash: 100n * THOUSAND, state: 'cancelled' } : { paid: 1, cash: 0n, state: 'paid' },
    )
    await restPayouts(good)
  }
  expect(await auditVault(good)).toEqual([])
})

/** A first try is silent, and rounds of several instances run meanwhile: how often it left the provider. */
async function besideASecondTry(shop: Shop) {
  const provider = fakePayouts(shop)
  provider.does = 'silent'
  const member = await withdrawer(shop, 100n * THOUSAND)
  const made = await withdrawal(shop, member, 100n * THOUSAND)
  await payoutRound(shop)
  await shop.karat.db.run(sql`
    update vault.payouts set next_try_at = now() where id = ${made.payout_id} and state = 'paying'`)
  provider.all('returned')
  // None asks how the first try stands before each has been at the second one.
  shop.intercept.current = metAt('update vault.payout_tries t set asks', 3, (text) => text)
  await Promise.all([payPayouts(shop.karat), payPayouts(shop.karat), payoutRound(shop)])
  shop.intercept.current = undefined
  await payoutRound(shop)
  return { left: provider.known.size, cash: (await heldBy(shop, member)).cash }
}
test('returned beside a second try: it left once, and is back once', async () => {
  expect(await besideASecondTry(good)).toEqual({ left: 1, cash: 100n * THOUSAND })
  await restPayouts(good)
  await good.karat.db.run(sql`update vault.payouts set next_try_at = null where next_try_at is not null`)
})
test('control: without the one living try it is paid again', async () => {
  await asOwner(broken.connectionString, ['drop index vault.one_living_try'])
  expect((await besideASecondTry(broken)).left).toBeGreaterThan(1)
})

test('a fault at any statement of a withdrawal, or of taking it back, leaves it whole or absent', async () => {
  const member = await withdrawer(good, 1_000n * THOUSAND)
  const { statements } = await faultAtEach(good, () =>
    tryWithdrawal(good, member, 100n * THOUSAND, { key: 'the same' }),
  )
  expect(statements).toBeGreaterThan(10)
  const { withdrawals } = await withdrawalsOf(good, member)
  expect([withdrawals.length, (await heldBy(good, member)).cash]).toEqual([1, 900n * THOUSAND])
  await faultAtEach(good, () => tryCancel(good, member, withdrawals[0] as (typeof withdrawals)[number]))
  expect((await heldBy(good, member)).cash).toBe(1_000n * THOUSAND)
  expect(await auditVault(good)).toEqual([])
})

test.each(['accepted', 'paid', 'failed', 'returned'] as const)(
  'a fault at any statement of settling "%s" leaves it whole or absent',
  async (state) => {
    const provider = fakePayouts(good)
    provider.does = 'silent'
    const member = await withdrawer(good, 100n * THOUSAND)
    await withdrawal(good, member, 100n * THOUSAND)
    await payoutRound(good)
    provider.all(state)
    const [payout] = provider.known.values()
    if (!payout) throw new Error('nothing was asked')
    const settle = () => good.karat.db.transaction((tx) => good.karat.settlePayout(tx, { ...payout, state }))
    expect((await faultAtEach(good, settle)).done).toBe(`payout_${state}`)
    expect(await auditVault(good)).toEqual([])
  },
)

test('a fault at any statement of giving a withdrawal back after its last try leaves it whole or absent', async () => {
  const provider = fakePayouts(good)
  provider.does = 'failed'
  const member = await withdrawer(good, 100n * THOUSAND)
  const made = await withdrawal(good, member, 100n * THOUSAND)
  for (let tries = 1; tries < 3; tries++) await payoutRound(good)
  provider.does = 'silent'
  await payoutRound(good)
  const last = [...provider.known.values()].at(-1)
  if (!last) throw new Error('nothing was asked')
  const settle = () => good.karat.db.transaction((tx) => good.karat.settlePayout(tx, { ...last, state: 'failed' }))
  expect((await faultAtEach(good, settle)).done).toBe('payout_failed')
  expect((await withdrawalsOf(good, member)).withdrawals).toMatchObject([
    { payout_id: made.payout_id, state: 'failed' },
  ])
  expect((await heldBy(good, member)).cash).toBe(100n * THOUSAND)
  expect(await auditVault(good)).toEqual([])
})
