/** One open quote of an order: nobody collects several and takes the best. The control takes the lock away. */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { fakeAcquirer, paidOrder, quoted, stateOf } from '../../../tests/support/money-back.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { call, someSku } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { sql } from '../../db/database.ts'
import type { CancelledView } from '../cancel/cancel-order.ts'

const shop = openShop()
beforeEach(async () => {
  shop.intercept.current = undefined
  fakeAcquirer(shop)
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  await freshTick(shop)
})

const bought = async () => {
  const member = await signedIn(shop)
  const { order } = await paidOrder(shop, member, await someSku(shop))
  return { member, orderId: order.order_id }
}

test('a newer quote ends the older one', async () => {
  const { member, orderId } = await bought()
  const cancel = (quote_id: string) =>
    call<CancelledView>(shop, member, '/order/cancel_order', { order_id: orderId, quote_id })
  const high = await quoted(shop, member, orderId)
  await movePrice(shop, -200)
  const low = await quoted(shop, member, orderId)
  expect(await cancel(high.quote_id)).toMatchObject({ http: 409, error: 'quote_expired' })
  expect(await stateOf(shop, orderId)).toBe('paid')
  expect((await cancel(low.quote_id)).data.settlement?.back).toBe(low.back)
})

async function openOfFive(intercept?: Shop['intercept']['current']) {
  const { member, orderId } = await bought()
  shop.intercept.current = intercept
  await Promise.all([1, 2, 3, 4, 5].map(() => quoted(shop, member, orderId)))
  const row = await shop.karat.db.row<{ open: number }>(sql`
    select count(*)::int as open from orders.quotes where order_id = ${orderId} and expires_at > now()`)
  return row?.open
}

test('of quotes asked for at once one stays open', async () => {
  expect(await openOfFive()).toBe(1)
})

test('control: without the lock several stay open', async () => {
  const [inserts, commits] = [meetingAt('insert into orders.quotes', 5), meetingAt('commit', 5)]
  let inserting = 0
  let planted = false
  const open = await openOfFive(async (text) => {
    if (text.includes('insert into orders.quotes')) inserting++
    await inserts(text)
    if (inserting === 5) await commits(text)
    const unlocked = text.replace('id = $1 for no key update', 'id = $1')
    planted ||= unlocked !== text
    return unlocked
  })
  expect(planted).toBe(true)
  expect(open).toBeGreaterThan(1)
})
