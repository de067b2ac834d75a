/** While the market is closed, a quarter of what may be promised otherwise is promised; the office sees the limit that is in force. */
import { expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { moveThrough, paidOrder } from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { call, pickupPoint, someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import { bps } from '../../money/money.ts'
import type { OverviewView } from '../../office/overview/overview-contract.ts'
import { changeSpread } from '../../pricing/change-spread.ts'
import { sweepExposure } from './commitments.ts'

const shop = openShop({ EXPOSURE_LIMITS: '1', PRICE_MARKET_HOURS: 'Sun 18:00-Fri 17:00 America/New_York' })
const FRIDAY = Date.parse('2031-03-07T21:59:00Z')
const SATURDAY = Date.parse('2031-03-08T12:00:00Z')
const MONDAY = Date.parse('2031-03-10T09:00:00Z')
const gram = 10_000n

async function holdTenGrams(member: TestMember) {
  const { http, error, data } = await call<{ of?: string }>(shop, member, '/product/confirm_order', {
    ...{ sku_id: await someSku(shop), quantity: 1 },
    delivery: { mode: 'pickup', pickup_point_id: await pickupPoint(shop) },
  })
  return { http, error, of: data.of }
}
/** As if so many grams were promised to others. */
const promised = (grams: bigint, newcomers: bigint) =>
  shop.karat.db.run(sql`
    update orders.exposure set open_e4 = ${grams * gram}, newcomers_e4 = ${newcomers * gram} where store = 'id'`)
const refused = { http: 409, error: 'exposure_limit', of: 'shop' }

test('what a closed market’s limits refuse is promised once it is open, and the office sees which limits are in force', async () => {
  shop.clock.ms = FRIDAY
  await freshTick(shop)
  const regular = await signedIn(shop)
  const { order } = await paidOrder(shop, regular, await someSku(shop))
  await moveThrough(shop, order.order_id, 'preparing', 'ready_for_pickup', 'completed')
  await sweepExposure(shop.karat.db, { due: false })
  const desk = await staffSignedIn(shop, 'desk')
  const limits = async () => {
    const { data } = await askStaff(shop, desk, '/overview/figures?store=id')
    const {
      shop: all,
      newcomers,
      market,
    } = (data as unknown as OverviewView).open_exposure as NonNullable<OverviewView['open_exposure']>
    return [market, all.limit, newcomers.limit]
  }

  const spread = { store: 'id', market: 'closed', askBps: bps(210), bidBps: bps(-200), seenId: 0, reason: 'weekend' }
  await changeSpread(shop.karat, desk.staff, spread as never)
  expect(await limits()).toEqual(['open', '20000.0000', '4000.0000'])

  shop.clock.ms = SATURDAY
  expect(await limits()).toEqual(['closed', '5000.0000', '1000.0000'])
  await promised(4991n, 0n)
  expect(await holdTenGrams(regular)).toMatchObject(refused)
  await promised(4990n, 991n)
  expect(await holdTenGrams(await signedIn(shop))).toMatchObject(refused)
  expect(await holdTenGrams(regular)).toMatchObject({ http: 200 })

  shop.clock.ms = MONDAY
  await freshTick(shop)
  await promised(4991n, 991n)
  expect(await holdTenGrams(await signedIn(shop))).toMatchObject({ http: 200 })
  expect(await holdTenGrams(regular)).toMatchObject({ http: 200 })
})
