/** One order whose end fails holds up nobody else's, though rounds take only the oldest few. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { fakeAcquirer, stateOf, untilProcessed } from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { notify, payable, someSku, submitted } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { sql } from '../../db/database.ts'
import { expireOrders } from '../worker.ts'
import { returnUnchosen } from './choose-review.ts'

const shop = openShop()
beforeEach(async () => {
  shop.intercept.current = undefined
  fakeAcquirer(shop)
  await freshTick(shop)
})

const oneAtATime = (text: string) => text.replace(/limit (50|100)$/, 'limit 1')

/** Rounds take one at a time, and the first that they take fails. */
function firstFails() {
  let failed = false
  shop.intercept.current = (text) => {
    if (!failed && text.includes('insert into orders.moves')) {
      failed = true
      throw new Error('the connection was cut')
    }
    return oneAtATime(text)
  }
}

async function twoUnpaid() {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const orders = [await submitted(shop, member, skuId), await submitted(shop, member, skuId)].map(
    ({ order_id }) => order_id,
  )
  for (const [at, id] of orders.entries())
    await shop.karat.db.run(sql`
      update orders.orders set expires_at = now() - make_interval(mins => ${2 - at}::int) where id = ${id}`)
  return orders
}
async function twoUnchosen() {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const orders: string[] = []
  for (const minutes of [2, 1]) {
    const { order, payment } = await payable(shop, member, skuId)
    await notify(shop, { reference: payment.payment_id, amount: '1' })
    await untilProcessed(shop)
    await shop.karat.db.run(sql`
      update orders.orders set review_until = now() - make_interval(mins => ${minutes}::int) where id = ${order.order_id}`)
    orders.push(order.order_id)
  }
  return orders
}

test.each([
  ['unpaid', twoUnpaid, () => expireOrders(shop.karat), ['pending_payment', 'expired']],
  ['in review', twoUnchosen, () => returnUnchosen(shop.karat), ['payment_review', 'cancelled']],
] as const)(
  'of two orders %s the older fails: the other ends with the next round, and it itself later',
  async (_, make, round, ends) => {
    const orders = await make()
    const states = () => Promise.all(orders.map((id) => stateOf(shop, id)))
    firstFails()
    expect([await round(), await round(), await round()]).toEqual([0, 1, 0])
    expect(await states()).toEqual(ends)
    shop.intercept.current = undefined
    await shop.karat.db.run(sql`update orders.orders set end_next_try_at = now() where id = ${orders[0]}`)
    expect(await round()).toBe(1)
    expect(await states()).toEqual([ends[1], ends[1]])
  },
)

test.each([
  ['unpaid', twoUnpaid, () => expireOrders(shop.karat), ['expired', 'pending_payment']],
  ['in review', twoUnchosen, () => returnUnchosen(shop.karat), ['cancelled', 'payment_review']],
] as const)(
  'control: without being put off the older of two %s is taken again and again',
  async (_, make, round, ends) => {
    const orders = await make()
    let failing = true
    shop.intercept.current = (text) => {
      if (failing && text.includes('insert into orders.moves')) throw new Error('the connection was cut')
      return oneAtATime(text).replace("coalesce(end_next_try_at, '-infinity') <= now()", 'true')
    }
    expect([await round(), await round()]).toEqual([0, 0])
    failing = false
    expect(await round()).toBe(1)
    expect(await Promise.all(orders.map((id) => stateOf(shop, id)))).toEqual(ends)
  },
)
