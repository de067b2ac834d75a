/** Packing slips: a page for each order of what was asked for, with its pieces and where it goes. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { courierOrder } from '../../../tests/support/sent-orders.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
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
