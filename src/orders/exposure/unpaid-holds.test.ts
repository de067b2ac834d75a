/** What one member's unpaid orders hold, and what becomes of somebody who lets them end (product.md §5). */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { paidOrder, stateOf, untilProcessed } from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, guaranteed, notify, payable, someSku, stockOf, submitted } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { releaseStock } from '../../catalogue/reserve-stock.ts'
import { sql } from '../../db/database.ts'
import type { GuaranteeView, SubmittedView } from '../contract.ts'
import { moveOrder } from '../core/move-order.ts'
import { expireOrders } from '../worker.ts'

const sound = openShop()
const broken = openShop()
let member: TestMember
let skuId: number
beforeEach(async () => {
  broken.intercept.current = undefined
  await freshTick(sound)
  await freshTick(broken)
  member = await signedIn(sound)
  skuId = await someSku(sound)
})
const clean = async () => expect(await auditLedger(sound.karat.db)).toEqual([])

/** 40 guarantees of ten pieces each, for different skus: the rows of one would line the orders up by themselves. */
async function fortyTimesTen(shop: Shop) {
  const buyer = await signedIn(shop)
  const skus = shop.karat.catalogue
    .products('id')
    .flatMap((product) => product.skus)
    .filter((sku) => sku.stock >= 20 && !sku.scarce)
    .slice(0, 40)
  expect(skus).toHaveLength(40)
  const held: GuaranteeView[] = []
  for (const sku of skus) held.push(await guaranteed(shop, buyer, sku.id, 10))
  return async () => {
    const answers = await Promise.all(
      held.map(({ guarantee_id }) => call(shop, buyer, '/product/submit_order', { guarantee_id })),
    )
    const row = await shop.karat.db.row<{ pieces: number }>(sql`
      select coalesce(sum(l.quantity), 0)::int as pieces from orders.orders o join orders.lines l on l.order_id = o.id
      where o.member_id = ${buyer.id} and o.state = 'pending_payment'`)
    return { answers, pieces: row?.pieces }
  }
}

test('40 orders of ten pieces at once: unpaid ones of one member hold 100 pieces together, and no more', async () => {
  const { answers, pieces } = await (await fortyTimesTen(sound))()
  expect(pieces).toBe(100)
  expect(answers.filter(({ error }) => error === 'hold_limit')).toHaveLength(30)
  expect(answers.find(({ error }) => error === 'hold_limit')).toMatchObject({ code: 6000, data: { most: 100 } })
  await clean()
})

test('control: without one order after another they hold more', async () => {
  const submitAll = await fortyTimesTen(broken)
  const meet = meetingAt('insert into orders.orders', 15)
  let planted = false
  broken.intercept.current = async (text) => {
    await meet(text)
    const free = text
      .replace('select pg_advisory_xact_lock(hashtextextended($1, 8))', 'select $1::text as free')
      // The row of the member's day would line the orders up as well.
      .replace('::date as day', '::date + (random() * 1000000)::int as day')
    planted ||= free.includes('as free')
    return free
  }
  const { pieces } = await submitAll()
  expect(planted).toBe(true)
  expect(pieces).toBeGreaterThan(100)
})

test('one order of more than 100 pieces is refused by name, and 100 pass', async () => {
  const large = await guaranteed(sound, member, skuId, 60)
  expect((await call(sound, member, '/product/submit_order', { guarantee_id: large.guarantee_id })).http).toBe(200)
  const more = await guaranteed(sound, member, skuId, 41)
  expect(await call(sound, member, '/product/submit_order', { guarantee_id: more.guarantee_id })).toMatchObject({
    ...{ error: 'hold_limit', data: { most: 100, held: 60 } },
  })
  expect((await submitted(sound, member, skuId, 40)).pieces_held).toBe(true)
})

test('a part of the money frees no pieces: an order in review counts while it holds them', async () => {
  const reviewed: string[] = []
  for (const quantity of [50, 50]) {
    const { order, payment } = await payable(sound, member, skuId, quantity)
    await notify(sound, { reference: payment.payment_id, amount: '1' })
    await untilProcessed(sound)
    expect(await stateOf(sound, order.order_id)).toBe('payment_review')
    reviewed.push(order.order_id)
  }
  const more = await guaranteed(sound, member, skuId, 1)
  const submit = () => call(sound, member, '/product/submit_order', { guarantee_id: more.guarantee_id })
  expect(await submit()).toMatchObject({ error: 'hold_limit', data: { most: 100, held: 100 } })
  await ask(sound, member, '/order/review_choose', { order_id: reviewed[0], choice: 'refund' })
  expect((await submit()).http).toBe(200)
  await clean()
})

test('money that came after the end of its order holds no pieces, and does not count', async () => {
  const { order, payment } = await payable(sound, member, skuId, 100)
  await sound.karat.db.run(sql`update orders.orders set expires_at = now() where id = ${order.order_id}`)
  await expireOrders(sound.karat)
  await notify(sound, { reference: payment.payment_id, amount: payment.amount })
  await untilProcessed(sound)
  expect(await stateOf(sound, order.order_id)).toBe('payment_review')
  expect((await submitted(sound, member, skuId, 100)).pieces_held).toBe(true)
})

/** Three orders that came to nothing: two that the member cancelled and one that ran out. */
async function threeEnded() {
  for (let n = 0; n < 2; n++) {
    const { order_id } = await submitted(sound, member, skuId)
    await ask(sound, member, '/order/cancel_order', { order_id })
  }
  const { order_id } = await submitted(sound, member, skuId)
  await sound.karat.db.run(sql`update orders.orders set expires_at = now() where id = ${order_id}`)
  await expireOrders(sound.karat)
}

test('after three orders that ended unpaid the next one’s pieces are held when its money is there', async () => {
  await threeEnded()
  const before = await stockOf(sound, skuId)
  const { order, payment } = await payable(sound, member, skuId, 2)
  expect(order.pieces_held).toBe(false)
  expect(await stockOf(sound, skuId)).toBe(before)
  await clean()
  await notify(sound, { reference: payment.payment_id, amount: payment.amount })
  await untilProcessed(sound)
  expect(await stateOf(sound, order.order_id)).toBe('paid')
  expect(await stockOf(sound, skuId)).toBe(before - 2)
  await clean()
})

test('what is sold meanwhile is not sold twice: the money waits for its owner', async () => {
  await threeEnded()
  const { order, payment } = await payable(sound, member, skuId)
  const left = await stockOf(sound, skuId)
  await sound.karat.db.run(sql`update catalogue.skus set stock = 0 where id = ${skuId}`)
  await notify(sound, { reference: payment.payment_id, amount: payment.amount })
  await untilProcessed(sound)
  expect(await stateOf(sound, order.order_id)).toBe('payment_review')
  await sound.karat.db.run(sql`update catalogue.skus set stock = ${left} where id = ${skuId}`)
  await clean()
  const chosen = await call(sound, member, '/order/review_choose', { order_id: order.order_id, choice: 'refund' })
  expect(chosen.http).toBe(200)
  expect(await stockOf(sound, skuId)).toBe(left)
  await clean()
})

test('of the last piece one is sold, however many wait for it unpaid', async () => {
  const others = [member, await signedIn(sound), await signedIn(sound)]
  const waiting = []
  for (const one of others) {
    member = one
    await threeEnded()
    waiting.push(await payable(sound, one, skuId))
  }
  const left = await stockOf(sound, skuId)
  await sound.karat.db.run(sql`update catalogue.skus set stock = 1 where id = ${skuId}`)
  await Promise.all(
    waiting.map(({ payment }) => notify(sound, { reference: payment.payment_id, amount: payment.amount })),
  )
  await untilProcessed(sound)
  const states = await Promise.all(waiting.map(({ order }) => stateOf(sound, order.order_id)))
  expect(states.toSorted()).toEqual(['paid', 'payment_review', 'payment_review'])
  expect(await stockOf(sound, skuId)).toBe(0)
  await sound.karat.db.run(sql`update catalogue.skus set stock = ${left - 1} where id = ${skuId}`)
  await clean()
})

test('cancelled by staff or paid, an order counts for nothing', async () => {
  for (let n = 0; n < 3; n++) await paidOrder(sound, member, skuId)
  for (let n = 0; n < 3; n++) {
    const { order_id } = await submitted(sound, member, skuId)
    await sound.karat.db.transaction(async (tx) => {
      const move = { orderId: order_id, from: 'pending_payment', to: 'cancelled' } as const
      await moveOrder(tx, { ...move, actor: 'staff:x', reason: 'test' })
      await releaseStock(tx, order_id)
    })
  }
  const next: SubmittedView = await submitted(sound, member, skuId)
  expect(next.pieces_held).toBe(true)
})
