/** From which amounts on a second person is asked for, as a dealer set it: judged where somebody decides, whatever memory has heard. */
import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { fakeAcquirer, paidOrder, staff, stateOf } from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { someSku } from '../../../tests/support/purchase.ts'
import { settingsDesk } from '../../../tests/support/settings.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { giveUpByStaff } from '../../orders/give-up/give-up-order.ts'

const shop = openShop()
const broken = openShop()
const desks = new Map<Shop, Awaited<ReturnType<typeof settingsDesk>>>()
const deskOf = (which: Shop) => desks.get(which) as Awaited<ReturnType<typeof settingsDesk>>
beforeAll(async () => {
  for (const one of [shop, broken]) {
    fakeAcquirer(one)
    desks.set(one, await settingsDesk(one))
    await freshTick(one)
  }
})

const set = (which: Shop, value: Record<string, number | string>, from?: string) =>
  deskOf(which).change({ name: 'approvals', value, ...(from ? { from } : {}) })

const paid = async (which: Shop) => (await paidOrder(which, await signedIn(which), await someSku(which))).order

async function giveUp(which: Shop, orderId: string) {
  const wish = { orderId, expected: 'paid', cause: 'fraud', reason: 'The card was reported stolen' } as const
  const { approval_id } = await giveUpByStaff(which.karat, await staff(which, 'orders.give_up'), wish, null)
  return approval_id === null ? 'alone' : 'asked'
}

test('what is set from a day on waits for it; what holds decides, is shown, dated and recorded with what was before', async () => {
  const [first, second] = [await paid(shop), await paid(shop)]
  const owner = await staffSignedIn(shop, 'owner')
  const takesTwo = async () => {
    const { data } = await askStaff(shop, owner, `/orders/detail?order_id=${second.order_id}`)
    return (data as { giving_up: { takes_two: boolean } }).giving_up.takes_two
  }
  expect((await set(shop, { back_from: 1 })).approval_id).not.toBeNull()
  expect(await takesTwo()).toBe(true)
  expect(await giveUp(shop, first.order_id)).toBe('asked')
  await set(shop, { back_from: 900_000_000_000 })
  expect(await deskOf(shop).recorded()).toMatchObject({
    before: { back_from: 1 },
    after: { back_from: 900_000_000_000 },
  })
  await set(shop, { back_from: 1 }, '2099-01-01')
  expect(await takesTwo()).toBe(false)
  expect(await giveUp(shop, second.order_id)).toBe('alone')
  expect(await stateOf(shop, second.order_id)).toBe('cancelled')
})

/** What an instance that has heard of nothing does, after the dealer set that everything takes two. */
async function givenUpByTheDeaf(which: Shop, plant: (text: string) => string) {
  await set(which, { back_from: 900_000_000_000 })
  const { order_id } = await paid(which)
  which.intercept.current = (text) => {
    if (text.includes('as "regionLevels"')) throw new Error('the line is cut')
    return plant(text)
  }
  await set(which, { back_from: 1 })
  const done = await giveUp(which, order_id)
  which.intercept.current = undefined
  return done
}
test('an amount holds from the moment it is set', async () =>
  expect(await givenUpByTheDeaf(shop, (text) => text)).toBe('asked'))
test('control: by what was set before, one person returns it alone', async () =>
  expect(
    await givenUpByTheDeaf(broken, (text) =>
      text.includes('as own, (') && text.includes('stores.settings')
        ? text.replace('order by s.from_at, s.id', 'order by s.from_at desc, s.id desc')
        : text,
    ),
  ).toBe('alone'))

test.each(['back_from', 'goldback_from'])('%s refuses 0 and what is no whole amount', async (field) => {
  for (const value of [0, '10 million']) {
    const { data } = await deskOf(shop).ask({ name: 'approvals', value: { [field]: value } })
    expect(Object.keys((data as { fields: object }).fields)).toEqual([field])
  }
})
