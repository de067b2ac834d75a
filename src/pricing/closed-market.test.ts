/** While the market is closed its last close is sold at, with a spread of its own. */
import { expect, test } from 'vitest'
import { signedIn } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick, lastReading } from '../../tests/support/prices.ts'
import { call, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { staffSignedIn } from '../../tests/support/staff.ts'
import { bps } from '../money/money.ts'
import { changeSpread } from './change-spread.ts'
import { askOf, bidOf, limitIn } from './price-rules.ts'
import { recordTick } from './record-tick.ts'

const shop = openShop({ PRICE_MARKET_HOURS: 'Sun 18:00-Fri 17:00 America/New_York' })
const SATURDAY = Date.parse('2031-03-08T12:00:00Z')
const CLOSE = Date.parse('2031-03-07T22:00:00Z')
/** A week later, by summer time. */
const SUMMER_CLOSE = Date.parse('2031-03-14T21:00:00Z')
const OPENING = Date.parse('2031-03-09T22:00:00Z')
const now = () => shop.karat.prices.of('id', 'IDR')
async function confirm() {
  const body = { sku_id: await someSku(shop), quantity: 1 }
  return (await call(shop, await signedIn(shop), '/product/confirm_order', body)).http
}

test('a weekend: nothing without a spread of its own, then the last close at that, then the guard at the opening', async () => {
  shop.clock.ms = CLOSE - 60_000
  await freshTick(shop)
  expect(now().state).toBe('live')
  const { spot } = now()

  shop.clock.ms = SATURDAY
  expect(now().state).toBe('stale')
  expect(await confirm()).toBe(409)

  const desk = await staffSignedIn(shop, 'desk')
  const wish = {
    store: 'id',
    market: 'closed',
    askBps: bps(210),
    bidBps: bps(-200),
    seenId: 0,
    reason: 'weekend',
  } as const
  expect(await changeSpread(shop.karat, desk.staff, wish)).toEqual({ approval_id: null })
  await expect(changeSpread(shop.karat, desk.staff, wish)).rejects.toThrow('edited_meanwhile')
  expect(now()).toMatchObject({ state: 'closed', ask: askOf(spot, bps(210)), bid: bidOf(spot, bps(-200)) })
  expect(limitIn(now().state, 1001n)).toBe(250n)
  expect(await confirm()).toBe(200)

  shop.clock.ms = OPENING + 1000
  expect(now().state).toBe('stale')
  expect(await confirm()).toBe(409)
  const good = await lastReading(shop.karat)
  const monday = { ...good, sourceAt: shop.clock.ms, spotUsdE6: (good.spotUsdE6 * 10_600n) / 10_000n }
  expect(await recordTick(shop.karat, monday, { openedAt: OPENING })).toBe('quarantined')
})

test('a price that was stale when the market closed is no last close', async () => {
  await asOwner(shop.connectionString, ['delete from pricing.quarantines'])
  shop.clock.ms = SUMMER_CLOSE - 200_000
  await freshTick(shop)
  shop.clock.ms = SATURDAY + 7 * 86_400_000
  expect(now().state).toBe('stale')
})
