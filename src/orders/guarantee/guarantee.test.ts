/** The gold price guarantee: bound, single-use, ended by the database's clock, and never replaced in silence (G1–G3). */
import { beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { ask, call, differentSkus, guaranteed, pickupPoint, someSku, stockOf } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { sql } from '../../db/database.ts'
import type { GuaranteeView, PriceChanged, SubmittedView } from '../contract.ts'
import { moveOrder } from '../core/move-order.ts'
import { mayMove, orderMoves, orderStates } from '../core/order-rules.ts'

const shop = openShop()
let member: TestMember
let skuId: number
beforeEach(async () => {
  shop.clock.ms = Math.max(shop.clock.ms, Date.now()) // it never goes back: a price told at a later moment stays told
  await freshTick(shop)
  member = await signedIn(shop)
  skuId = await someSku(shop)
})

const submit = <T = SubmittedView>(guarantee: GuaranteeView, who = member) =>
  call<T>(shop, who, '/product/submit_order', { guarantee_id: guarantee.guarantee_id })
const endsIn = (guarantee: GuaranteeView, interval: string) =>
  shop.karat.db.run(
    sql`update orders.guarantees set expires_at = now() + ${interval}::interval where id = ${guarantee.guarantee_id}`,
  )

test('a price that rose by 4 % does not change what the guarantee costs', async () => {
  const guarantee = await guaranteed(shop, member, skuId, 3)
  await movePrice(shop, 400)
  const order = await submit(guarantee)
  expect(order.data.total).toBe(guarantee.total)
  expect(order.data.better_price).toBeNull()
})

test('a price that fell by 0.20 % is given at submission and said', async () => {
  const guarantee = await guaranteed(shop, member, skuId)
  await movePrice(shop, -20)
  const { data } = await submit(guarantee)
  expect(BigInt(data.total)).toBeLessThan(BigInt(guarantee.total))
  expect(data.better_price).toEqual({
    guaranteed_total: guarantee.total,
    total: data.total,
    saved: (BigInt(guarantee.total) - BigInt(data.total)).toString(),
  })
})

test('a price that fell by less than 0.10 % leaves the guaranteed one', async () => {
  const guarantee = await guaranteed(shop, member, skuId)
  await movePrice(shop, -5)
  expect((await submit(guarantee)).data).toMatchObject({ total: guarantee.total, better_price: null })
})

test('one millisecond after its end a guarantee is refused with a fresh one, and nothing is reserved', async () => {
  const guarantee = await guaranteed(shop, member, skuId, 2)
  const before = await stockOf(shop, skuId)
  await movePrice(shop, 150)
  await endsIn(guarantee, '-1 millisecond')
  const refused = await submit<PriceChanged>(guarantee)
  expect(refused).toMatchObject({ http: 409, status: 'error', code: 6000, error: 'price_changed' })
  const { data } = refused
  expect(data.old_total).toBe(guarantee.total)
  expect(BigInt(data.new_total) - BigInt(data.old_total)).toBe(BigInt(data.difference))
  expect(BigInt(data.difference)).toBeGreaterThan(0n)
  expect(data.changes).toEqual([
    {
      sku_id: skuId,
      name: guarantee.lines[0]?.name,
      quantity: 2,
      old: guarantee.goods_total,
      new: data.guarantee.goods_total,
      difference: data.difference,
    },
  ])
  expect(await stockOf(shop, skuId)).toBe(before)
  expect((await submit(data.guarantee)).data.total).toBe(data.new_total)
})

test('just before its end a guarantee is honoured', async () => {
  const guarantee = await guaranteed(shop, member, skuId)
  await endsIn(guarantee, '5 seconds')
  expect((await submit(guarantee)).http).toBe(200)
})

test('an unpaid order ends five minutes after its guarantee, however late it was submitted', async () => {
  const guarantee = await guaranteed(shop, member, skuId)
  await endsIn(guarantee, '30 seconds')
  const { data } = await submit(guarantee)
  const row = await shop.karat.db.row<{ later: number }>(sql`
    select extract(epoch from o.expires_at - g.expires_at)::int as later from orders.orders o
    join orders.guarantees g on g.id = o.guarantee_id where o.id = ${data.order_id}`)
  expect(row?.later).toBe(300)
  const payment = await ask<{ expires_at: string }>(shop, member, '/product/pay_order', {
    order_id: data.order_id,
    method: 'card',
  })
  expect(payment.expires_at).toBe(data.expires_at)
})

test('the countdown shown ends five seconds before the server lets go', async () => {
  const guarantee = await guaranteed(shop, member, skuId)
  expect(Date.parse(guarantee.expires_at) - Date.parse(guarantee.created_at)).toBe(600_000)
  const row = await shop.karat.db.row<{ seconds: number }>(sql`
    select extract(epoch from expires_at - created_at)::int as seconds from orders.guarantees where id = ${guarantee.guarantee_id}`)
  expect(row?.seconds).toBe(605)
})

test('a guarantee is nobody else’s: submit, change and read answer like a missing one', async () => {
  const guarantee = await guaranteed(shop, member, skuId)
  const other = await signedIn(shop, 'Bagus Pratama')
  const delivery = { mode: 'pickup', pickup_point_id: await pickupPoint(shop) }
  expect(await submit(guarantee, other)).toMatchObject({ http: 404, error: 'not_found' })
  expect(
    await call(shop, other, '/product/confirm_order', { guarantee_id: guarantee.guarantee_id, delivery }),
  ).toMatchObject({ http: 404 })
  expect((await submit(guarantee)).http).toBe(200)
})

async function submitWhatIsHidden(plant: (text: string) => string = (text) => text) {
  const guarantee = await guaranteed(shop, member, skuId)
  const show = (shown: boolean) =>
    shop.karat.db.run(
      sql`update catalogue.skus set published_at = case when ${shown} then now() end where id = ${skuId}`,
    )
  await show(false)
  shop.intercept.current = plant
  try {
    return { answer: await submit(guarantee) }
  } finally {
    shop.intercept.current = undefined
    await show(true)
    await shop.karat.catalogue.refresh()
  }
}

test('a sku that is hidden meanwhile still serves who was guaranteed it', async () => {
  const before = await stockOf(shop, skuId)
  const { answer } = await submitWhatIsHidden()
  expect([answer.http, answer.error]).toEqual([200, null])
  expect(await stockOf(shop, skuId)).toBe(before - 1)
})

test('control: stock that is only taken of what is shown breaks a guarantee, and that is seen', async () => {
  let planted = false
  const { answer } = await submitWhatIsHidden((text) => {
    const changed = text.replace(
      /(select id from catalogue\.skus where id = any\(\$\d+::int\[\]\) and not \S+ when_paid from judged\)) order by id for no key update/,
      '$1 and published_at is not null order by id for no key update',
    )
    planted ||= changed !== text
    return changed
  })
  expect([planted, answer.error]).toEqual([true, 'out_of_stock'])
})

test('changing the cart voids the guarantee of that cart', async () => {
  await ask(shop, member, '/product/add_cart', { sku_id: skuId, quantity: 1 })
  const delivery = { mode: 'pickup', pickup_point_id: await pickupPoint(shop) }
  const guarantee = await ask<GuaranteeView>(shop, member, '/product/confirm_cart_order', { delivery })
  await ask(shop, member, '/product/cartNum', { sku_id: skuId, quantity: 2 })
  expect(await submit(guarantee)).toMatchObject({ http: 409, code: 6000, error: 'guarantee_void' })
  const fresh = await ask<GuaranteeView>(shop, member, '/product/confirm_cart_order', { delivery })
  expect((await submit(fresh)).http).toBe(200)
  expect((await ask<{ count: number }>(shop, member, '/product/cartList')).count).toBe(0)
})

test('a cart from before carts had a limit is refused by name above it, and nothing is held', async () => {
  const skuIds = differentSkus(shop, 51)
  await asOwner(shop.connectionString, [
    'alter table cart.lines disable trigger limit_lines',
    `insert into cart.lines (member_id, store, sku_id, quantity, price_when_added_minor, currency)
      select '${member.id}', 'id', sku_id, 1, 1, 'IDR' from unnest('{${skuIds}}'::int[]) as sku_id`,
    'alter table cart.lines enable trigger limit_lines',
  ])
  expect(await call(shop, member, '/product/confirm_cart_order', {})).toMatchObject({
    http: 409,
    error: 'cart_line_limit',
    data: { lines: 50 },
  })
  expect((await call(shop, member, '/product/confirm_cart_order', { sku_ids: skuIds.slice(0, 50) })).http).toBe(200)
})

test('without an address or a pickup point an order is refused and the guarantee stays open', async () => {
  const guarantee = await ask<GuaranteeView>(shop, member, '/product/confirm_order', { sku_id: skuId, quantity: 1 })
  expect(guarantee.delivery).toBeNull()
  expect(await submit(guarantee)).toMatchObject({ http: 422, error: 'address_required' })
  const delivery = { mode: 'pickup', pickup_point_id: await pickupPoint(shop) }
  const bound = await ask<GuaranteeView>(shop, member, '/product/confirm_order', {
    guarantee_id: guarantee.guarantee_id,
    delivery,
  })
  expect(bound).toMatchObject({
    guarantee_id: guarantee.guarantee_id,
    expires_at: guarantee.expires_at,
    goods_total: guarantee.goods_total,
  })
  expect((await submit(bound)).http).toBe(200)
})

test('while the price is stale no guarantee is given, and one that was given is kept', async () => {
  const guarantee = await guaranteed(shop, member, skuId)
  shop.clock.ms += 181_000
  const wanted = { sku_id: skuId, quantity: 1 }
  expect(await call(shop, member, '/product/confirm_order', wanted)).toMatchObject({
    http: 409,
    code: 6000,
    error: 'price_unavailable',
  })
  expect((await call(shop, member, '/product/cartList')).http).toBe(200)
  expect((await submit(guarantee)).data.total).toBe(guarantee.total)
  await freshTick(shop)
  expect((await call(shop, member, '/product/confirm_order', wanted)).http).toBe(200)
})

test('an expired guarantee while the price is stale is refused and changes nothing', async () => {
  const guarantee = await guaranteed(shop, member, skuId)
  await endsIn(guarantee, '-1 millisecond')
  shop.clock.ms += 181_000
  const count = () =>
    shop.karat.db.row(sql`select count(*)::int as n from orders.guarantees where member_id = ${member.id}`)
  const before = await count()
  expect(await submit(guarantee)).toMatchObject({ code: 6000, error: 'price_unavailable' })
  expect(await count()).toEqual(before)
})

test('bad input names the field and what to do', async () => {
  const wrong = await call<{ fields: Record<string, string> }>(shop, member, '/product/confirm_order', {
    sku_id: 1,
    quantity: 0,
    more: true,
  })
  expect(wrong).toMatchObject({ http: 422, error: 'invalid_input' })
  expect(wrong.data.fields.quantity).toMatch(/at least 1/)
})

const pairs = orderStates.flatMap((from) => orderStates.map((to) => [from, to] as const))

test('every move of the table is written with its history row, every other one answers with the state and the legal list', async () => {
  const order = (await submit(await guaranteed(shop, member, skuId))).data
  for (const [from, to] of pairs) {
    await shop.karat.db.run(sql`update orders.orders set state = ${from} where id = ${order.order_id}`)
    const history = () =>
      shop.karat.db.row<{ n: number }>(
        sql`select count(*)::int as n from orders.moves where order_id = ${order.order_id}`,
      )
    const before = (await history())?.n ?? 0
    const move = shop.karat.db.transaction((tx) =>
      moveOrder(tx, { orderId: order.order_id, from, to, actor: 'test', reason: 'test' }),
    )
    if (mayMove(from, to)) {
      await move
      expect((await history())?.n).toBe(before + 1)
    } else {
      await expect(move).rejects.toMatchObject({ code: 'order_state', data: { state: from, legal: orderMoves[from] } })
      expect((await history())?.n).toBe(before)
    }
  }
})
