/** gpg_history: what became of guarantees, and what they saved against the price at their end. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { ask, differentSkus, guaranteed, someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { sql } from '../../db/database.ts'
import { type Minor, moneyText } from '../../money/money.ts'
import { askOf, unitPrice } from '../../pricing/price-rules.ts'
import { settings } from '../../settings.ts'
import type { GuaranteeHistoryView, GuaranteeView, SubmittedView } from '../contract.ts'

const shop = openShop()
let member: TestMember
let skuId: number
beforeEach(async () => {
  await freshTick(shop)
  member = await signedIn(shop)
  skuId = await someSku(shop)
})

const history = (query = '') => ask<GuaranteeHistoryView>(shop, member, `/product/gpg_history${query}`)

/** Lets a guarantee begin and end so that its countdown was over at `end`. */
const endAt = (guarantee: GuaranteeView, end: Date) =>
  shop.karat.db.run(sql`
    update orders.guarantees set created_at = ${end}::timestamptz - interval '10 minutes',
      expires_at = ${end}::timestamptz + make_interval(secs => ${settings.guarantee.graceSeconds}::int)
    where id = ${guarantee.guarantee_id}`)

function priceOfOne(ask: bigint): Minor {
  const sku = shop.karat.catalogue.sku('id', skuId)?.sku
  if (!sku) throw new Error('no sku')
  return unitPrice({ ...sku, ask: ask as never, tierBps: 0 as never, methodBps: 0 as never })
}

test('says what was held, which order came of it, and what the price did meanwhile, to the unit', async () => {
  const used = await guaranteed(shop, member, skuId)
  const order = await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id: used.guarantee_id })
  await movePrice(shop, 200)
  await endAt(used, new Date(shop.clock.ms))
  const open = await guaranteed(shop, member, skuId)

  const { counts, guarantees } = await history()
  expect(counts).toEqual({ all: 2, open: 1, used: 1 })
  const [first, second] = guarantees
  expect(first).toMatchObject({
    guarantee_id: open.guarantee_id,
    state: 'open',
    is_over: false,
    at_end: null,
    order: null,
  })
  const askNow = shop.karat.prices.of('id', 'IDR').ask
  const saved = priceOfOne(askNow) - BigInt(used.goods_total)
  expect(saved).toBeGreaterThan(0n)
  expect(second).toMatchObject({
    state: 'used',
    ask: used.ask,
    held_total: used.goods_total,
    order: { order_id: order.order_id, number: order.number },
    at_end: { ask: moneyText(askNow, 'IDR'), total: priceOfOne(askNow).toString(), saved: saved.toString() },
  })
})

test('takes the minute candle where no tick is kept, and says nothing where neither is', async () => {
  const [one = 0, two = 0] = differentSkus(shop, 2)
  const [recent, ancient] = [await guaranteed(shop, member, one), await guaranteed(shop, member, two)]
  const day = 86_400_000
  await endAt(recent, new Date(shop.clock.ms - 10 * day))
  await endAt(ancient, new Date(shop.clock.ms - 300 * day))
  const { guarantees } = await history('?state=expired')
  expect(guarantees.map(({ state, is_over }) => [state, is_over])).toEqual([
    ['expired', true],
    ['expired', true],
  ])
  const candle = await shop.karat.db.row<{ close: bigint }>(sql`
    select close from pricing.candles where span = '1m' and currency = 'IDR'
      and starts_at = date_trunc('minute', ${new Date(shop.clock.ms - 10 * day)}::timestamptz)`)
  const spread = await shop.karat.db.row<{ bps: number }>(sql`
    select ask_bps as bps from pricing.spreads where store = 'id' order by set_at, id limit 1`)
  const expected = askOf((candle?.close ?? 0n) as never, (spread?.bps ?? 0) as never)
  expect(guarantees.find((one) => one.guarantee_id === recent.guarantee_id)?.at_end?.ask).toBe(
    moneyText(expected, 'IDR'),
  )
  expect(guarantees.find((one) => one.guarantee_id === ancient.guarantee_id)?.at_end).toBeNull()
})

test('filters by state, counts all of them, and keeps its pages apart', async () => {
  const held: GuaranteeView[] = []
  for (const sku of differentSkus(shop, 3)) held.push(await guaranteed(shop, member, sku))
  await shop.karat.db.run(
    sql`update orders.guarantees set released_at = now(), released_because = 'replaced' where id = ${held[1]?.guarantee_id}`,
  )
  const released = await history('?state=released')
  expect(released.guarantees.map((one) => one.guarantee_id)).toEqual([held[1]?.guarantee_id])
  expect(released).toMatchObject({ total_count: 1, counts: { all: 3, open: 2, released: 1 } })
  const pages = [await history('?page_size=2'), await history('?page_size=2&page=2')]
  expect(pages.map((page) => page.guarantees.length)).toEqual([2, 1])
  const ids = pages.flatMap((page) => page.guarantees.map((one) => one.guarantee_id))
  expect(new Set(ids)).toEqual(new Set(held.map((one) => one.guarantee_id)))
})
