/** Cancelling a paid order: the sum that was shown, in both directions, once (product.md §4, G10). */
import { beforeEach, expect, test, vi } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import {
  fakeAcquirer,
  moveThrough,
  paidLongAgo,
  paidOrder,
  quoted,
  refundsDone,
  refundsOf,
  stateOf,
  statusOf,
  untilProcessed,
} from '../../../tests/support/money-back.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { ask, call, guaranteed, notify, someSku, stockOf, submitted } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import { balanceOf } from '../../ledger/ledger-queries.ts'
import { memberAccount } from '../../ledger/ledger-rules.ts'
import type { OrderDetailView } from '../contract.ts'
import { forgetQuotes } from '../core/quotes.ts'
import type { CancelledView } from './cancel-order.ts'

const shop = openShop()
let member: TestMember
let skuId: number
let acquirer: ReturnType<typeof fakeAcquirer>
beforeEach(async () => {
  shop.intercept.current = undefined
  acquirer = fakeAcquirer(shop)
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  await freshTick(shop)
  member = await signedIn(shop)
  skuId = await someSku(shop)
})

const cancel = (orderId: string, quote_id?: string, who = member) =>
  call<CancelledView>(shop, who, '/order/cancel_order', { order_id: orderId, ...(quote_id ? { quote_id } : {}) })
const cashOf = () => balanceOf(shop.karat.db, memberAccount({ store: 'id', id: member.id }, 'cash', 'IDR'))
const clean = async () => expect(await auditLedger(shop.karat.db)).toEqual([])

test('at the price of the sale everything goes back, the pieces are for sale again, and it is said', async () => {
  const before = await stockOf(shop, skuId)
  const { order } = await paidOrder(shop, member, skuId, 2)
  const quote = await quoted(shop, member, order.order_id)
  expect(quote).toMatchObject({ kept: '0', gain: '0', back: order.total, again: order.total, fine_weight: '20.0000' })
  const done = await cancel(order.order_id, quote.quote_id)
  expect(done.data).toEqual({
    order_id: order.order_id,
    state: 'cancelled',
    settlement: { back: order.total, kept: '0', gain: '0', currency: 'IDR', grams: '0.0000' },
  })
  expect(await stockOf(shop, skuId)).toBe(before)
  expect(await refundsOf(shop, order.order_id)).toMatchObject([{ state: 'pending', amount: BigInt(order.total) }])
  await clean()
  await refundsDone(shop)
  expect(await refundsOf(shop, order.order_id)).toMatchObject([{ state: 'settled' }])
  expect(acquirer.asked.filter((one) => one.amountMinor === BigInt(order.total))).toHaveLength(1)
  const detail = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order.order_id}`)
  expect(detail).toMatchObject({ state: 'cancelled', refund_state: 'full', may_cancel: false })
  expect(detail.timeline.slice(0, 2)).toMatchObject([
    { kind: 'money_back', amount: order.total, currency: 'IDR' },
    { kind: 'move', from: 'paid', to: 'cancelled', by: 'member' },
  ])
  const mails = await shop.karat.db.rows<{ template: string }>(sql`
    select template from mail.messages where destination = ${`${member.id}@karat.test`} order by created_at, id`)
  expect(mails.map((mail) => mail.template)).toEqual(['order_paid', 'order_settled', 'money_returned'])
  await clean()
})

test('after a fall of 2 % the house keeps what the same order costs less now, to the unit, and the card gets the rest', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  await movePrice(shop, -200)
  const again = await guaranteed(shop, member, skuId)
  const quote = await quoted(shop, member, order.order_id)
  expect(quote.again).toBe(again.total)
  expect(BigInt(quote.kept)).toBe(BigInt(order.total) - BigInt(again.total))
  expect(quote.back).toBe(again.total)
  expect((await cancel(order.order_id, quote.quote_id)).data.settlement).toMatchObject({ back: quote.back, gain: '0' })
  await refundsDone(shop)
  expect(await refundsOf(shop, order.order_id)).toMatchObject([{ state: 'settled', amount: BigInt(quote.back) }])
  expect(await cashOf()).toBe(0n)
  await clean()
})

test('a piece that the shop sells for less now is bought again for less: that too is kept', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  const { premiumBps } = shop.karat.catalogue.sku('id', skuId)?.sku ?? { premiumBps: 0 }
  const premium = (bps: number) =>
    shop.karat.db.transaction(async (tx) => {
      await tx.run(sql`update catalogue.skus set premium_bps = ${bps} where id = ${skuId}`)
      await tx.run(sql`select pg_notify('karat_catalogue', 'all')`)
    })
  const shows = (bps: number) =>
    vi.waitFor(() => expect(shop.karat.catalogue.sku('id', skuId)?.sku.premiumBps).toBe(bps), { timeout: 5000 })
  await premium(0)
  await shows(0)
  const again = await guaranteed(shop, member, skuId)
  const quote = await quoted(shop, member, order.order_id)
  await premium(premiumBps)
  await shows(premiumBps)
  expect(BigInt(quote.kept)).toBeGreaterThan(0n)
  expect(quote.back).toBe(again.total)
})

test('after a fall of 8 % cancelling is refused with what the gold brings at the bid, and the order stays', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  await movePrice(shop, -800)
  const refused = await call<{ sale: string; kept: string; cap: string }>(shop, member, '/order/cancel_quote', {
    order_id: order.order_id,
  })
  const { bid } = shop.karat.prices.of('id', 'IDR')
  expect(refused).toMatchObject({ http: 409, code: 6000, error: 'cancel_fallen', data: { sale: String(bid * 10n) } })
  expect(BigInt(refused.data.kept)).toBeGreaterThan(BigInt(refused.data.cap))
  expect([await stateOf(shop, order.order_id), await refundsOf(shop, order.order_id)]).toEqual(['paid', []])
  await movePrice(shop, 700)
  expect((await cancel(order.order_id, (await quoted(shop, member, order.order_id)).quote_id)).http).toBe(200)
})

test('once the gold brings more than was paid, the rest of it goes to the cash balance; the card gets what was captured', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  await movePrice(shop, 800)
  const quote = await quoted(shop, member, order.order_id)
  const gain = BigInt(quote.bid_now) * 10n - BigInt(order.total)
  expect(gain).toBeGreaterThan(0n)
  expect(quote).toMatchObject({ gain: gain.toString(), kept: '0', back: order.total })
  await cancel(order.order_id, quote.quote_id)
  await refundsDone(shop)
  expect(await cashOf()).toBe(gain)
  expect(await refundsOf(shop, order.order_id)).toMatchObject([{ amount: BigInt(order.total) }])
  await clean()
})

test('the price that moved between quote and cancel changes nothing: the quote is what was agreed', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  const quote = await quoted(shop, member, order.order_id)
  await movePrice(shop, -300)
  expect((await cancel(order.order_id, quote.quote_id)).data.settlement?.back).toBe(quote.back)
  await clean()
})

test('a quote one millisecond after its end is refused and nothing moves; a fresh one works', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  const quote = await quoted(shop, member, order.order_id)
  await shop.karat.db.run(
    sql`update orders.quotes set expires_at = now() - interval '1 millisecond' where id = ${quote.quote_id}`,
  )
  expect(await cancel(order.order_id, quote.quote_id)).toMatchObject({ http: 409, code: 6000, error: 'quote_expired' })
  expect([await stateOf(shop, order.order_id), await refundsOf(shop, order.order_id)]).toEqual(['paid', []])
  const fresh = await quoted(shop, member, order.order_id)
  expect((await cancel(order.order_id, fresh.quote_id)).http).toBe(200)
})

test('a quote is of one order, one member, one use', async () => {
  const [one, two] = [await paidOrder(shop, member, skuId), await paidOrder(shop, member, skuId)]
  const quote = await quoted(shop, member, one.order.order_id)
  expect(await cancel(two.order.order_id, quote.quote_id)).toMatchObject({ http: 404, error: 'not_found' })
  const other = await signedIn(shop, 'Bagus Pratama')
  expect(await cancel(one.order.order_id, quote.quote_id, other)).toMatchObject({ http: 404 })
  const foreign = await call(shop, other, '/order/cancel_quote', { order_id: one.order.order_id })
  expect(foreign).toMatchObject({ http: 404, error: 'not_found' })
  expect((await cancel(one.order.order_id, quote.quote_id)).http).toBe(200)
  expect(await cancel(one.order.order_id, quote.quote_id)).toMatchObject({ http: 409, error: 'order_state' })
  expect(await cancel(two.order.order_id, quote.quote_id)).toMatchObject({ http: 404 })
})

test('a paid order is not cancelled without a quote, nor after 30 minutes, nor once it is prepared', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  expect(await cancel(order.order_id)).toMatchObject({ http: 409, code: 6000, error: 'quote_required' })
  const quote = await quoted(shop, member, order.order_id)
  await moveThrough(shop, order.order_id, 'preparing')
  expect(await cancel(order.order_id, quote.quote_id)).toMatchObject({
    error: 'order_state',
    data: { state: 'preparing' },
  })
  const late = await paidOrder(shop, member, skuId)
  await paidLongAgo(shop, late.order.order_id)
  expect(await call(shop, member, '/order/cancel_quote', { order_id: late.order.order_id })).toMatchObject({
    error: 'cancel_window_over',
  })
  expect((await statusOf(shop, member, late.order.order_id)).cancel).toBeNull()
  expect(await stateOf(shop, late.order.order_id)).toBe('paid')
})

test('a quote never outlives the time to cancel', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  await paidLongAgo(shop, order.order_id, '29 minutes 50 seconds')
  const quote = await quoted(shop, member, order.order_id)
  const row = await shop.karat.db.row<{ inside: boolean }>(sql`
    select q.expires_at <= o.paid_at + interval '30 minutes' as inside from orders.quotes q join orders.orders o on o.id = q.order_id
    where q.id = ${quote.quote_id}`)
  expect(row?.inside).toBe(true)
})

test('while the price is stale there is no quote, and one that was given is kept', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  const quote = await quoted(shop, member, order.order_id)
  shop.clock.ms += 181_000
  expect(await call(shop, member, '/order/cancel_quote', { order_id: order.order_id })).toMatchObject({
    code: 6000,
    error: 'price_unavailable',
  })
  expect((await cancel(order.order_id, quote.quote_id)).http).toBe(200)
})

test('an unpaid order is cancelled for free and without a quote', async () => {
  const order = await submitted(shop, member, skuId)
  expect((await cancel(order.order_id)).data).toMatchObject({ state: 'cancelled', settlement: null })
  expect(await refundsOf(shop, order.order_id)).toEqual([])
})

test('money that arrives for a cancelled order goes back by itself, once, whatever currency it is in', async () => {
  const { order, payment } = await paidOrder(shop, member, skuId)
  await cancel(order.order_id, (await quoted(shop, member, order.order_id)).quote_id)
  for (const _ of [1, 2])
    await notify(shop, {
      reference: payment.payment_id,
      amount: '777',
      currency: 'ZWL',
      charge: `ch_late_${payment.payment_id}`,
    })
  await untilProcessed(shop)
  await refundsDone(shop)
  expect(await refundsOf(shop, order.order_id)).toMatchObject([
    { state: 'settled', amount: BigInt(order.total), currency: 'IDR' },
    { state: 'settled', amount: 777n, suspense: 777n, currency: 'ZWL' },
  ])
  await clean()
})

test('quotes that nobody used are forgotten a day later, however many there are', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  for (let n = 0; n < 7; n++) await quoted(shop, member, order.order_id)
  await shop.karat.db.run(
    sql`update orders.quotes set expires_at = now() - interval '25 hours' where order_id = ${order.order_id}`,
  )
  const { quote_id } = await quoted(shop, member, order.order_id)
  await forgetQuotes(shop.karat.db, 3)
  expect(await shop.karat.db.rows(sql`select id from orders.quotes where order_id = ${order.order_id}`)).toEqual([
    { id: quote_id },
  ])
})
