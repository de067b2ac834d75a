/** Requests released together against one real PostgreSQL. Each race has a control: the same race with a planted bug, which must be seen. */

import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import {
  ask,
  call,
  callUntilServed,
  differentSkus,
  guaranteed,
  lastPiece,
  payable,
  someSku,
  stockOf,
  submitted,
} from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { type Sql, sql } from '../../db/database.ts'
import type { GuaranteeView, SubmittedView } from '../contract.ts'
import { expireOrders } from '../worker.ts'

const sound = openShop()
/** The controls work on a database of their own: what their planted bugs break must not be found elsewhere. */
const broken = openShop()
beforeEach(async () => {
  broken.intercept.current = undefined
  await freshTick(sound)
  await freshTick(broken)
})

/** Changes every statement that has `from` in it; the race fails as a test when nothing was changed. */
function plant(from: string, to: string, meet?: (text: string) => Promise<void>): () => boolean {
  let planted = false
  broken.intercept.current = async (text) => {
    await meet?.(text)
    if (!text.includes(from)) return text
    planted = true
    return text.replace(from, to)
  }
  return () => planted
}

const count = async (shop: Shop, text: Sql) => Number((await shop.karat.db.row<{ count: bigint }>(text))?.count ?? 0)
const ordersOf = (shop: Shop, member: TestMember) =>
  count(shop, sql`select count(*) from orders.orders where member_id = ${member.id}`)
const cleanAudit = async () => expect(await auditLedger(sound.karat.db)).toEqual([])

async function fiftySubmits(shop: Shop) {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const { guarantee_id } = await guaranteed(shop, member, skuId)
  const before = await stockOf(shop, skuId)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      callUntilServed<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id }),
    ),
  )
  return { answers, taken: before - (await stockOf(shop, skuId)), orders: await ordersOf(shop, member) }
}

test('50 submits at once of one guarantee make one order, and all of them get it', async () => {
  const { answers, taken, orders } = await fiftySubmits(sound)
  expect(answers.map((answer) => answer.http)).toEqual(Array(50).fill(200))
  expect(new Set(answers.map((answer) => answer.data.order_id)).size).toBe(1)
  expect({ taken, orders }).toEqual({ taken: 1, orders: 1 })
  await cleanAudit()
})

test('control: a guarantee that can be claimed twice is seen', async () => {
  const planted = plant(
    'and used_at is null and released_at is null and expires_at > clock_timestamp()',
    'and expires_at > clock_timestamp()',
  )
  const { answers } = await fiftySubmits(broken)
  expect(planted()).toBe(true)
  expect(answers.every((answer) => answer.http === 200)).toBe(false)
})

async function hundredForTheLast(shop: Shop) {
  const skuId = await lastPiece(shop)
  const members = await Promise.all(Array.from({ length: 100 }, () => signedIn(shop)))
  const guarantees = await Promise.all(members.map((member) => guaranteed(shop, member, skuId)))
  const answers = await Promise.all(
    members.map((member, i) =>
      callUntilServed<SubmittedView>(shop, member, '/product/submit_order', {
        guarantee_id: guarantees[i]?.guarantee_id,
      }),
    ),
  )
  return { skuId, members, answers, won: answers.filter((answer) => answer.http === 200).length }
}

test('100 submits at once for the last piece: one order, 99 out_of_stock, nothing left behind', async () => {
  const { skuId, members, answers, won } = await hundredForTheLast(sound)
  expect(won).toBe(1)
  expect(answers.filter((answer) => answer.error === 'out_of_stock' && answer.code === 6000)).toHaveLength(99)
  expect(await stockOf(sound, skuId)).toBe(0)
  const ids = members.map((member) => member.id)
  expect(await count(sound, sql`select count(*) from orders.orders where member_id = any(${ids}::uuid[])`)).toBe(1)
  expect(
    await count(
      sound,
      sql`select count(*) from orders.guarantees where member_id = any(${ids}::uuid[]) and used_at is not null`,
    ),
  ).toBe(1)
  await cleanAudit()
})

test('control: stock that is checked before and taken without a condition is oversold', async () => {
  const planted = plant('and s.stock >= demand.quantity', 'and demand.quantity > 0')
  const { answers } = await hundredForTheLast(broken)
  expect(planted()).toBe(true)
  // The database's own check is the net under the condition: what is not refused politely is refused as a defect.
  expect(answers.some((answer) => answer.http === 500)).toBe(true)
})

test('20 cancels of one order at once: one wins, the stock comes back once', async () => {
  const member = await signedIn(sound)
  const skuId = await someSku(sound)
  const order = await submitted(sound, member, skuId)
  const before = await stockOf(sound, skuId)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call(sound, member, '/order/cancel_order', { order_id: order.order_id })),
  )
  expect(answers.filter((answer) => answer.http === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.error === 'order_state')).toHaveLength(19)
  expect(await stockOf(sound, skuId)).toBe(before + 1)
  expect(
    await count(
      sound,
      sql`select count(*) from orders.moves where order_id = ${order.order_id} and to_state = 'cancelled'`,
    ),
  ).toBe(1)
  await cleanAudit()
})

test('control: a move that does not look at the state it leaves is seen', async () => {
  const member = await signedIn(broken)
  const skuId = await someSku(broken)
  const order = await submitted(broken, member, skuId)
  const planted = plant('and state = $6 returning id', 'and $6::text is not null returning id')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call(broken, member, '/order/cancel_order', { order_id: order.order_id })),
  )
  expect(planted()).toBe(true)
  expect(answers.filter((answer) => answer.error === 'order_state')).not.toHaveLength(19)
})

test('50 submits at once with one key and body: one effect, the others the same answer or 409 while it runs', async () => {
  const member = await signedIn(sound)
  const skuId = await someSku(sound)
  const { guarantee_id } = await guaranteed(sound, member, skuId)
  const headers = { 'idempotency-key': 'the same for all' }
  const submit = () => callUntilServed<SubmittedView>(sound, member, '/product/submit_order', { guarantee_id }, headers)
  const answers = await Promise.all(Array.from({ length: 50 }, submit))
  const good = answers.filter((answer) => answer.http === 200)
  expect(good.length + answers.filter((answer) => answer.error === 'idempotency_still_running').length).toBe(50)
  expect(new Set(good.map((answer) => answer.data.order_id)).size).toBe(1)
  const again = await submit()
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.data.order_id).toBe(good[0]?.data.order_id)
  const other = await guaranteed(sound, member, skuId)
  expect(
    (await call(sound, member, '/product/submit_order', { guarantee_id: other.guarantee_id }, headers)).error,
  ).toBe('idempotency_body_differs')
  expect(await ordersOf(sound, member)).toBe(1)
})

async function fortyGuaranteesOfOne(shop: Shop) {
  const member = await signedIn(shop)
  // Different skus: the rows of one sku would line the orders up by themselves.
  const held: GuaranteeView[] = []
  for (const skuId of differentSkus(shop, 40)) held.push(await guaranteed(shop, member, skuId))
  return () =>
    Promise.all(
      held.map(({ guarantee_id }) => callUntilServed(shop, member, '/product/submit_order', { guarantee_id })),
    )
}

test('40 guarantees of one member submitted at once: no more than the 20 unpaid orders that are allowed', async () => {
  const answers = await (await fortyGuaranteesOfOne(sound))()
  expect(answers.filter((answer) => answer.http === 200)).toHaveLength(20)
  expect(answers.filter((answer) => answer.error === 'order_limit')).toHaveLength(20)
})

test('control: without one order after another the limit of unpaid orders breaks', async () => {
  const submitAll = await fortyGuaranteesOfOne(broken)
  const planted = plant(
    'select pg_advisory_xact_lock(hashtextextended($1, 8))',
    'select $1::text as free',
    meetingAt('insert into orders.orders', 25),
  )
  const lockless = broken.intercept.current
  // The row of the member's day limit would line the orders up as well: here each takes from a day of its own.
  broken.intercept.current = async (text) =>
    String(await lockless?.(text)).replace('::date as day', '::date + (random() * 1000000)::int as day')
  const answers = await submitAll()
  expect(planted()).toBe(true)
  expect(answers.filter((answer) => answer.http === 200).length).toBeGreaterThan(20)
})

test('expiry from several workers beside a cancel: one ends the order, the stock comes back once', async () => {
  const member = await signedIn(sound)
  const skuId = await someSku(sound)
  const { order } = await payable(sound, member, skuId)
  const before = await stockOf(sound, skuId)
  await sound.karat.db.run(
    sql`update orders.orders set expires_at = now() - interval '1 millisecond' where id = ${order.order_id}`,
  )
  const cancel = call(sound, member, '/order/cancel_order', { order_id: order.order_id })
  await Promise.all([...Array.from({ length: 8 }, () => expireOrders(sound.karat)), cancel])
  expect(await stockOf(sound, skuId)).toBe(before + 1)
  expect(
    await count(
      sound,
      sql`select count(*) from orders.moves where order_id = ${order.order_id} and from_state = 'pending_payment'`,
    ),
  ).toBe(1)
})

test('20 pay_order at once lead to one payment', async () => {
  const member = await signedIn(sound)
  const order = await submitted(sound, member, await someSku(sound))
  const pay = () =>
    ask<{ payment_id: string }>(sound, member, '/product/pay_order', { order_id: order.order_id, method: 'card' })
  const payments = await Promise.all(Array.from({ length: 20 }, pay))
  expect(new Set(payments.map((payment) => payment.payment_id)).size).toBe(1)
})
