/** How long orders and withdrawals took, of a store's own past. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { fakeAcquirer, moveThrough, paidOrder } from '../../../tests/support/money-back.ts'
import { asOwner, boughtFor } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { sql } from '../../db/database.ts'
import { readMetTimes } from './met-times.ts'

const shop = openShop()
let skuId: number
beforeAll(async () => {
  skuId = await someSku(shop)
})
beforeEach(async () => {
  fakeAcquirer(shop)
  await freshTick(shop)
})

const DAYS = 90
const none = { count: 0, half: null, most: null }

/** An order by courier whose moves are told to be so many hours after its payment. */
async function delivered(hours: { shipped: number; completed: number }) {
  const { order } = await paidOrder(shop, await signedIn(shop), skuId)
  await moveThrough(shop, order.order_id, 'preparing', 'shipped', 'completed')
  await boughtFor(shop.connectionString, order.order_id, { mode: 'courier', days_from: 2, days_to: 4 })
  await asOwner(shop.connectionString, [
    'alter table orders.moves disable trigger append_only',
    ...Object.entries(hours).map(
      ([state, after]) => `update orders.moves m set created_at = o.paid_at + interval '${after} hours'
        from orders.orders o where o.id = m.order_id and o.id = '${order.order_id}' and m.to_state = '${state}'`,
    ),
    'alter table orders.moves enable trigger append_only',
  ])
  return order.order_id
}

test('hours are from payment to the courier and to the recipient, and what ended does not count', async () => {
  expect(await readMetTimes(shop.karat.db, 'id', DAYS)).toMatchObject({ packed: none, delivered: none, ready: none })
  for (const [shipped, completed] of [
    [1, 20],
    [3, 40],
    [9, 90],
  ] as const)
    await delivered({ shipped, completed })
  const { order } = await paidOrder(shop, await signedIn(shop), skuId)
  await moveThrough(shop, order.order_id, 'preparing', 'cancelled')
  expect(await readMetTimes(shop.karat.db, 'id', DAYS)).toEqual({
    packed: { count: 3, half: 3, most: 8 },
    delivered: { count: 3, half: 40, most: 80 },
    ready: none,
    promised: { orders: 0, kept: 0 },
  })
  expect((await readMetTimes(shop.karat.db, 'my', DAYS)).packed).toEqual(none)
  expect((await readMetTimes(shop.karat.db, 'id', 0)).packed).toEqual(none)
})

test('a promised day is kept by who has left on it, missed by who leaves later or waits on, and open until then', async () => {
  const promise = (id: string, day: string) =>
    shop.karat.db.run(sql`update orders.orders
      set packed_by = (paid_at at time zone 'Asia/Jakarta')::date + ${day}::int where id = ${id}`)
  await promise(await delivered({ shipped: 1, completed: 2 }), '1')
  await promise(await delivered({ shipped: 72, completed: 80 }), '1')
  const [waits, late] = [
    await paidOrder(shop, await signedIn(shop), skuId),
    await paidOrder(shop, await signedIn(shop), skuId),
  ]
  await promise(waits.order.order_id, '0')
  await promise(late.order.order_id, '-1')
  expect((await readMetTimes(shop.karat.db, 'id', DAYS)).promised).toEqual({ orders: 3, kept: 1 })
})
