/** What open quotes of trades bind the house to, of one member and of a store; the control takes the turn away. */
import { beforeEach, expect, test } from 'vitest'
import { takesCharges } from '../../tests/support/deposits.ts'
import { openPurchase } from '../../tests/support/gold-purchases.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { call } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { fillVault, openVault, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'

const sound = openShop({ EXPOSURE_LIMITS: '1' })
const broken = openShop({ EXPOSURE_LIMITS: '1' })
beforeEach(async () => {
  for (const shop of [sound, broken]) {
    shop.intercept.current = undefined
    shop.clock.ms = Math.max(shop.clock.ms, Date.now())
    await freshTick(shop)
    await shop.karat.db.run(sql`update vault.quotes set expires_at = now() where expires_at > now()`)
  }
})
type Side = 'purchase' | 'cashingIn'
const quoted = async (shop: Shop, member: Awaited<ReturnType<typeof vaultMember>>, side: Side, value: string) => {
  const { http, error, data } = await call(shop, member, `/trade/${side}_quote`, { by: 'weight', value })
  return { http, error, data }
}
const openGrams = async (shop: Shop) =>
  (
    await shop.karat.db.row<{ grams: number }>(sql`
      select coalesce(sum(weight_e4), 0)::float8 / 10000 as grams from vault.quotes where used_at is null and expires_at > now()`)
  )?.grams

test('both sides of one member together are for 50 g at most; a newer quote takes the place of the older one', async () => {
  const member = await vaultMember(sound)
  expect(await quoted(sound, member, 'purchase', '50.0001')).toMatchObject({
    ...{ http: 409, error: 'exposure_limit', data: { of: 'member', most: '50.0000' } },
  })
  expect(await quoted(sound, member, 'purchase', '30')).toMatchObject({ http: 200 })
  expect(await quoted(sound, member, 'cashingIn', '20.0001')).toMatchObject({ error: 'exposure_limit' })
  expect(await quoted(sound, member, 'cashingIn', '20')).toMatchObject({ http: 200 })
  expect(await quoted(sound, member, 'purchase', '30')).toMatchObject({ http: 200 })
  expect(await openGrams(sound)).toBe(50)
})

test('a purchase that waits for its money counts until it ends, and its quote no more', async () => {
  takesCharges(sound)
  await openVault(sound)
  await fillVault(sound, 1_000_000n)
  const member = await vaultMember(sound)
  const opened = await openPurchase(sound, member, '30', { by: 'weight' })
  expect(await quoted(sound, member, 'cashingIn', '20.0001')).toMatchObject({ error: 'exposure_limit' })
  expect(await quoted(sound, member, 'cashingIn', '20')).toMatchObject({ http: 200 })
  await call(sound, member, '/trade/purchase_cancel', { purchase_id: opened.purchase_id })
  expect(await quoted(sound, member, 'cashingIn', '50')).toMatchObject({ http: 200 })
})

/** The store has 60 g left; five members ask for 50 g each, and all have written before one has counted. */
async function fiveAtOnce(shop: Shop, change: (text: string) => string | Promise<string>) {
  const others = await Promise.all(Array.from({ length: 39 }, () => vaultMember(shop)))
  for (const [n, one] of others.entries()) await quoted(shop, one, 'purchase', n === 38 ? '40' : '50')
  expect(await openGrams(shop)).toBe(1940)
  const five = await Promise.all(Array.from({ length: 5 }, () => vaultMember(shop)))
  const all = meetingAt('hashtextextended($1, 230)', 5)
  shop.intercept.current = async (text) => {
    await all(text)
    return change(text)
  }
  const answers = await Promise.all(five.map((one) => quoted(shop, one, 'purchase', '50')))
  shop.intercept.current = undefined
  return answers
}

test('of five that ask at once for what is left of a store, one gets it', async () => {
  const answers = await fiveAtOnce(sound, (text) => text)
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(answers.find(({ error }) => error)).toMatchObject({ error: 'exposure_limit', data: { of: 'shop' } })
  expect(await openGrams(sound)).toBe(1990)
})

test('control: without their turn none sees the others, and the store is bound to more than its limit', async () => {
  let planted = 0
  const commits = meetingAt('commit', 5)
  const answers = await fiveAtOnce(broken, async (text) => {
    await commits(text)
    if (!text.includes('hashtextextended($1, 230)')) return text
    planted++
    return 'select $1::text'
  })
  expect([planted, answers.filter(({ http }) => http === 200).length > 1]).toEqual([5, true])
})
