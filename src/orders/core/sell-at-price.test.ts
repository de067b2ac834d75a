/** An instance whose memory hears nothing sells nothing that the database does not sell (G1, C1). Controls take the judging away. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { fakeAcquirer, paidOrder } from '../../../tests/support/money-back.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { call, guaranteed, someSku } from '../../../tests/support/purchase.ts'
import { openShop, testEnvironment } from '../../../tests/support/shop.ts'
import { readConfig } from '../../config.ts'
import { sql } from '../../db/database.ts'
import { type Karat, openKarat } from '../../karat.ts'
import { bps } from '../../money/money.ts'
import { haltPrices, resumePrices } from '../../pricing/halt-prices.ts'
import { setSpread } from '../../pricing/set-spread.ts'
import type { GuaranteeView, SubmittedView } from '../contract.ts'

const shop = openShop()
const desk = { store: 'id', by: 'staff:desk', reason: 'a rumour' }
let other: Karat

beforeEach(async () => {
  shop.intercept.current = undefined
  fakeAcquirer(shop)
  other = await openKarat({
    config: readConfig(testEnvironment),
    connectionString: shop.connectionString,
    log: shop.karat.log,
    now: () => shop.clock.ms,
  })
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  await freshTick(shop)
})
afterEach(async () => {
  shop.intercept.current = undefined
  await resumePrices(other, desk)
  await other.close()
  await shop.karat.prices.refresh()
})

/** Either of the two statements that memory is read with. */
const isReading = (text: string) =>
  /rates_e6::text as rates from pricing.ticks|left join pricing.candles today/.test(text)

/** From here on this instance's memory keeps what it has; `plant` changes what its sales send. */
function cutMemory(plant = (text: string) => text) {
  shop.intercept.current = (text) => {
    if (isReading(text)) throw new Error('the line is cut')
    return plant(text)
  }
}
const guarantees = async (memberId: string) =>
  (
    await other.db.row<{ made: number }>(
      sql`select count(*)::int as made from orders.guarantees where member_id = ${memberId}`,
    )
  )?.made
async function buy() {
  const member = await signedIn(shop)
  const body = { sku_id: await someSku(shop), quantity: 1 }
  return { member, confirm: () => call<GuaranteeView>(shop, member, '/product/confirm_order', body) }
}
const refused = (state: string) => ({ http: 409, code: 6000, error: 'price_unavailable', data: { state } })

describe('with a memory that says live', () => {
  test('a halt that another instance made is obeyed at once, and leaves no guarantee', async () => {
    const { member, confirm } = await buy()
    cutMemory()
    await haltPrices(other, desk)
    expect(shop.karat.prices.of('id', 'IDR').state).toBe('live')
    expect(await confirm()).toMatchObject(refused('halted'))
    expect(await guarantees(member.id)).toBe(0)
  })

  test('control: a sale that does not ask for the halt is made during it', async () => {
    const { member, confirm } = await buy()
    cutMemory((text) => text.replace("then 'halted'", 'then null'))
    await haltPrices(other, desk)
    expect((await confirm()).status).toBe('success')
    expect(await guarantees(member.id)).toBe(1)
  })

  test('no quote to cancel is given during the halt', async () => {
    const member = await signedIn(shop)
    const { order } = await paidOrder(shop, member, await someSku(shop))
    cutMemory()
    await haltPrices(other, desk)
    const quote = await call(shop, member, '/order/cancel_quote', { order_id: order.order_id })
    expect(quote).toMatchObject(refused('halted'))
  })

  test('an instance whose clock is ten minutes behind sells nothing that is as old', async () => {
    const { confirm } = await buy()
    expect((await confirm()).http).toBe(200)
    await other.db.run(sql`update pricing.ticks set source_at = source_at - interval '10 minutes'`)
    shop.clock.ms -= 10 * 60_000
    expect(await confirm()).toMatchObject({ http: 409, error: 'price_unavailable', data: { state: 'stale' } })
    shop.intercept.current = (text) => text.replace(/greatest\((to_timestamp\([^,]*), clock_timestamp\(\)\)/, '$1')
    expect((await confirm()).http, 'control: by its own clock it would').toBe(200)
  })

  test('a price that went stale is not sold at: the age is the database tick, not the one in memory', async () => {
    const { confirm } = await buy()
    cutMemory()
    await other.db.run(sql`update pricing.ticks set source_at = source_at - interval '181 seconds'
      where id = (select max(id) from pricing.ticks where verdict = 'accepted')`)
    expect(shop.karat.prices.of('id', 'IDR').state).toBe('live')
    expect(await confirm()).toMatchObject(refused('stale'))
  })

  test.each([
    [179_000, 200],
    [181_000, 409],
  ])('%i ms after its source time the answer is %i', async (age, http) => {
    const { confirm } = await buy()
    shop.clock.ms += age
    expect((await confirm()).http).toBe(http)
  })
})

describe('a price that is not in force any more', () => {
  test.each([
    ['tick', () => movePrice({ karat: other, clock: shop.clock }, 200)],
    [
      'spread',
      () => setSpread(other, { store: 'id', askBps: bps(250), bidBps: bps(-170), by: 'staff:desk', reason: 'wide' }),
    ],
  ])('after a new %s it is read anew and sold at as it is', async (_what, change) => {
    const { confirm } = await buy()
    const before = shop.karat.prices.of('id', 'IDR').ask
    let readings = 0
    // Until the sale asks, this instance keeps the old price: its own readings are answered once the sale was refused.
    let asked = false
    shop.intercept.current = (text) => {
      if (text.includes('insert into orders.guarantees')) asked = true
      if (!isReading(text)) return text
      readings += 1
      if (!asked) throw new Error('the line is cut')
      return text
    }
    await change()
    expect(shop.karat.prices.of('id', 'IDR').ask).toBe(before)
    const { data } = await confirm()
    const now = other.prices.of('id', 'IDR')
    expect(now.ask).not.toBe(before)
    const row = await other.db.row<{ ask: bigint; tick: bigint }>(
      sql`select ask_minor as ask, tick_id as tick from orders.guarantees where id = ${data.guarantee_id}`,
    )
    expect(row).toEqual({ ask: now.ask, tick: now.tickId })
    expect(readings).toBeGreaterThan(0)
    if (_what === 'spread')
      await setSpread(other, {
        store: 'id',
        askBps: bps(170),
        bidBps: bps(-170),
        by: 'staff:desk',
        reason: 'as before',
      })
  })
})

describe('a better price at submission', () => {
  async function submitDuring(plant?: (text: string) => string) {
    const member = await signedIn(shop)
    const { guarantee_id } = await guaranteed(shop, member, await someSku(shop))
    await movePrice(shop, -300)
    cutMemory(plant)
    await haltPrices(other, desk)
    return (await call<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id })).data
  }

  test('is not given during a halt that memory has not heard of; the guaranteed one is', async () => {
    expect((await submitDuring()).better_price).toBeNull()
  })
  test('control: without asking the database it is given', async () => {
    expect((await submitDuring((text) => text.replace("then 'halted'", 'then null'))).better_price).not.toBeNull()
  })
})
