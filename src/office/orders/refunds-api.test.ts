/** Money back through the staff's doors. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import {
  fakeAcquirer,
  moveThrough,
  paidOrder,
  piecesWaived,
  refundsDone,
  refundsOf,
} from '../../../tests/support/money-back.ts'
import { uploaded } from '../../../tests/support/pictures.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import { minor, moneyText } from '../../money/money.ts'
import type { RefundRequestView } from '../../orders/refunds/refund-contract.ts'

const shop = openShop()
beforeEach(async () => {
  fakeAcquirer(shop)
  await freshTick(shop)
})

test('support grants fewer pieces, the office asks, another of the office approves, and the money goes back', async () => {
  const member = await signedIn(shop)
  const { order } = await paidOrder(shop, member, await someSku(shop), 2)
  await moveThrough(shop, order.order_id, 'preparing', 'shipped', 'completed')
  const picture = await uploaded(shop, member, 'refund')
  const lines = [{ position: 0, quantity: 2 }]
  const wish = { order_id: order.order_id, reason: 'damaged', lines, pictures: [picture] }
  const { request_id } = await ask<RefundRequestView>(shop, member, '/product/order_refund', wish)
  const [support, one, two] = [
    await staffSignedIn(shop, 'support'),
    await staffSignedIn(shop, 'desk'),
    await staffSignedIn(shop, 'desk'),
  ]
  const row = async (state = '') =>
    ((await askStaff(shop, support, `/refunds/list?q=${order.number}${state}`)).data.rows as object[])[0]
  expect(await row()).toMatchObject({ request_id, state: 'requested', buyer: 'Ratna Wulandari', takes_two: true })
  const path = `/refunds/picture?request_id=${request_id}&picture_id=`
  const look = (id: string) => shop.app.inject({ url: `/api/admin${path}${id}`, headers: support.headers })
  const foreign = await look(await uploaded(shop, member, 'refund'))
  expect(foreign.statusCode).toBe(404)
  expect((await look(picture)).headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' })
  const looks = await shop.karat.db.rows(sql`select details->>'picture' as picture from staff.actions
    where person_id = ${support.id} and details->>'did' = 'view_picture'`)
  expect(looks).toEqual([{ picture }])
  const pieces = { request_id, pieces: [{ position: 0, quantity: 1 }] }
  const half = moneyText(minor(BigInt(order.total) / 2n), 'IDR')
  expect((await askStaff(shop, support, '/refunds/foresee', pieces)).data).toMatchObject({ total: half, kept: null })
  const other = { ...pieces, amount: order.total, reason: 'One is scratched' }
  expect(await askStaff(shop, support, '/refunds/grant', other), 'not what was shown').toMatchObject({
    error: 'amount_changed',
    data: { amount: half },
  })
  const grant = { ...pieces, amount: half }
  expect((await askStaff(shop, support, '/refunds/grant', grant)).error).toBe('invalid_input')
  expect((await askStaff(shop, support, '/refunds/grant', { ...grant, reason: 'One is scratched' })).status).toBe(200)
  const execute = { request_id, reason: 'As granted' }
  expect((await askStaff(shop, support, '/refunds/execute', execute)).error).toBe('permission_missing')
  expect(await row()).toMatchObject({ state: 'granted', second_asked: false })
  expect(await askStaff(shop, one, '/refunds/execute', execute)).toMatchObject({
    error: 'pieces_come_first',
    data: { missing: 1 },
  })
  await piecesWaived(shop, request_id)
  const { approval_id } = (await askStaff(shop, one, '/refunds/execute', execute)).data
  expect(await row()).toMatchObject({ state: 'granted', second_asked: true })
  const approve = { approval_id }
  expect((await askStaff(shop, one, '/approvals/approve', approve)).error).toBe('second_person_required')
  expect((await askStaff(shop, two, '/approvals/approve', approve)).status).toBe(200)
  expect(await refundsOf(shop, order.order_id)).toMatchObject([{ amount: BigInt(order.total) / 2n }])
  expect(await row(), 'those that wait').toBeUndefined()
  expect(await row('&state=all&store=id'), 'all is all').toMatchObject({ state: 'executed' })
  expect(await row('&state=all&store=my')).toBeUndefined()
  expect(await row('&state=executed')).toMatchObject({ refunds: [{ state: 'pending', may_retry: false }] })
  const overviewOf = async (person: typeof one) => (await askStaff(shop, person, '/overview/figures?store=id')).data
  const today = { orders: 1, total: order.total }
  expect(await overviewOf(one), 'nothing has gone back yet').toMatchObject({ today, seven_days: today })
  await refundsDone(shop)
  const less = { orders: 1, total: moneyText(minor(BigInt(order.total) / 2n), 'IDR') }
  expect(await overviewOf(one), 'paid, less what was refunded').toMatchObject({ today: less, seven_days: less })
  const nothing = { today: null, seven_days: null, margin: null, exposure: null, open_exposure: null, cash_float: null }
  expect(await overviewOf(support), 'takings are not for everybody').toMatchObject({
    ...nothing,
    refunds: { requested: 0, granted: 0 },
  })
  expect((await askStaff(shop, support, '/refunds/reviews')).data).toMatchObject({ total: 0 })
})
