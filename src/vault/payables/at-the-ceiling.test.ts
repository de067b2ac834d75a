/** Money that comes to a member while the float of the store is full: owed beside the balance, and said so (decisions 0098, 0104). */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expireDeposit, openDeposit, payDeposit, takesCharges } from '../../../tests/support/deposits.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { fakeAcquirer, paidOrder, quoted, staff } from '../../../tests/support/money-back.ts'
import {
  fakePayouts,
  payoutRound,
  restPayouts,
  tryCancel,
  type Withdrawer,
  withBank,
  withdrawal,
  withdrawalsOf,
  withdrawer,
} from '../../../tests/support/payouts.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { ask, someSku } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { auditVault, fillVault, heldBy, openVault, takeCash, vaultMember } from '../../../tests/support/vault.ts'
import { closeWindow, soldWrong } from '../../../tests/support/wrong-prices.ts'
import { sql } from '../../db/database.ts'
import { payDifference } from '../../orders/price-windows/end-line.ts'
import { readFloat } from '../deposit-float.ts'

const { sound, broken } = openShopPair()
const THOUSAND = 1000n
beforeAll(async () => {
  for (const one of [sound, broken]) {
    await openVault(one)
    await fillVault(one, 10_000_000n)
    fakeAcquirer(one)
    takesCharges(one)
  }
})
beforeEach(async () => {
  for (const one of [sound, broken]) await freshTick(one)
})
afterEach(async () => {
  for (const one of [sound, broken]) {
    one.intercept.current = undefined
    await one.karat.db.run(sql`update vault.float_alarms set ended_at = now() where ended_at is null`)
    await restPayouts(one)
  }
  for (const { at, member, room } of fillers.splice(0)) await takeCash(at, member, room)
  expect(await auditVault(sound)).toEqual([])
})

/** What fills a float, until the test is over. */
const fillers: { at: Shop; member: TestMember; room: bigint }[] = []

/** The float is at its ceiling, which the house knows. */
async function full(at: Shop) {
  const float = await readFloat(at.karat.db, { store: 'id', currency: 'IDR' })
  const room = (float?.ceiling ?? 0n) - (float?.held ?? 0n) - (float?.open ?? 0n)
  fillers.push({ at, room, member: await vaultMember(at, { cash: room }) })
  await at.karat.db.run(sql`
    insert into vault.float_alarms (store, float_minor, ceiling_minor) values ('id', 1000000000, 1000000000)`)
}
const lettersOf = async (at: Shop, { id }: Pick<TestMember, 'id'>) =>
  (
    await at.karat.db.rows<{ template: string }>(
      sql`select template from mail.messages where destination = ${`${id}@karat.test`}`,
    )
  ).map(({ template }) => template)
const waitingOf = async (at: Shop, member: TestMember) =>
  (await withdrawalsOf(at, member)).waiting.map(({ amount, account }) => [amount, account?.number ?? null])

test('what its member takes back in time was in the float all along', async () => {
  const member = await withdrawer(sound, 300n * THOUSAND)
  await full(sound)
  await tryCancel(sound, member, await withdrawal(sound, member, 50n * THOUSAND))
  expect((await heldBy(sound, member)).cash).toBe(300n * THOUSAND)
})

/** A cancellation whose member was given too little, of which a part is beyond the payment. */
async function givenTooLittle(at: Shop) {
  const member = await vaultMember(at)
  const { order } = await paidOrder(at, member, await someSku(at))
  const { bounds } = await soldWrong(at, async () => {
    const { quote_id } = await quoted(at, member, order.order_id)
    await ask(at, member, '/order/cancel_order', { order_id: order.order_id, quote_id })
    return {}
  }, [10_000n, 15_000n])
  await closeWindow(at, bounds)
  return { member, orderId: order.order_id }
}
const payOne = async (at: Shop, orderId: string) => {
  const refund = { ...at.karat.settings.refund, twoPeopleFrom: { IDR: 10n ** 15n, MYR: 10n ** 15n, USD: 10n ** 15n } }
  const karat = { ...at.karat, settings: { ...at.karat.settings, refund } } as unknown as typeof at.karat
  return payDifference(karat, await staff(at, 'prices.difference'), { orderId, reason: 'The feed was off' }, null)
}

/** What stands first is taken first by everybody who takes several (decision 0104). */
const LOCKS: [string, RegExp][] = [
  ['payment', /from payments\.payments.*for update/s],
  ['place', /from vault\.holders where.*for no key update/s],
  ['record', /from (orders\.orders|vault\.deposits|vault\.payouts)\b(?!.*exists).*for update/s],
  ['line', /from orders\.window_sales.*for update/s],
  ['books', /insert into ledger\.transfers/],
  ['float', /pg_advisory_xact_lock\(hashtextextended\(\$1, 240\)\)/],
]
/** The locks that `work` takes, by when each is first taken. */
async function locksOf(at: Shop, work: () => Promise<unknown>): Promise<string[]> {
  const taken = new Set<string>()
  at.intercept.current = (text) => {
    for (const [name, lock] of LOCKS) if (lock.test(text)) taken.add(name)
    return text
  }
  await work()
  at.intercept.current = undefined
  return [...taken]
}
const inOrder = (taken: string[]) => LOCKS.flatMap(([name]) => (taken.includes(name) ? name : []))

test('whoever brings money into a balance takes place and record before the books, and the float last', async () => {
  const gaining = await vaultMember(sound)
  const { order } = await paidOrder(sound, gaining, await someSku(sound))
  const { orderId } = await givenTooLittle(sound)
  await movePrice(sound, 800)
  const { quote_id } = await quoted(sound, gaining, order.order_id)
  const member = await withdrawer(sound, 100n * THOUSAND)
  const deposit = await openDeposit(sound, member, 60n * THOUSAND)
  await expireDeposit(sound, deposit)
  const taken = await withdrawal(sound, member, 100n * THOUSAND)
  await full(sound)
  const cancels = () => ask(sound, gaining, '/order/cancel_order', { order_id: order.order_id, quote_id })
  const all = ['payment', 'place', 'record', 'books', 'float']
  expect(await locksOf(sound, cancels)).toEqual(all)
  expect(await locksOf(sound, () => payOne(sound, orderId))).toEqual(inOrder([...all, 'line']))
  expect(await locksOf(sound, () => tryCancel(sound, member, taken))).toEqual(
    inOrder(['place', 'record', 'books', 'float']),
  )
  const late = await locksOf(sound, () => payDeposit(sound, deposit))
  expect(late.slice(0, 3)).toEqual(['payment', 'place', 'record'])
})

test('a cancellation without a gain waits for nobody at its buyer’s place', async () => {
  const member = await vaultMember(sound)
  const { order } = await paidOrder(sound, member, await someSku(sound))
  const { quote_id, gain } = await quoted(sound, member, order.order_id)
  expect(gain).toBe('0')
  const cancels = () => ask(sound, member, '/order/cancel_order', { order_id: order.order_id, quote_id })
  expect(await locksOf(sound, cancels)).not.toContain('place')
})

/** A withdrawal that a bank sends back while the float is full. */
async function returned(at: Shop): Promise<Withdrawer> {
  const provider = fakePayouts(at)
  provider.does = 'paid'
  const member = await withdrawer(at, 200n * THOUSAND)
  await withdrawal(at, member, 100n * THOUSAND)
  await payoutRound(at)
  await full(at)
  provider.all('returned')
  await payoutRound(at)
  return member
}

test('a withdrawal that a bank sends back is owed, to no account by itself, and its member is told', async () => {
  const member = await returned(sound)
  expect((await heldBy(sound, member)).cash).toBe(100n * THOUSAND)
  expect(await waitingOf(sound, member)).toEqual([['100000', null]])
  expect(await lettersOf(sound, member)).toEqual(expect.arrayContaining(['payout_returned', 'payable_waits']))
})

test('control: one that does not ask is over the ceiling', async () => {
  broken.intercept.current = (text) =>
    text.replace('from vault.float_alarms where store', 'from vault.float_alarms where false and store')
  const member = await returned(broken)
  expect((await heldBy(broken, member)).cash).toBe(200n * THOUSAND)
  const float = await readFloat(broken.karat.db, { store: 'id', currency: 'IDR' })
  expect((float?.held ?? 0n) > (float?.ceiling ?? 0n)).toBe(true)
})

test('so is one whose last try fails', async () => {
  const provider = fakePayouts(sound)
  provider.does = 'accepted'
  const member = await withdrawer(sound, 300n * THOUSAND)
  await withdrawal(sound, member, 100n * THOUSAND)
  for (let tries = 0; tries < 3; tries++) {
    await payoutRound(sound)
    if (tries === 2) await full(sound)
    provider.all('failed')
    await payoutRound(sound)
  }
  expect((await heldBy(sound, member)).cash).toBe(200n * THOUSAND)
  expect(await waitingOf(sound, member)).toEqual([['100000', null]])
  expect(await lettersOf(sound, member)).toEqual(expect.arrayContaining(['payout_failed', 'payable_waits']))
})

test('a gain goes to the account that its member has, and a letter says so', async () => {
  const member = await vaultMember(sound)
  const { order } = await paidOrder(sound, member, await someSku(sound))
  await withBank(sound, member)
  await movePrice(sound, 800)
  await full(sound)
  const { quote_id, gain } = await quoted(sound, member, order.order_id)
  await ask(sound, member, '/order/cancel_order', { order_id: order.order_id, quote_id })
  expect(await waitingOf(sound, member)).toEqual([[gain, expect.stringMatching(/\d{4}$/)]])
  const letters = await lettersOf(sound, member)
  expect(letters).toEqual(expect.arrayContaining(['order_settled', 'payable_goes']))
  expect(letters).not.toContain('order_settled_gain')
})

test('a difference that has no room is owed, and its letter does not say that it is in the balance', async () => {
  const { member, orderId } = await givenTooLittle(sound)
  await full(sound)
  await payOne(sound, orderId)
  expect((await heldBy(sound, member)).cash).toBe(0n)
  expect(await waitingOf(sound, member)).toHaveLength(1)
  const letters = await lettersOf(sound, member)
  expect(letters.filter((one) => one.startsWith('difference'))).not.toContain('difference_gain')
  expect(letters.filter((one) => one.startsWith('difference'))).not.toContain('difference_both')
  expect(letters).toContain('payable_waits')
})
