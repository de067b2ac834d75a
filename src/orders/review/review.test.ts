/** The two ways out of payment_review: at the price now, or the money back; and neither chosen (product.md §5, G7). */
import { beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import {
  fakeAcquirer,
  refundsDone,
  refundsOf,
  stateOf,
  statusOf,
  untilProcessed,
} from '../../../tests/support/money-back.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { ask, call, lastPiece, notify, payable, someSku, stockOf, submitted } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import type { OrderDetailView } from '../contract.ts'
import type { ReviewQuoteView } from '../refunds/refund-contract.ts'
import { expireOrders } from '../worker.ts'
import { returnUnchosen } from './choose-review.ts'

const shop = openShop()
let member: TestMember
let skuId: number
beforeEach(async () => {
  shop.intercept.current = undefined
  fakeAcquirer(shop)
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  await freshTick(shop)
  member = await signedIn(shop)
  skuId = await someSku(shop)
})

/** An order whose money came late (it had expired) or was not what was asked for. */
async function inReview({ late = false, more = 0n, currency = 'IDR', sku = skuId } = {}) {
  const { order, payment } = await payable(shop, member, sku)
  if (late) {
    await shop.karat.db.run(
      sql`update orders.orders set expires_at = now() - interval '1 second' where id = ${order.order_id}`,
    )
    await expireOrders(shop.karat)
  }
  await notify(shop, { reference: payment.payment_id, amount: `${BigInt(payment.amount) + more}`, currency })
  await untilProcessed(shop)
  expect(await stateOf(shop, order.order_id)).toBe('payment_review')
  return order
}
const reviewQuote = (order_id: string) => ask<ReviewQuoteView>(shop, member, '/order/review_quote', { order_id })
const choose = (order_id: string, choice: string, quote_id?: string) =>
  call<{ state: string }>(shop, member, '/order/review_choose', { order_id, choice, ...(quote_id ? { quote_id } : {}) })
const clean = async () => expect(await auditLedger(shop.karat.db)).toEqual([])

test('late money carries the order out at the price now; what is beyond it goes back', async () => {
  const stock = await stockOf(shop, skuId)
  const order = await inReview({ late: true })
  await movePrice(shop, -200)
  const quote = await reviewQuote(order.order_id)
  expect(BigInt(quote.total)).toBeLessThan(BigInt(order.total))
  expect(quote).toMatchObject({ received: order.total, old_total: order.total, short: '0' })
  expect(BigInt(quote.excess)).toBe(BigInt(order.total) - BigInt(quote.total))
  expect((await choose(order.order_id, 'honour', quote.quote_id)).data.state).toBe('paid')
  const detail = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order.order_id}`)
  expect(detail).toMatchObject({ state: 'paid', total: quote.total, goods_total: quote.goods })
  expect(detail.lines[0]?.line_total).toBe(quote.lines[0]?.now)
  expect(await stockOf(shop, skuId)).toBe(stock - 1)
  await clean()
  await refundsDone(shop)
  expect(await refundsOf(shop, order.order_id)).toMatchObject([{ state: 'settled', amount: BigInt(quote.excess) }])
  await clean()
})

test('an order that was carried out can be cancelled like any other, and its pieces come back once', async () => {
  const stock = await stockOf(shop, skuId)
  const order = await inReview({ late: true, more: 5n })
  const quote = await reviewQuote(order.order_id)
  await choose(order.order_id, 'honour', quote.quote_id)
  const { quote_id } = await ask<{ quote_id: string }>(shop, member, '/order/cancel_quote', {
    order_id: order.order_id,
  })
  await ask(shop, member, '/order/cancel_order', { order_id: order.order_id, quote_id })
  await refundsDone(shop)
  expect((await refundsOf(shop, order.order_id)).map(({ amount }) => amount)).toEqual([5n, BigInt(quote.total)])
  expect(await stockOf(shop, skuId)).toBe(stock)
  await clean()
})

test('money that is not enough at the price now is said to be short and carries nothing out', async () => {
  const order = await inReview({ late: true })
  await movePrice(shop, 200)
  const quote = await reviewQuote(order.order_id)
  expect(BigInt(quote.short)).toBe(BigInt(quote.total) - BigInt(order.total))
  expect(await choose(order.order_id, 'honour', quote.quote_id)).toMatchObject({ http: 409, error: 'money_short' })
  expect(await stateOf(shop, order.order_id)).toBe('payment_review')
  expect((await choose(order.order_id, 'refund')).data.state).toBe('cancelled')
  await refundsDone(shop)
  expect(await refundsOf(shop, order.order_id)).toMatchObject([{ state: 'settled', amount: BigInt(order.total) }])
  await clean()
})

test('pieces that were sold meanwhile are not there any more: the order stays in review, with its money', async () => {
  const sku = await lastPiece(shop)
  const order = await inReview({ late: true, sku })
  const quote = await reviewQuote(order.order_id)
  await submitted(shop, await signedIn(shop, 'Bagus Pratama'), sku)
  expect(await choose(order.order_id, 'honour', quote.quote_id)).toMatchObject({ code: 6000, error: 'out_of_stock' })
  expect(await stateOf(shop, order.order_id)).toBe('payment_review')
  await clean()
})

test('the wrong amount of an order that still held its pieces: returned, the pieces come back once', async () => {
  const stock = await stockOf(shop, skuId)
  const order = await inReview({ more: -1n })
  expect((await choose(order.order_id, 'refund')).data.state).toBe('cancelled')
  expect(await choose(order.order_id, 'refund')).toMatchObject({ error: 'order_state' })
  expect(await stockOf(shop, skuId)).toBe(stock)
  await refundsDone(shop)
  await clean()
})

test('money in a currency that we do not know is booked, shown, and goes back in that currency', async () => {
  const order = await inReview({ currency: 'ZWL' })
  const status = await statusOf(shop, member, order.order_id)
  expect(status.review?.received).toEqual([{ amount: order.total, currency: 'ZWL' }])
  expect(await reviewQuote(order.order_id)).toMatchObject({ received: '0' })
  await clean()
  await choose(order.order_id, 'refund')
  await refundsDone(shop)
  expect(await refundsOf(shop, order.order_id)).toMatchObject([{ state: 'settled', currency: 'ZWL' }])
  await clean()
})

test.each(['', 'rupiah', 'XAU', '12$'])('money in "%s", which is no currency, does not disappear', async (currency) => {
  const order = await inReview({ currency })
  const row = await shop.karat.db.row<{ currency: string }>(
    sql`select captured_currency as currency from payments.payments where subject_id = ${order.order_id}`,
  )
  expect(row?.currency).toBe('XXX')
  await clean()
})

test('who chooses nothing in time gets the money back; a minute before nothing happens', async () => {
  const order = await inReview({ late: true })
  const until = (interval: string) =>
    shop.karat.db.run(
      sql`update orders.orders set review_until = now() + ${interval}::interval where id = ${order.order_id}`,
    )
  await until('1 minute')
  expect(await returnUnchosen(shop.karat)).toBe(0)
  const quote = await reviewQuote(order.order_id)
  await until('-1 millisecond')
  expect(await choose(order.order_id, 'honour', quote.quote_id)).toMatchObject({ error: 'payment_closed' })
  await Promise.all([returnUnchosen(shop.karat), returnUnchosen(shop.karat)])
  expect(await stateOf(shop, order.order_id)).toBe('cancelled')
  await refundsDone(shop)
  expect(await refundsOf(shop, order.order_id)).toMatchObject([{ state: 'settled', amount: BigInt(order.total) }])
  const detail = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order.order_id}`)
  expect(detail.timeline[1]).toMatchObject({ by: 'system', reason: 'nothing was chosen in time' })
  await clean()
})

test('20 choices at once, half of them each way: one of them is carried out', async () => {
  const order = await inReview({ late: true })
  const quote = await reviewQuote(order.order_id)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => choose(order.order_id, n % 2 ? 'honour' : 'refund', quote.quote_id)),
  )
  expect(answers.filter((answer) => answer.http === 200)).toHaveLength(1)
  await refundsDone(shop)
  await clean()
})

test('somebody else’s order in review answers like a missing one, and a quote of another order carries nothing out', async () => {
  const [one, two] = [await inReview({ more: 1n }), await inReview({ more: 1n })]
  const other = await signedIn(shop, 'Bagus Pratama')
  for (const [path, body] of [
    ['/order/review_quote', { order_id: one.order_id }],
    ['/order/review_choose', { order_id: one.order_id, choice: 'refund' }],
  ] as const)
    expect(await call(shop, other, path, body)).toMatchObject({ http: 404, error: 'not_found' })
  const quote = await reviewQuote(one.order_id)
  expect(await choose(two.order_id, 'honour', quote.quote_id)).toMatchObject({ http: 404 })
  expect(await choose(two.order_id, 'honour')).toMatchObject({ http: 422, error: 'invalid_input' })
})
