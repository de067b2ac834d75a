/** Withdrawals through the shop's own calls: what moves, what is refused, and what becomes of them whatever the provider does. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newestMail } from '../../../tests/support/account.ts'
import { untilProcessed } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import {
  fakePayouts,
  payoutRound,
  restPayouts,
  tellOf,
  tryCancel,
  tryWithdrawal,
  type Withdrawer,
  withdrawal,
  withdrawalsOf,
  withdrawer,
} from '../../../tests/support/payouts.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { auditVault, openVault, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { holdPurposes } from '../../hold-purposes.ts'
import { pauseOutgoing } from '../../identity/outgoing-pause.ts'
import { expireHolds } from '../../ledger/expire-holds.ts'
import { processWaitingEvents } from '../../payments/worker.ts'
import { settings } from '../../settings.ts'
import { payPayouts } from './pay-payouts.ts'

const shop = openShop()
const MILLION = 1_000_000n
let provider: ReturnType<typeof fakePayouts>
let member: Withdrawer
beforeAll(() => openVault(shop))
beforeEach(async () => {
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  await freshTick(shop)
  provider = fakePayouts(shop)
  member = await withdrawer(shop, 5n * MILLION)
})
afterEach(async () => {
  shop.intercept.current = undefined
  expect(await auditVault(shop)).toEqual([])
  await restPayouts(shop)
})

type Where = 'cash' | 'cash_held'
const has = async (kind: Where) =>
  (
    await shop.karat.db.row<{ sum: bigint }>(sql`
      select coalesce(sum(b.balance), 0)::bigint as sum from ledger.accounts a join ledger.balances b on b.account_id = a.id
      where a.member_id = ${member.id} and a.kind = ${kind}`)
  )?.sum
const money = async () => [await has('cash'), await has('cash_held')]
const newest = async () => (await withdrawalsOf(shop, member)).withdrawals[0]
const letters = async () =>
  (
    await shop.karat.db.rows<{ template: string }>(sql`
      select template from mail.messages where member_id = ${member.id} and template like 'payout\\_%' and template <> 'payout_bound' order by id`)
  ).map(({ template }) => template)
const rounds = async (count: number) => {
  for (let done = 0; done < count; done++) await payoutRound(shop)
}

test('held when asked for, on its way when taken on, paid when it has arrived; told at both ends', async () => {
  const made = await withdrawal(shop, member, 2n * MILLION)
  expect(made).toMatchObject({
    state: 'pending',
    amount: '2000000',
    account: { provider_name: 'BCA', number: '•••• 7890' },
  })
  expect(await money()).toEqual([3n * MILLION, 2n * MILLION])
  await rounds(1)
  expect(provider.asked).toMatchObject([
    { amountMinor: 2n * MILLION, currency: 'IDR', account: { kind: 'bank', provider: 'bca', number: '1234567890' } },
  ])
  expect([await newest(), await money()]).toMatchObject([{ state: 'paying' }, [3n * MILLION, 0n]])
  provider.all('paid')
  await rounds(2)
  expect(await newest()).toMatchObject({ state: 'paid', paid_at: expect.any(String) })
  expect(await letters()).toEqual(['payout_requested', 'payout_paid'])
  expect((await newestMail(shop, `${member.id}@karat.test`)).subject).toContain('BCA •••• 7890')
  expect(provider.asked).toHaveLength(1)
})

test('taken back while nobody pays it, and not afterwards', async () => {
  const first = await withdrawal(shop, member, MILLION)
  expect((await tryCancel(shop, member, first)).data).toMatchObject({ state: 'cancelled' })
  expect(await money()).toEqual([5n * MILLION, 0n])
  expect(await tryCancel(shop, member, first)).toMatchObject({ http: 409, error: 'payout_state' })
  const second = await withdrawal(shop, member, MILLION)
  await rounds(1)
  expect(await tryCancel(shop, member, second)).toMatchObject({ http: 409, data: { state: 'paying' } })
  expect(await tryCancel(shop, await vaultMember(shop), second)).toMatchObject({ http: 404 })
})

test('refusals come in their order, and each leaves everything as it was', async () => {
  const { id, destination } = member
  const { db } = shop.karat
  const much = 1_000n * MILLION
  const stranger = await withdrawer(shop, 0n)
  const tried = (amount = much, wish: { pin?: string; destination?: string } = {}) =>
    tryWithdrawal(shop, member, amount, wish)
  await db.run(
    sql`update payouts.destinations set usable_from = now() + interval '90 minutes', holder = 'Somebody Else' where id = ${destination}`,
  )
  await db.transaction((tx) => pauseOutgoing(tx, id, 'pin'))
  expect(await tried(much, { pin: '111222' })).toMatchObject({ http: 403, error: 'pin_wrong' })
  expect(await tried()).toMatchObject({ code: 6000, error: 'outgoing_paused', data: { hours: 24 } })
  await db.run(sql`update identity.outgoing_pauses set ends_at = now() + interval '1 minute' where member_id = ${id}`)
  expect(await tried()).toMatchObject({ error: 'outgoing_paused', data: { hours: 1 } })
  await db.run(sql`update identity.outgoing_pauses set ends_at = now() where member_id = ${id}`)
  expect(await tried(much, { destination: stranger.destination })).toMatchObject({ http: 404, error: 'not_found' })
  expect(await tried()).toMatchObject({ http: 422, error: 'payout_name_differs' })
  await db.run(sql`update payouts.destinations set holder = 'Ratna Wulandari' where id = ${destination}`)
  expect(await tried()).toMatchObject({ code: 6000, error: 'payout_cooling', data: { hours: 2 } })
  await db.run(sql`update payouts.destinations set usable_from = now() where id = ${destination}`)
  expect(await tried(9_999n)).toMatchObject({ error: 'payout_amount', data: { least: '10000' } })
  expect(await tried()).toMatchObject({ error: 'payout_day_limit', data: { left: '100000000' } })
  expect(await tried(6n * MILLION)).toMatchObject({ http: 409, error: 'balance_too_low' })
  await db.run(sql`update payouts.destinations set removed_at = now(), is_default = false where id = ${destination}`)
  expect(await tried(MILLION)).toMatchObject({ http: 404 })
  expect((await tryWithdrawal(shop, member, '1.5')).error).toBe('invalid_input')
  expect([await money(), await newest()]).toEqual([[5n * MILLION, 0n], undefined])
})

test('what is withdrawn today counts until it came to nothing', async () => {
  const limit = settings.cash.stores.id?.payout.perDay ?? 0n
  member = await withdrawer(shop, 2n * limit)
  const first = await withdrawal(shop, member, limit)
  expect(await tryWithdrawal(shop, member, MILLION)).toMatchObject({ error: 'payout_day_limit', data: { left: '0' } })
  await tryCancel(shop, member, first)
  await withdrawal(shop, member, limit - MILLION)
  expect((await withdrawalsOf(shop, member)).terms).toMatchObject({ left_today: '1000000', least: '10000' })
})

test('the same key withdraws once', async () => {
  const [first, again] = [
    await tryWithdrawal(shop, member, MILLION, { key: 'once' }),
    await tryWithdrawal(shop, member, MILLION, { key: 'once' }),
  ]
  expect(again.data).toEqual(first.data)
  expect(await money()).toEqual([4n * MILLION, MILLION])
})

test('silence is asked again and pays once, whether it was heard or not', async () => {
  provider.does = 'silent'
  await withdrawal(shop, member, MILLION)
  provider.silent = true
  await rounds(4)
  expect([await newest(), await money()]).toMatchObject([{ state: 'paying' }, [4n * MILLION, MILLION]])
  provider.silent = false
  await rounds(1)
  expect([(await newest())?.state, provider.asked.length]).toEqual(['paid', 1])

  provider.does = 'absent'
  await withdrawal(shop, member, MILLION)
  await rounds(2)
  provider.does = 'paid'
  await rounds(2)
  expect((await newest())?.state).toBe('paid')
  const references = provider.asked.slice(1).map(({ reference }) => reference)
  expect([references.length, new Set(references).size]).toEqual([3, 1])
})

test.each([
  ['refused at once', 'failed', [4n * MILLION, MILLION]],
  ['taken on and refused then', 'accepted', [4n * MILLION, 0n]],
] as const)('%s: tried three times, then it is the member’s again, with the reason', async (_how, does, meanwhile) => {
  provider.does = does
  await withdrawal(shop, member, MILLION)
  for (const tries of [1, 2, 3]) {
    await rounds(1)
    expect(provider.asked).toHaveLength(tries)
    if (tries < 3) {
      expect(await money()).toEqual(meanwhile)
      if (does === 'failed') expect(await newest()).toMatchObject({ state: 'paying', trying_again: true })
    }
    if (does === 'accepted') {
      provider.all('failed')
      await shop.karat.db.run(sql`update vault.payout_tries set next_ask_at = now() where next_ask_at is not null`)
      await payPayouts(shop.karat)
    }
  }
  expect(new Set(provider.asked.map(({ reference }) => reference)).size).toBe(3)
  expect(await newest()).toMatchObject({ state: 'failed', failure: 'account_closed', trying_again: false })
  expect(await money()).toEqual([5n * MILLION, 0n])
  expect(await letters()).toEqual(['payout_requested', 'payout_failed'])
  expect((await newestMail(shop, `${member.id}@karat.test`)).body).toContain('the account is closed')
  await rounds(2)
  expect(provider.asked).toHaveLength(3)
})

test('returned days later, told by a signed notice: the member’s again once, however often it is told', async () => {
  provider.does = 'paid'
  await withdrawal(shop, member, MILLION)
  await rounds(1)
  expect((await newest())?.state).toBe('paid')
  const [payout] = provider.known.values()
  if (!payout) throw new Error('nothing was paid')
  // A notice that its provider does not bear out books nothing.
  await tellOf(shop, payout, 'returned')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await newest())?.state).toBe('paid')
  provider.all('returned')
  await Promise.all(Array.from({ length: 10 }, () => tellOf(shop, payout, 'returned')))
  await shop.karat.db.run(sql`update payments.events set next_try_at = now() where processed_at is null`)
  await processWaitingEvents(shop.karat)
  await untilProcessed(shop)
  expect(await newest()).toMatchObject({ state: 'returned', failure: 'account_closed', ended_at: expect.any(String) })
  expect(await money()).toEqual([5n * MILLION, 0n])
  expect(await letters()).toEqual(['payout_requested', 'payout_paid', 'payout_returned'])
})

test('a return that nobody told of is found when the provider is asked again', async () => {
  provider.does = 'paid'
  await withdrawal(shop, member, MILLION)
  await rounds(1)
  provider.all('returned')
  await rounds(1)
  expect([(await newest())?.state, await has('cash')]).toEqual(['returned', 5n * MILLION])
})

test('returned when the account is closed: it waits for the desk', async () => {
  provider.does = 'paid'
  await withdrawal(shop, member, 5n * MILLION)
  await rounds(1)
  await shop.karat.db.run(
    sql`update identity.members set frozen_at = now(), frozen_by = 'staff', closed_at = now() where id = ${member.id}`,
  )
  provider.all('returned')
  await rounds(1)
  const row = await shop.karat.db.row(sql`select state, returned_to from vault.payouts where member_id = ${member.id}`)
  expect([row, await money()]).toEqual([{ state: 'returned', returned_to: 'payout_clearing' }, [0n, 0n]])
})

test('answers about another amount, or that take back what was said for good, move nothing', async () => {
  provider.does = 'paid'
  await withdrawal(shop, member, MILLION)
  await rounds(1)
  const [[reference, payout] = []] = provider.known.entries()
  if (!reference || !payout) throw new Error('nothing was paid')
  const settle = (told: object) =>
    shop.karat.db.transaction((tx) => shop.karat.settlePayout(tx, { ...payout, ...told }))
  await expect(settle({ state: 'failed' })).rejects.toThrow('after it was paid')
  await expect(settle({ state: 'returned', amountMinor: MILLION - 1n })).rejects.toThrow('pays 999999 IDR')
  await expect(settle({ state: 'returned', currency: 'MYR' })).rejects.toThrow('MYR')
  expect(await settle({ state: 'accepted' })).toBe('nothing_new')
  expect(await settle({ reference: 'somebody else’s' })).toBe('unknown_payout')
  expect((await newest())?.state).toBe('paid')
})

test('a frozen account is not paid from; at the end of its hold its money is its member’s again', async () => {
  await withdrawal(shop, member, MILLION)
  await shop.karat.db.run(
    sql`update identity.members set frozen_at = now(), frozen_by = 'member' where id = ${member.id}`,
  )
  await rounds(2)
  expect([provider.asked, await money()]).toEqual([[], [4n * MILLION, MILLION]])
  await endHolds()
  expect(await money()).toEqual([5n * MILLION, 0n])
  expect(await letters()).toEqual(['payout_requested', 'payout_failed'])
})

test('a hold whose payout may have been paid ends with another in its place', async () => {
  provider.does = 'silent'
  provider.silent = true
  await withdrawal(shop, member, MILLION)
  await rounds(1)
  await endHolds()
  expect(await money()).toEqual([4n * MILLION, MILLION])
  provider.silent = false
  await rounds(1)
  expect([(await newest())?.state, await money()]).toEqual(['paid', [4n * MILLION, 0n]])
})

async function endHolds() {
  await asOwner(shop.connectionString, [
    'alter table ledger.holds disable trigger guarded',
    `update ledger.holds set placed_at = now() - interval '2 hours', expires_at = now() - interval '1 hour' where state = 'placed'`,
    'alter table ledger.holds enable always trigger guarded',
  ])
  const failed: unknown[] = []
  await expireHolds(shop.karat.db, holdPurposes(shop.karat), (error) => failed.push(error))
  expect(failed).toEqual([])
}
