/** Limits of exposure that a dealer set: judged where a price is held, for whoever asks next. */
import { beforeAll, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, pickupPoint, someSku, submitted } from '../../../tests/support/purchase.ts'
import { settingsDesk } from '../../../tests/support/settings.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { describeExposure } from '../../backing/open-exposure.ts'
import { settings } from '../../settings.ts'

const limited = { EXPOSURE_LIMITS: '1' }
const shop = openShop(limited)
const broken = openShop(limited)
const desks = new Map<Shop, Awaited<ReturnType<typeof settingsDesk>>>()
const deskOf = (which: Shop) => desks.get(which) as Awaited<ReturnType<typeof settingsDesk>>
beforeAll(async () => {
  for (const one of [shop, broken]) {
    desks.set(one, await settingsDesk(one))
    await freshTick(one)
  }
})

const change = (value: Record<string, number>, from?: string) =>
  deskOf(shop).change({ name: 'limits', value, ...(from ? { from } : {}) })
/** Bars of 10 g. */
const hold = async (which: Shop, member: TestMember, quantity: number) =>
  call(which, member, '/product/confirm_order', {
    ...{ sku_id: await someSku(which), quantity },
    delivery: { mode: 'pickup', pickup_point_id: await pickupPoint(which) },
  })

test('a member, the newcomers of a store, transfers: each by what two people set; one from a day to come waits', async () => {
  const member = await signedIn(shop)
  const exposure = { member_grams: 50, store_grams: 150, transfers_grams: 5 }
  expect((await change(exposure)).approval_id).not.toBeNull()
  const { memberGrams, storeGrams, transfersGrams } = settings.exposure
  expect(await deskOf(shop).recorded()).toMatchObject({
    before: { member_grams: memberGrams, store_grams: storeGrams, transfers_grams: transfersGrams },
    after: exposure,
  })
  await change({ member_grams: 10 }, '2099-01-01')
  expect(await ask(shop, member, '/product/cartList')).toMatchObject({ most_fine_weight: '50.0000' })
  expect((await hold(shop, member, 6)).error).not.toBeNull()
  // A fifth of the store's, for all who have not bought before.
  expect(await hold(shop, member, 4)).toMatchObject({ error: 'exposure_limit', data: { of: 'shop' } })
  expect((await hold(shop, member, 3)).error).toBeNull()
  expect(await describeExposure(shop.karat.db, 'id', 'live')).toMatchObject({
    ...{ shop: { limit: '150.0000' }, newcomers: { open: '30.0000', limit: '30.0000', alarm: true } },
  })
  await change({ store_grams: 1000 })
  expect(await hold(shop, member, 6)).toMatchObject({
    ...{ error: 'exposure_limit', data: { of: 'member', most: '50.0000' } },
  })
  const { order_id } = await submitted(shop, member, await someSku(shop), 1)
  const byBank = () => call(shop, member, '/product/pay_order', { order_id, method: 'bank_transfer' })
  expect((await byBank()).error).not.toBeNull()
  await change({ transfers_grams: 10 })
  expect((await byBank()).error).toBeNull()
})

/** What a member who wants 30 g is told by an instance that has not heard yet of a limit of 20. */
async function askedOfTheDeaf(which: Shop, plant: (text: string) => string) {
  const member = await signedIn(which)
  await deskOf(which).change({ name: 'limits', value: { store_grams: 10_000 } })
  which.intercept.current = (text) => {
    if (text.includes('as "regionLevels"')) throw new Error('the line is cut')
    return plant(text)
  }
  await deskOf(which).change({ name: 'limits', value: { member_grams: 20 } })
  const { error } = await hold(which, member, 3)
  which.intercept.current = undefined
  return error
}
test('a limit holds from the moment it is set, whatever memory has heard', async () =>
  expect(await askedOfTheDeaf(shop, (text) => text)).toBe('exposure_limit'))
test('control: without looking it up the member holds more', async () =>
  expect(
    await askedOfTheDeaf(broken, (text) =>
      text.includes('with turn as materialized') ? text.replace('s.from_at <= now()', 'false') : text,
    ),
  ).toBeNull())

test.each([
  ['member_grams', 9],
  ['member_grams', 2000],
  ['store_grams', 99],
  ['transfers_grams', 2000],
])('%s refuses %i', async (field, value) => {
  await change({ store_grams: 1500, member_grams: 100, transfers_grams: 100 })
  const { data } = await deskOf(shop).ask({ name: 'limits', value: { [field]: value } })
  expect(Object.keys((data as { fields: object }).fields)).toEqual([field])
})
