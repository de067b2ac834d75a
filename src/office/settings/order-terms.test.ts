/** How long an order waits, may be called off and asked back: what its store went by when it was made. */
import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { moveThrough, paidLongAgo, paidOrder, quoted, statusOf } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { call, someSku, submitted } from '../../../tests/support/purchase.ts'
import { settingsDesk } from '../../../tests/support/settings.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'

const { sound: shop, broken } = openShopPair()
const desks = new Map<Shop, Awaited<ReturnType<typeof settingsDesk>>>()
const deskOf = (which: Shop) => desks.get(which) as Awaited<ReturnType<typeof settingsDesk>>
beforeAll(async () => {
  for (const one of [shop, broken]) desks.set(one, await settingsDesk(one))
})

const usual = { unpaid_minutes: 5, cancel_minutes: 30, refund_days: 14 }
const change = async (value: Partial<typeof usual>, from?: string, which = shop) =>
  deskOf(which).change({ name: 'orders', value, ...(from ? { from } : {}) })

const termsOf = async (orderId: string, which = shop) =>
  which.karat.db.row(sql`
    select extract(epoch from o.expires_at - g.expires_at)::int / 60 as unpaid_minutes, cancel_seconds / 60 as cancel_minutes, refund_days
    from orders.orders o join orders.guarantees g on g.id = o.guarantee_id where o.id = ${orderId}`)

test('a new order goes by what was changed, with two people and a record; one from a day to come waits', async () => {
  const [member, skuId] = [await signedIn(shop), await someSku(shop)]
  const old = await submitted(shop, member, skuId)
  const other = { unpaid_minutes: 20, cancel_minutes: 60, refund_days: 30 }
  expect((await change(other)).approval_id).not.toBeNull()
  expect(await deskOf(shop).recorded()).toMatchObject({ before: usual, after: other })
  await change({ unpaid_minutes: 40, cancel_minutes: 120 }, '2099-01-01')
  const fresh = await submitted(shop, member, skuId)
  expect(await termsOf(old.order_id)).toEqual(usual)
  expect(await termsOf(fresh.order_id)).toEqual(other)
})

test('an order is called off and asked back within its own time, whatever its store goes by since', async () => {
  const [member, skuId] = [await signedIn(shop), await someSku(shop)]
  await change({ cancel_minutes: 90, refund_days: 60 })
  const [{ order: patient }, { order: handed }] = [
    await paidOrder(shop, member, skuId),
    await paidOrder(shop, member, skuId),
  ]
  await change({ cancel_minutes: 5, refund_days: 3 })
  const { order: hasty } = await paidOrder(shop, member, skuId)
  for (const { order_id } of [patient, hasty]) await paidLongAgo(shop, order_id, '45 minutes')
  expect((await quoted(shop, member, patient.order_id)).order_id).toBe(patient.order_id)
  expect(await call(shop, member, '/order/cancel_quote', { order_id: hasty.order_id })).toMatchObject({
    error: 'cancel_window_over',
  })
  await moveThrough(shop, handed.order_id, 'preparing', 'shipped', 'completed')
  const closes = Date.parse((await statusOf(shop, member, handed.order_id)).asks_until ?? '')
  expect(Math.round((closes - Date.now()) / 86_400_000)).toBe(60)
})

/** The terms of an order made by an instance that has not heard yet what its store goes by. */
async function madeByTheDeaf(which: Shop, plant: (text: string) => string) {
  const [member, skuId] = [await signedIn(which), await someSku(which)]
  which.intercept.current = (text) => {
    if (text.includes('as "regionLevels"')) throw new Error('the line is cut')
    return plant(text)
  }
  await deskOf(which).change({ name: 'orders', value: { cancel_minutes: 77 } })
  const { order_id } = await submitted(which, member, skuId)
  which.intercept.current = undefined
  return termsOf(order_id, which)
}
test('an order is made under what the database says, whatever memory has heard', async () =>
  expect(await madeByTheDeaf(shop, (text) => text)).toMatchObject({ cancel_minutes: 77 }))
test('control: without looking there it is made under what nobody goes by any more', async () =>
  expect(
    await madeByTheDeaf(broken, (text) =>
      text.includes('update orders.guarantees set used_at') ? text.replace('s.from_at <= now()', 'false') : text,
    ),
  ).toMatchObject({ cancel_minutes: 30 }))

test('the terms of an order are changed by nobody, and books and counts agree with them', async () => {
  const { order_id } = await submitted(shop, await signedIn(shop), await someSku(shop))
  await expect(
    asOwner(shop.connectionString, [`update orders.orders set cancel_seconds = 14400 where id = '${order_id}'`]),
  ).rejects.toThrow('keeps what it was sold under')
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test.each([
  ['unpaid_minutes', 2],
  ['unpaid_minutes', 61],
  ['cancel_minutes', 4],
  ['cancel_minutes', 241],
  ['refund_days', 2],
  ['refund_days', 91],
])('%s refuses %i', async (field, value) => {
  const { data } = await deskOf(shop).ask({ name: 'orders', value: { [field]: value } })
  expect(Object.keys((data as { fields: object }).fields)).toEqual([field])
})
