/** What may be put into a cash balance; each race with a control that has its bug planted. */
import { beforeEach, expect, test } from 'vitest'
import { expireDeposit, openDeposit, takesCharges, tryDeposit } from '../../tests/support/deposits.ts'
import { turnOff } from '../../tests/support/licences.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { untilProcessed } from '../../tests/support/money-back.ts'
import { ask, notify } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { heldBy, openVault, vaultMember } from '../../tests/support/vault.ts'
import { settings } from '../settings.ts'
import type { DepositTermsView } from './deposit-contract.ts'
import { readFloat } from './deposit-float.ts'

const { sound, broken } = openShopPair()
const MILLION = 1_000_000n
beforeEach(() => {
  for (const shop of [sound, broken]) takesCharges(shop)
})
const terms = (shop: Shop, member: TestMember) => ask<DepositTermsView>(shop, member, '/trade/deposit_terms')

test('refuses less than the least and more than the most, and names both', async () => {
  const member = await signedIn(sound)
  const range = { error: 'deposit_amount', data: { least: '50000', most: '100000000', currency: 'IDR' } }
  expect(await tryDeposit(sound, member, 49_999n)).toMatchObject({ http: 409, ...range })
  expect(await tryDeposit(sound, member, 100n * MILLION + 1n)).toMatchObject(range)
  expect(await tryDeposit(sound, member, '50000.5')).toMatchObject({ http: 422, error: 'invalid_input' })
  expect(await tryDeposit(sound, member, 50_000n)).toMatchObject({ http: 200, data: { amount: '50000' } })
})

test('a store without cash balances takes none, and says so', async () => {
  const member = await signedIn(sound, 'Aisyah Rahman', 'my')
  const at = (method: 'GET' | 'POST', url: string, payload?: object) =>
    sound.app.inject({ method, url: `/api/storemy${url}`, headers: member.headers, ...(payload ? { payload } : {}) })
  expect((await at('GET', '/trade/deposit_terms')).json()).toMatchObject({ data: { currency: 'MYR', terms: null } })
  expect((await at('POST', '/trade/deposit', { amount: '100' })).json()).toMatchObject({ error: 'no_cash_balance' })
})

test('while the store may keep no balances it names no terms, and takes none', async () => {
  const member = await signedIn(sound)
  expect(await terms(sound, member)).toMatchObject({ terms: { least: '50000' } })
  await turnOff(sound, 'cash_balance')
  expect(await terms(sound, member)).toEqual({ currency: 'IDR', terms: null })
  expect(await tryDeposit(sound, member, MILLION)).toMatchObject({ error: 'feature_off' })
})

test('who may hold no gold is asked to verify first, and nobody deposits more than their day takes', async () => {
  const [nobody, small] = [await signedIn(sound, 'Bagus', 'id', 0), await signedIn(sound, 'Sari', 'id', 1)]
  expect(await tryDeposit(sound, nobody, MILLION)).toMatchObject({
    ...{ error: 'verification_required', data: { need: 'T1' } },
  })
  expect(await terms(sound, nobody)).toMatchObject({ terms: { may_hold_gold: false } })
  expect(await tryDeposit(sound, small, 51n * MILLION)).toMatchObject({
    ...{ error: 'verification_required', data: { need: 'T2' } },
  })
  await openDeposit(sound, small, 30n * MILLION)
  expect(await terms(sound, small)).toMatchObject({ terms: { left_today: '20000000', may_hold_gold: true } })
  // A newer one takes its place, and its part of the day.
  await openDeposit(sound, small, 50n * MILLION)
  expect(await terms(sound, small)).toMatchObject({ terms: { left_today: '0' } })
})

test('one key makes one deposit', async () => {
  const member = await signedIn(sound)
  const answers = await Promise.all(Array.from({ length: 5 }, () => tryDeposit(sound, member, MILLION, 'one key')))
  const made = answers.filter(({ http }) => http === 200).map(({ data }) => data.deposit_id)
  expect(new Set(made).size).toBe(1)
  expect(answers.filter(({ http, error }) => http !== 200 && error !== 'idempotency_still_running')).toEqual([])
  expect(await tryDeposit(sound, member, MILLION, 'one key')).toMatchObject({ data: { deposit_id: made[0] } })
  expect(await tryDeposit(sound, member, 2n * MILLION, 'one key')).toMatchObject({ error: 'idempotency_body_differs' })
})

/** Late money of 30 million beside a new deposit of 30 million, of who may put in 50 million a day. */
async function lateBesideNew(shop: Shop): Promise<{ booked: boolean; opened: boolean }> {
  const member = await signedIn(shop, 'Sari', 'id', 1)
  const late = await openDeposit(shop, member, 30n * MILLION)
  await expireDeposit(shop, late)
  const [answer] = await Promise.all([
    tryDeposit(shop, member, 30n * MILLION),
    notify(shop, { reference: late.payment.payment_id, amount: late.payment.amount }).then(() => untilProcessed(shop)),
  ])
  return {
    booked: (await heldBy(shop, member)).cash > 0n,
    opened: answer.http === 200,
  }
}

test('late money beside a new deposit: the day takes one of them', async () => {
  const { booked, opened } = await lateBesideNew(sound)
  expect([booked, opened].filter(Boolean)).toHaveLength(1)
})

test('control: a day that adds up and does not compare takes both', async () => {
  const compares =
    /where \(select most from mine\) is null or kyc\.days\.used \+ excluded\.used\s+- least\([^\n]+\) <= \(select most from mine\)/
  let planted = 0
  broken.intercept.current = (text) => {
    if (!compares.test(text)) return text
    planted++
    return text.replace(compares, '')
  }
  const { booked, opened } = await lateBesideNew(broken)
  expect([planted > 1, booked, opened]).toEqual([true, true, true])
})

/** The store has room for one and a half million; five members ask for a million each, and all have looked before one has written. */
async function fiveAtOnce(shop: Shop, change: (text: string) => string | Promise<string>) {
  await openVault(shop)
  const now = await readFloat(shop.karat.db, { store: 'id', currency: 'IDR' })
  const [ceiling, used] = [settings.cash.stores.id?.ceiling ?? 0n, (now?.held ?? 0n) + (now?.open ?? 0n)]
  await vaultMember(shop, { cash: ceiling - used - 1_500_000n })
  const five = await Promise.all(Array.from({ length: 5 }, () => signedIn(shop)))
  const all = meetingAt('hashtextextended($1, 240)', 5)
  shop.intercept.current = async (text) => {
    await all(text)
    return change(text)
  }
  const answers = await Promise.all(five.map((one) => tryDeposit(shop, one, MILLION)))
  shop.intercept.current = undefined
  return answers
}

test('of five that ask at once for the room that is left, one gets it; the office is warned', async () => {
  const answers = await fiveAtOnce(sound, (text) => text)
  expect(answers.map(({ error }) => error).toSorted()).toEqual([...Array(4).fill('deposits_full'), null])
  const float = await readFloat(sound.karat.db, { store: 'id', currency: 'IDR' })
  expect([(float?.held ?? 0n) + (float?.open ?? 0n), float?.alarm]).toEqual([(float?.ceiling ?? 0n) - 500_000n, true])
})

test('control: without their turn none sees the others, and the float goes over its ceiling', async () => {
  let planted = 0
  const commits = meetingAt('commit', 5)
  const answers = await fiveAtOnce(broken, async (text) => {
    await commits(text)
    if (!text.includes('hashtextextended($1, 240)')) return text
    planted++
    return 'select $1::text'
  })
  const float = await readFloat(broken.karat.db, { store: 'id', currency: 'IDR' })
  expect([planted, answers.filter(({ http }) => http === 200).length]).toEqual([5, 5])
  expect((float?.held ?? 0n) + (float?.open ?? 0n) > (float?.ceiling ?? 0n)).toBe(true)
})
