/** Packing slips: a page for each order of what was asked for, with its pieces and where it goes. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, pickupPoint, someSku } from '../../../tests/support/purchase.ts'
import { courierOrder } from '../../../tests/support/sent-orders.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import type { GuaranteeView, SubmittedView } from '../../orders/contract.ts'
import { readSlips } from '../../orders/parcels/slip-queries.ts'

const shop = openShop()
let fulfilment: TestStaff
beforeEach(async () => {
  await freshTick(shop)
  fulfilment = await staffSignedIn(shop, 'fulfilment')
})

const pagesOf = async (query: string) => {
  const answer = await shop.app.inject({ url: `/api/admin/orders/slips?${query}`, headers: fulfilment.headers })
  expect(answer.headers['content-type']).toBe('application/pdf')
  return answer.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)?.length
}

test('a slip says the pieces of its order and where they go, and a list has a page for each order that it shows', async () => {
  const member = await signedIn(shop)
  const [one, two] = [await courierOrder(shop, member, { quantity: 2 }), await courierOrder(shop, member)]
  await settlePapers(shop.karat)
  const [first, second, ...more] = await readSlips(shop.karat.db, [two.id, one.id], 'en-US')
  expect([first?.number, second?.number, more]).toEqual([two.number, one.number, []])
  expect(second).toMatchObject({ store: 'id', delivery: { mode: 'courier', recipient: 'Ratna Wulandari' } })
  expect(second?.lines).toMatchObject([{ quantity: 2, serials: [expect.any(String), expect.any(String)] }])
  expect(await pagesOf(`order_id=${one.id}`)).toBe(1)
  const waiting = await askStaff(shop, fulfilment, '/orders/list?tab=to_prepare&delivery=courier')
  expect(await pagesOf('tab=to_prepare&delivery=courier')).toBe(waiting.data.total)
  expect((await askStaff(shop, fulfilment, `/orders/slips?order_id=${crypto.randomUUID()}`)).error).toBe('not_found')
})

test('only orders that wait to be packed have one, whoever takes some stands in the log with which, and support takes none', async () => {
  const member = await signedIn(shop)
  const { id, number } = await courierOrder(shop, member)
  const delivery = { mode: 'pickup', pickup_point_id: await pickupPoint(shop) }
  const guarantee = await ask<GuaranteeView>(shop, member, '/product/confirm_order', {
    ...{ sku_id: await someSku(shop), quantity: 1, delivery },
  })
  const { order_id: unpaid } = await ask<SubmittedView>(shop, member, '/product/submit_order', {
    guarantee_id: guarantee.guarantee_id,
  })
  expect((await readSlips(shop.karat.db, [unpaid, id], 'en-US')).map((slip) => slip.number)).toEqual([number])
  expect((await askStaff(shop, fulfilment, `/orders/slips?order_id=${unpaid}`)).error).toBe('not_found')
  expect(await pagesOf(`order_id=${id}`)).toBe(1)
  const support = await staffSignedIn(shop, 'support')
  expect((await askStaff(shop, support, `/orders/slips?order_id=${id}`)).error).toBe('permission_missing')
  const kept = await shop.karat.db.rows(
    sql`select action, details from staff.actions where person_id = ${fulfilment.id}`,
  )
  expect(kept).toEqual([{ action: 'orders.prepare', details: { did: 'slips', rows: 1, number: [number] } }])
})
