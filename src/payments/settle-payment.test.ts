/** Notices of money, in every number and order: one capture, one stock move, one mail, no money lost (G5–G7). */
import { beforeEach, expect, test, vi } from 'vitest'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { untilProcessed as untilEventsProcessed } from '../../tests/support/money-back.ts'
import { patience } from '../../tests/support/patience.ts'
import { freshTick } from '../../tests/support/prices.ts'
import {
  acquirerSays,
  ask,
  call,
  knock,
  notify,
  payable,
  type SentNotice,
  someSku,
  submitted,
} from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { sql } from '../db/database.ts'
import type { OrderDetailView, OrderInfoView, PaymentViewData } from '../orders/contract.ts'
import { expireOrders } from '../orders/worker.ts'
import { processWaitingEvents } from './worker.ts'

const shop = openShop()
let member: TestMember
let skuId: number
beforeEach(async () => {
  shop.intercept.current = undefined
  await freshTick(shop)
  member = await signedIn(shop)
  skuId = await someSku(shop)
})

const units = (payment: PaymentViewData) => payment.amount
const stateOf = async (orderId: string) =>
  (await ask<OrderInfoView>(shop, member, '/order/order_info', { order_id: orderId })).state
const untilProcessed = () => untilEventsProcessed(shop)

async function tracesOf(payment: PaymentViewData) {
  const row = await shop.karat.db.row<{ captured: number; suspended: number; mails: number; paid_moves: number }>(sql`
    select (select count(*)::int from ledger.transfers where kind = 'payment_captured' and reference = ${payment.payment_id}) as captured,
      (select count(*)::int from ledger.transfers where kind = 'payment_suspended' and reference = ${payment.payment_id}) as suspended,
      (select count(*)::int from mail.messages where once_key like '%' || ${payment.payment_id}) as mails,
      (select count(*)::int from orders.moves where order_id = ${payment.order_id} and to_state = 'paid') as paid_moves`)
  return row
}

/** Every order of `items`. */
function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]))
}

const kinds = ['captured', 'declined', 'expired'] as const

test.each(permutations([...kinds]).map((order) => [order]))(
  'notices in the order %s, each five times beside 50 browser returns: one capture',
  async (order) => {
    const { order: made, payment } = await payable(shop, member, skuId)
    const notices = order.map(
      (state, i): SentNotice => ({
        id: `evt_${payment.payment_id}_${i}`,
        state,
        type: `charge.${state}`,
        reference: payment.payment_id,
        amount: units(payment),
      }),
    )
    const browser = Array.from({ length: 50 }, () =>
      call<OrderInfoView>(shop, member, '/order/order_info', { order_id: made.order_id }),
    )
    acquirerSays(shop, { reference: payment.payment_id, amount: units(payment) })
    for (const notice of notices) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => knock(shop, notice)))
      expect(answers.map((answer) => answer.statusCode)).toEqual(Array(5).fill(200))
    }
    expect((await Promise.all(browser)).filter((answer) => answer.http !== 200)).toEqual([])
    await untilProcessed()
    expect(await stateOf(made.order_id)).toBe('paid')
    expect(await tracesOf(payment)).toEqual({ captured: 1, suspended: 0, mails: 1, paid_moves: 1 })
    expect(await auditLedger(shop.karat.db)).toEqual([])
  },
)

test('fifty different notices of one capture at once: one capture', async () => {
  const { payment } = await payable(shop, member, skuId)
  await Promise.all(
    Array.from({ length: 50 }, () => notify(shop, { reference: payment.payment_id, amount: units(payment) })),
  )
  await untilProcessed()
  expect(await tracesOf(payment)).toEqual({ captured: 1, suspended: 0, mails: 1, paid_moves: 1 })
})

test('without any notice an order stays unpaid, whatever the browser says', async () => {
  const { order, payment } = await payable(shop, member, skuId)
  const detail = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order.order_id}`)
  expect(detail.state).toBe('pending_payment')
  expect(await tracesOf(payment)).toEqual({ captured: 0, suspended: 0, mails: 0, paid_moves: 0 })
})

test('a notice whose processing was cut off by a crash is processed by the next round, once', async () => {
  const { order, payment } = await payable(shop, member, skuId)
  shop.intercept.current = (text) => {
    if (text.includes('update orders.orders set state')) throw new Error('the process died here')
    return text
  }
  expect((await notify(shop, { reference: payment.payment_id, amount: units(payment) })).statusCode).toBe(200)
  await vi.waitFor(async () => {
    const row = await shop.karat.db.row<{ tries: number }>(
      sql`select max(tries)::int as tries from payments.events where provider_reference = ${`ch_${payment.payment_id}`}`,
    )
    expect(row?.tries).toBe(1)
  }, patience)
  expect(await stateOf(order.order_id)).toBe('pending_payment')
  shop.intercept.current = undefined
  await shop.karat.db.run(sql`update payments.events set next_try_at = now() where processed_at is null`)
  await Promise.all([processWaitingEvents(shop.karat), processWaitingEvents(shop.karat)])
  expect(await stateOf(order.order_id)).toBe('paid')
  expect(await tracesOf(payment)).toMatchObject({ captured: 1, mails: 1 })
})

test.each([
  ['one unit too little', (amount: bigint) => amount - 1n],
  ['one unit too much', (amount: bigint) => amount + 1n],
])('money of the wrong amount (%s) waits in suspense and the order is reviewed', async (_title, wrong) => {
  const { order, payment } = await payable(shop, member, skuId)
  await notify(shop, { reference: payment.payment_id, amount: wrong(BigInt(units(payment))).toString() })
  await untilProcessed()
  expect(await stateOf(order.order_id)).toBe('payment_review')
  expect(await tracesOf(payment)).toEqual({ captured: 0, suspended: 1, mails: 1, paid_moves: 0 })
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('money in another currency waits in suspense in that currency', async () => {
  const { order, payment } = await payable(shop, member, skuId)
  await notify(shop, { reference: payment.payment_id, amount: units(payment), currency: 'USD' })
  await untilProcessed()
  expect(await stateOf(order.order_id)).toBe('payment_review')
  expect(await tracesOf(payment)).toMatchObject({ captured: 0, suspended: 1 })
})

test('money that comes after the order has expired waits in suspense, the order is reviewed, the stock stays free', async () => {
  const { order, payment } = await payable(shop, member, skuId)
  await shop.karat.db.run(
    sql`update orders.orders set expires_at = now() - interval '1 second' where id = ${order.order_id}`,
  )
  expect(await expireOrders(shop.karat)).toBe(1)
  expect(await stateOf(order.order_id)).toBe('expired')
  await notify(shop, { reference: payment.payment_id, amount: units(payment) })
  await untilProcessed()
  expect(await stateOf(order.order_id)).toBe('payment_review')
  expect(await tracesOf(payment)).toMatchObject({ captured: 0, suspended: 1 })
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('money that comes after a cancellation waits in suspense and the order stays cancelled', async () => {
  const { order, payment } = await payable(shop, member, skuId)
  await ask(shop, member, '/order/cancel_order', { order_id: order.order_id })
  await notify(shop, { reference: payment.payment_id, amount: units(payment) })
  await untilProcessed()
  expect(await stateOf(order.order_id)).toBe('cancelled')
  expect(await tracesOf(payment)).toMatchObject({ captured: 0, suspended: 1 })
})

test('a second payment of a paid order waits in suspense; the good one is not touched', async () => {
  const { order, payment } = await payable(shop, member, skuId)
  await notify(shop, {
    reference: payment.payment_id,
    amount: units(payment),
    state: 'declined',
    type: 'charge.declined',
  })
  await untilProcessed()
  const second = await ask<PaymentViewData>(shop, member, '/product/pay_order', {
    order_id: order.order_id,
    method: 'card',
  })
  expect(second.payment_id).not.toBe(payment.payment_id)
  await notify(shop, { reference: second.payment_id, amount: units(second) })
  await untilProcessed()
  await notify(shop, { reference: payment.payment_id, amount: units(payment) })
  await untilProcessed()
  expect(await stateOf(order.order_id)).toBe('paid')
  expect(await tracesOf(second)).toMatchObject({ captured: 1, suspended: 0 })
  expect(await tracesOf(payment)).toMatchObject({ captured: 0, suspended: 1 })
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('a captured payment posts goods, delivery, insurance and tax, to the unit', async () => {
  const { order, payment } = await payable(shop, member, skuId)
  await notify(shop, { reference: payment.payment_id, amount: units(payment) })
  await untilProcessed()
  const detail = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order.order_id}`)
  const legs = await shop.karat.db.rows<{ kind: string; amount: bigint }>(sql`
    select a.kind, e.amount from ledger.transfers t join ledger.entries e on e.transfer_id = t.id join ledger.accounts a on a.id = e.account_id
    where t.reference = ${payment.payment_id}`)
  const sum = (kind: string) => legs.filter((leg) => leg.kind === kind).reduce((total, leg) => total + leg.amount, 0n)
  expect(sum('provider_clearing')).toBe(-BigInt(detail.total))
  expect(sum('order_money')).toBe(BigInt(detail.goods_total))
  expect(sum('delivery_fees') + sum('insurance_fees') + sum('tax_payable')).toBe(
    BigInt(detail.total) - BigInt(detail.goods_total),
  )
  expect(detail.timeline).toMatchObject([{ to: 'paid' }, { to: 'pending_payment' }])
})

test('a wrong signature, an old one and one from the future store nothing', async () => {
  const { payment } = await payable(shop, member, skuId)
  const now = Math.floor(shop.karat.now() / 1000)
  const stored = async () =>
    (await shop.karat.db.row<{ count: number }>(sql`select count(*)::int as count from payments.events`))?.count
  const before = await stored()
  const notice = { reference: payment.payment_id, amount: units(payment) }
  const answers = await Promise.all([
    notify(shop, notice, 'another secret that is long enough too'),
    notify(shop, { ...notice, at: now - 301 }),
    notify(shop, { ...notice, at: now + 301 }),
  ])
  expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401])
  expect(await stored()).toBe(before)
})

test('an unknown type and an unknown payment are stored, answered 200 and change nothing', async () => {
  const before = await submitted(shop, member, skuId)
  const answers = await Promise.all([
    notify(shop, { type: 'something.new', state: 'captured', reference: before.order_id, amount: before.total }),
    notify(shop, { reference: 'not even an id', amount: '1' }),
  ])
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200])
  await untilProcessed()
  expect(await stateOf(before.order_id)).toBe('pending_payment')
})
