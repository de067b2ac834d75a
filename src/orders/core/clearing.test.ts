/** Large sums paid by card leave the house only when they can hardly be taken back any more (product.md §5). */
import { expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { moveThrough, paidOrder } from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, someSku, submitted } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { staffSignedIn } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import { clearingDays } from '../../payments/clearance.ts'
import type { OrderDetailView } from '../contract.ts'
import { readyOrder } from '../parcels/fulfil-order.ts'

const shop = openShop()

const paidDaysAgo = (orderId: string, days: number) =>
  shop.karat.db.run(
    sql`update payments.payments set captured_at = now() - make_interval(days => ${days}::int) where subject_id = ${orderId}`,
  )

test('several orders that come to the amount wait together, 14 days for a new buyer and 7 for one who has completed an order', async () => {
  await freshTick(shop)
  const member = await signedIn(shop)
  const { staff } = await staffSignedIn(shop, 'fulfilment')
  const ready = (orderId: string) => readyOrder(shop.karat, staff, { orderId, expected: 'preparing' })
  const orders: string[] = []
  for (let n = 0; n < 5; n++) {
    const { order } = await paidOrder(shop, member, await someSku(shop))
    await moveThrough(shop, order.order_id, 'preparing')
    orders.push(order.order_id)
    if (n === 0) await expect(ready(order.order_id)).rejects.toMatchObject({ code: 'invoice_not_ready' })
  }
  const [first = '', second = ''] = orders
  await expect(ready(first)).rejects.toMatchObject({ code: 'payment_uncleared' })
  const shown = () => ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${first}`)
  expect((await shown()).clearing).toEqual({ until: expect.any(String), days: 14 })
  const next = await submitted(shop, member, await someSku(shop))
  const said = async () =>
    (await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${next.order_id}`)).clearing_days
  expect(await said()).toBe(14)
  for (const id of orders) await paidDaysAgo(id, 8)
  await expect(ready(first)).rejects.toMatchObject({ code: 'payment_uncleared' })
  await shop.karat.db.run(sql`update orders.orders set state = 'completed' where id = ${second}`)
  await expect(ready(first)).rejects.toMatchObject({ code: 'invoice_not_ready' })
  expect((await shown()).clearing).toBeNull()
  expect(await said()).toBeNull()
})

test('before paying it is said from the very amount on, for a new buyer and for one who is none', async () => {
  const { id: memberId } = await signedIn(shop)
  const { from, days, newPayerDays } = shop.karat.settings.clearing.card
  const said = (total: bigint, isNew: boolean) =>
    clearingDays(shop.karat.db, { memberId, currency: 'IDR', total, isNew })
  expect(await Promise.all([said(from.IDR - 1n, true), said(from.IDR, true), said(from.IDR, false)])).toEqual([
    null,
    newPayerDays,
    days,
  ])
})
