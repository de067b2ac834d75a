/** Sales whose money goes to an account of the member's, in a store with cash balances and in one without (decision 0083). */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newestMail } from '../../../tests/support/account.ts'
import { stopMember } from '../../../tests/support/cases.ts'
import { takesCharges } from '../../../tests/support/deposits.ts'
import { faultAtEach } from '../../../tests/support/faults.ts'
import { paidPurchase } from '../../../tests/support/gold-purchases.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { fakeAcquirer, paidOrder, quoted } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import {
  fakePayouts,
  payoutRound,
  restPayouts,
  tryCancel,
  withBank,
  withdrawalsOf,
} from '../../../tests/support/payouts.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { ask, call, someSku } from '../../../tests/support/purchase.ts'
import { allHaveLooked, atOnce, manyTries } from '../../../tests/support/races.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { auditVault, fillVault, heldBy, openVault, PIN, quote, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import type { TradeView } from '../contract.ts'
import { readFloat } from '../deposit-float.ts'
import { payPayables } from './pay-payables.ts'

const shop = openShop()
/** What is planted here leaves damage. */
const broken = openShop()
const GRAM = 10_000n
beforeAll(async () => {
  for (const one of [shop, broken]) {
    await openVault(one)
    await fillVault(one, 1000n * GRAM, 'my')
  }
  fakeAcquirer(shop)
  takesCharges(shop)
})
beforeEach(async () => {
  for (const one of [shop, broken]) {
    one.clock.ms = Math.max(one.clock.ms, Date.now())
    await freshTick(one)
  }
})
afterEach(async () => {
  shop.intercept.current = undefined
  broken.intercept.current = undefined
  await restPayouts(shop)
  expect(await auditVault(shop)).toEqual([])
})

const inStore = (store: 'id' | 'my', gold = GRAM) => vaultMember(shop, { gold, store })
async function sell(at: Shop, member: TestMember, weight: string, destination?: string) {
  const { quote_id } = await quote(at, member, 'cashingIn', 'weight', weight)
  return call<TradeView>(at, member, '/trade/cashingIn', {
    ...{ quote_id, pin: PIN, ...(destination && { destination_id: destination }) },
  })
}
const claim = (at: Shop, member: TestMember, destination: string, pin = PIN) =>
  call<{ count: number }>(at, member, '/trade/payable_claim', { destination_id: destination, pin })
/** The round now, whatever it was put off to. */
async function round(at: Shop) {
  await at.karat.db.run(sql`update vault.payables set next_look_at = now() where next_look_at is not null`)
  await payPayables(at.karat)
}
const waitingOf = async (member: TestMember) => (await withdrawalsOf(shop, member)).waiting
const paidOut = async (member: TestMember) =>
  (await withdrawalsOf(shop, member)).withdrawals.map(({ amount, state }) => ({ amount, state }))
const mail = (member: TestMember) => newestMail(shop, `${member.id}@karat.test`)

test('a sale goes on to an account: nothing is left in the balance, and taking the payout back leaves it there', async () => {
  const member = await inStore('id')
  const destination = await withBank(shop, member)
  const { data } = await sell(shop, member, '1', destination)
  expect(data.proceeds).toMatchObject({ go: 'account', account: { provider_name: 'BCA' } })
  expect(data.cash).toBe('0')
  expect((await mail(member)).body).toContain('We pay the money to BCA')
  const [payout] = (await withdrawalsOf(shop, member)).withdrawals
  expect(payout).toMatchObject({ state: 'pending', amount: data.amount })
  if (payout) await tryCancel(shop, member, payout)
  expect(await heldBy(shop, member)).toEqual({ cash: BigInt(data.amount), gold: 0n })
})

test('where a balance is kept, what may not leave now is not sold to an account, and nothing has happened', async () => {
  const member = await inStore('id')
  const destination = await withBank(shop, member)
  await shop.karat.db.run(sql`
    update payouts.destinations set usable_from = now() + interval '3 hours' where id = ${destination}`)
  expect(await sell(shop, member, '1', destination)).toMatchObject({ http: 409, error: 'payout_cooling' })
  expect(await sell(shop, member, '0.0001', destination)).toMatchObject({ http: 409 })
  expect(await heldBy(shop, member)).toEqual({ cash: 0n, gold: GRAM })
  const { quote_id } = await quote(shop, member, 'cashingIn', 'weight', '1')
  const body = { quote_id, pin: PIN, destination_id: destination }
  const confirmed = () => call<TradeView>(shop, member, '/trade/cashingIn', body)
  expect(await confirmed()).toMatchObject({ error: 'payout_cooling' })
  await shop.karat.db.run(sql`update payouts.destinations set usable_from = now() where id = ${destination}`)
  expect((await confirmed()).data.proceeds, 'the same quote, once it may').toMatchObject({ go: 'account' })
})

test('without balances a sale is paid out to the account by the next round, and its bank has it', async () => {
  const provider = fakePayouts(shop)
  provider.does = 'paid'
  const member = await inStore('my')
  const destination = await withBank(shop, member)
  const { data } = await sell(shop, member, '1', destination)
  expect(data).toMatchObject({ currency: 'MYR', cash: '0.00', proceeds: { go: 'waiting', account: { kind: 'bank' } } })
  expect(await waitingOf(member)).toMatchObject([{ amount: data.amount, because: 'sale', waits_for: null }])
  await round(shop)
  await payoutRound(shop)
  expect(await waitingOf(member)).toEqual([])
  expect(await paidOut(member)).toEqual([{ amount: data.amount, state: 'paid' }])
  expect(await heldBy(shop, member)).toEqual({ cash: 0n, gold: 0n })
})

test('without an account it waits, its member is told where to name one, and is paid once that may be paid to', async () => {
  const member = await inStore('my')
  const { data } = await sell(shop, member, '0.5')
  expect(data.proceeds).toEqual({ go: 'waiting', account: null })
  expect((await mail(member)).body).toContain('/user/trade/withdraw')
  await round(shop)
  expect(await waitingOf(member)).toMatchObject([{ account: null }])
  const destination = await withBank(shop, member)
  await shop.karat.db.run(sql`
    update payouts.destinations set usable_from = now() + interval '3 hours' where id = ${destination}`)
  expect(await claim(shop, member, destination, '000000')).toMatchObject({ error: 'pin_wrong' })
  expect((await claim(shop, member, destination)).data).toEqual({ count: 1 })
  await round(shop)
  expect(await waitingOf(member)).toMatchObject([
    { account: { provider_name: 'Maybank' }, waits_for: 'payout_cooling' },
  ])
  await shop.karat.db.run(sql`update payouts.destinations set usable_from = now() where id = ${destination}`)
  await round(shop)
  expect(await paidOut(member)).toEqual([{ amount: data.amount, state: 'pending' }])
  expect(await claim(shop, member, destination)).toMatchObject({ http: 409, error: 'nothing_waits' })
})

test('gold that a card paid is sold at once, and its money leaves when the card can no longer be taken back', async () => {
  const member = await inStore('my', 0n)
  const destination = await withBank(shop, member)
  await paidPurchase(shop, member, '500.00')
  const { gold } = await heldBy(shop, member)
  expect(gold).toBeGreaterThan(0n)
  await sell(shop, member, '0.1', destination)
  await round(shop)
  expect(await waitingOf(member)).toMatchObject([{ waits_for: 'value_uncleared' }])
  await asOwner(shop.connectionString, [
    'alter table vault.purchases disable trigger guard_purchase',
    `update vault.purchases set clears_at = now() where member_id = '${member.id}'`,
    'alter table vault.purchases enable trigger guard_purchase',
  ])
  await round(shop)
  expect(await paidOut(member)).toMatchObject([{ state: 'pending' }])
})

test('what an account sends back waits for another one, which its member names', async () => {
  const provider = fakePayouts(shop)
  provider.does = 'returned'
  const member = await inStore('my')
  const destination = await withBank(shop, member)
  const { data } = await sell(shop, member, '1', destination)
  await round(shop)
  await payoutRound(shop)
  await round(shop)
  expect(await waitingOf(member)).toMatchObject([{ amount: data.amount, because: 'came_back', account: null }])
  expect((await mail(member)).subject).toContain('is waiting for you')
  provider.does = 'paid'
  await claim(shop, member, destination)
  await round(shop)
  await payoutRound(shop)
  expect((await paidOut(member)).map(({ state }) => state).sort()).toEqual(['paid', 'returned'])
})

test('what is owed to somebody whom a case stops, or whose account is frozen, waits', async () => {
  const [stopped, frozen] = await Promise.all([inStore('my'), inStore('my')])
  for (const member of [stopped, frozen]) await sell(shop, member, '1', await withBank(shop, member))
  await stopMember(shop, stopped)
  await shop.karat.db.run(sql`
    update identity.members set frozen_at = now(), frozen_by = 'member' where id = ${frozen.id}`)
  await round(shop)
  for (const { id } of [stopped, frozen])
    expect(await shop.karat.db.row(sql`select state, waits_for from vault.payables where member_id = ${id}`)).toEqual({
      state: 'waiting',
      waits_for: 'not_possible_now',
    })
})

test('an account that is removed is named again', async () => {
  const member = await inStore('my')
  const destination = await withBank(shop, member)
  await sell(shop, member, '1', destination)
  await ask(shop, member, '/user/removePayoutAccount', { id: destination, pin: PIN })
  await shop.karat.db.run(sql`delete from identity.outgoing_pauses where member_id = ${member.id}`)
  await round(shop)
  expect(await waitingOf(member)).toMatchObject([{ account: null, waits_for: 'not_found' }])
})

/** An order that somebody paid by a card, and whose gold has risen by more than it cost since. */
async function risen(at: Shop) {
  const member = await vaultMember(at)
  const { order } = await paidOrder(at, member, await someSku(at))
  return { member, order }
}
const cancel = async (at: Shop, { member, order }: Awaited<ReturnType<typeof risen>>) => {
  const { quote_id, gain } = await quoted(at, member, order.order_id)
  const done = await call(at, member, '/order/cancel_order', { order_id: order.order_id, quote_id })
  return { http: done.http, gain: BigInt(gain) }
}
/** The float is near its ceiling, with so much room. */
async function roomOf(at: Shop, room: bigint) {
  await at.karat.db.run(sql`
    insert into vault.float_alarms (store, float_minor, ceiling_minor) values ('id', 1000000000, 1000000000)`)
  const float = await readFloat(at.karat.db, { store: 'id', currency: 'IDR' })
  await vaultMember(at, { cash: (float?.ceiling ?? 0n) - (float?.held ?? 0n) - (float?.open ?? 0n) - room })
}
const overAlarm = ({ karat }: Shop) =>
  karat.db.run(sql`update vault.float_alarms set ended_at = now() where ended_at is null`)
const cashOfBoth = (at: Shop, both: { member: TestMember }[]) =>
  Promise.all(both.map(async ({ member }) => (await heldBy(at, member)).cash))

/** Two gains at once, of which there is room for one. */
async function twoGains(at: Shop, plant?: (text: string) => string | Promise<string>) {
  const both = [await risen(at), await risen(at)]
  await movePrice(at, 800)
  const gain = BigInt((await quoted(at, both[0]?.member as TestMember, both[0]?.order.order_id ?? '')).gain)
  await roomOf(at, (gain * 3n) / 2n)
  at.intercept.current = plant
  await Promise.all(both.map((one) => cancel(at, one)))
  at.intercept.current = undefined
  await overAlarm(at)
  return (await cashOfBoth(at, both)).filter((cash) => cash > 0n).length
}

test('of two gains at once the float takes the one that it has room for', async () => {
  expect(await twoGains(shop)).toBe(1)
})

test('control: gains that do not ask go over the ceiling', async () => {
  let planted = 0
  const kept = await twoGains(broken, (text) => {
    const changed = text.replace('from vault.float_alarms where store', 'from vault.float_alarms where false and store')
    if (changed !== text) planted++
    return changed
  })
  expect([planted, kept]).toEqual([2, 2])
})

test('at the ceiling the gain of a cancelled order is owed, and paid out to the account once there is one', async () => {
  const one = await risen(shop)
  await movePrice(shop, 800)
  await roomOf(shop, 0n)
  const { http, gain } = await cancel(shop, one)
  await overAlarm(shop)
  expect([http, gain > 0n, (await heldBy(shop, one.member)).cash]).toEqual([200, true, 0n])
  expect(await waitingOf(one.member)).toMatchObject([{ amount: `${gain}`, because: 'came_back' }])
  const letters = await shop.karat.db.rows<{ template: string }>(
    sql`select template from mail.messages where destination = ${`${one.member.id}@karat.test`}`,
  )
  expect(letters.map(({ template }) => template)).toEqual(expect.arrayContaining(['order_settled', 'payable_waits']))
})

test('at the ceiling of the float a sale is owed and not added to it', async () => {
  const rich = await vaultMember(shop, { cash: 1_000_000_000n })
  await shop.karat.db.run(sql`
    insert into vault.float_alarms (store, float_minor, ceiling_minor) values ('id', 1000000000, 1000000000)`)
  const member = await inStore('id')
  const { data } = await sell(shop, member, '1')
  expect([data.proceeds, data.cash]).toEqual([{ go: 'waiting', account: null }, '0'])
  await shop.karat.db.run(sql`update vault.float_alarms set ended_at = now() where ended_at is null`)
  expect((await heldBy(shop, rich)).cash).toBe(1_000_000_000n)
})

/** Six rounds of as many instances, beside a member who names another account: how many payouts there are. */
async function roundsBesideClaims(at: Shop, plant?: (text: string) => string | Promise<string>) {
  const member = await vaultMember(at, { gold: GRAM, store: 'my' })
  const destination = await withBank(at, member)
  await sell(at, member, '1', destination)
  await atOnce<unknown>(
    at,
    [...Array.from({ length: 6 }, () => () => payPayables(at.karat)), () => claim(at, member, destination)],
    plant,
  )
  // What was claimed a moment after a round had begun is the next one's.
  await payPayables(at.karat)
  const row = await at.karat.db.row<{ count: number }>(sql`
    select count(*)::int as count from vault.payouts where member_id = ${member.id}`)
  return row?.count
}
test('six rounds beside a claim pay it out once', async () => {
  for (let time = 0; time < 5; time++) expect(await roundsBesideClaims(shop)).toBe(1)
})
test('control: where nobody holds the place or the row, and holds resolve and post as often as asked, it is paid out again', async () => {
  await asOwner(broken.connectionString, [
    manyTries,
    'alter table ledger.holds disable trigger guarded',
    'alter table ledger.holds drop constraint hold_is_open_or_resolved',
    'alter table vault.payables disable trigger guard_payable',
  ])
  const looked = allHaveLooked(6, 'update ledger.holds set')
  const again = async (text: string) =>
    (await looked(text))
      .replace('next_look_at <= now() for update', 'true')
      .replace(` and state = 'placed'`, '')
      .replace(/(\$\d+),(\s+ledger\.account_ids)/, '$1::text || gen_random_uuid(),$2')
  expect(await roundsBesideClaims(broken, again)).toBeGreaterThan(1)
})

test('a fault at any statement of a sale to an account, or of paying what is owed, leaves it whole or absent', async () => {
  const member = await inStore('my')
  const destination = await withBank(shop, member)
  const { quote_id } = await quote(shop, member, 'cashingIn', 'weight', '1')
  const body = { quote_id, pin: PIN, destination_id: destination }
  const selling = () => call(shop, member, '/trade/cashingIn', body, { 'idempotency-key': quote_id })
  expect((await faultAtEach(shop, selling)).statements).toBeGreaterThan(15)
  expect(await waitingOf(member)).toHaveLength(1)
  await round(shop)
  expect(await paidOut(member)).toHaveLength(1)
})
