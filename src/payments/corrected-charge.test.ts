/** A charge that is captured for another amount than before: the difference is booked, and no unit is lost (G7). */
import { beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { paidOrder, quoted, refundsDone, refundsOf, stateOf, untilProcessed } from '../../tests/support/money-back.ts'
import { acquirerSays, ask, call, knock, notify, payable, someSku } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { staffSignedIn } from '../../tests/support/staff.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { sql } from '../db/database.ts'
import { prepareOrder } from '../orders/parcels/fulfil-order.ts'
import type { ReviewQuoteView } from '../orders/refunds/refund-contract.ts'
import type { PaymentProvider } from './contract.ts'
import { processWaitingEvents } from './worker.ts'

const { sound, broken } = openShopPair()
let member: TestMember
beforeEach(async () => {
  member = await signedIn(sound)
})

type Booked = { captured: bigint; allocated: bigint; short: bigint; refunded: bigint; suspense: bigint }
/** What is booked of an order's money, by the ledger where that says it. */
async function bookedOf({ karat }: Shop, orderId: string): Promise<Booked> {
  const row = await karat.db.row<Booked>(sql`
    select sum(captured_minor)::bigint as captured, coalesce(sum(allocated_minor), 0)::bigint as allocated, sum(short_minor)::bigint as short,
      sum(refunded_allocated_minor + refunded_suspense_minor)::bigint as refunded,
      sum(captured_minor + short_minor - coalesce(allocated_minor, 0) - refunded_suspense_minor)::bigint as suspense
    from payments.payments where subject_id = ${orderId} and state = 'captured'`)
  if (!row) throw new Error('nothing is booked')
  return row
}
/** G7, to the unit, and everything that the audit knows. */
async function isSound(orderId: string): Promise<Booked> {
  await refundsDone(sound)
  const booked = await bookedOf(sound, orderId)
  const fromOrder = (await refundsOf(sound, orderId)).reduce((sum, { amount, suspense }) => sum + amount - suspense, 0n)
  expect(booked.captured + booked.short).toBe(booked.allocated - fromOrder + booked.suspense + booked.refunded)
  expect(await auditLedger(sound.karat.db)).toEqual([])
  return booked
}
async function capturedAs(paymentId: string, amount: bigint, shop = sound) {
  await notify(shop, { reference: paymentId, amount: `${amount}` })
  await untilProcessed(shop)
}
const honour = async (order_id: string) => {
  const { quote_id } = await ask<ReviewQuoteView>(sound, member, '/order/review_quote', { order_id })
  expect((await call(sound, member, '/order/review_choose', { order_id, choice: 'honour', quote_id })).http).toBe(200)
}
const prepare = async (orderId: string) =>
  prepareOrder(sound.karat, (await staffSignedIn(sound, 'fulfilment')).staff, { orderId, expected: 'paid' })

test('half, then the whole under one charge: all of it is booked, and honouring uses what the order needs', async () => {
  const { order, payment } = await payable(sound, member, await someSku(sound))
  const total = BigInt(order.total)
  await capturedAs(payment.payment_id, total / 2n)
  await capturedAs(payment.payment_id, total + 5n)
  expect(await stateOf(sound, order.order_id)).toBe('payment_review')
  expect(await isSound(order.order_id)).toMatchObject({ captured: total + 5n, suspense: total + 5n })
  await honour(order.order_id)
  expect(await stateOf(sound, order.order_id)).toBe('paid')
  expect(await isSound(order.order_id)).toMatchObject({ allocated: total, refunded: 5n, suspense: 0n })
})

test('three times the amount: reviewed, honoured for what the order costs, the rest back, and cancelling returns it', async () => {
  const { order, payment } = await payable(sound, member, await someSku(sound))
  const total = BigInt(order.total)
  await capturedAs(payment.payment_id, 3n * total)
  expect(await stateOf(sound, order.order_id)).toBe('payment_review')
  await honour(order.order_id)
  expect(await isSound(order.order_id)).toMatchObject({ allocated: total, refunded: 2n * total })
  const { quote_id } = await quoted(sound, member, order.order_id)
  expect((await call(sound, member, '/order/cancel_order', { order_id: order.order_id, quote_id })).http).toBe(200)
  expect(await isSound(order.order_id)).toMatchObject({ captured: 3n * total, refunded: 3n * total })
  expect((await refundsOf(sound, order.order_id)).map(({ state }) => state)).toEqual(['settled', 'settled'])
})

test('more than a paid order needed goes back, once for each correction, and the order stays paid', async () => {
  const { order, payment } = await paidOrder(sound, member, await someSku(sound))
  const total = BigInt(order.total)
  await capturedAs(payment.payment_id, total + 100n)
  await capturedAs(payment.payment_id, total + 150n)
  expect(await isSound(order.order_id)).toMatchObject({ allocated: total, refunded: 150n, suspense: 0n })
  expect((await refundsOf(sound, order.order_id)).map(({ amount }) => amount)).toEqual([100n, 50n])
  expect(await stateOf(sound, order.order_id)).toBe('paid')
})

test('less than a paid order needs holds it up until the money is there again', async () => {
  const { order, payment } = await paidOrder(sound, member, await someSku(sound))
  const total = BigInt(order.total)
  await capturedAs(payment.payment_id, total / 2n)
  expect(await isSound(order.order_id)).toMatchObject({ allocated: total, short: total - total / 2n, suspense: 0n })
  await expect(prepare(order.order_id)).rejects.toMatchObject({ code: 'payment_short' })
  await capturedAs(payment.payment_id, total)
  expect(await isSound(order.order_id)).toMatchObject({ allocated: total, short: 0n, refunded: 0n })
  expect((await prepare(order.order_id)).state).toBe('preparing')
})

test('what is taken back after everything went back is a receivable, not a loss of the books', async () => {
  const { order, payment } = await paidOrder(sound, member, await someSku(sound))
  const { quote_id } = await quoted(sound, member, order.order_id)
  await ask(sound, member, '/order/cancel_order', { order_id: order.order_id, quote_id })
  await refundsDone(sound)
  await capturedAs(payment.payment_id, 1n)
  expect(await isSound(order.order_id)).toMatchObject({ short: BigInt(order.total) - 1n })
})

test('a further charge under the same name is corrected like the first', async () => {
  const { order, payment } = await paidOrder(sound, member, await someSku(sound))
  for (const amount of ['700', '900'])
    await notify(sound, { reference: payment.payment_id, amount, charge: `ch_more_${payment.payment_id}` }).then(() =>
      untilProcessed(sound),
    )
  expect(await isSound(order.order_id)).toMatchObject({ captured: BigInt(order.total) + 900n, refunded: 900n })
})

test('twenty notices of one correction at once book it once', async () => {
  const { order, payment } = await paidOrder(sound, member, await someSku(sound))
  const truth = { reference: payment.payment_id, amount: `${BigInt(order.total) + 11n}` }
  acquirerSays(sound, truth)
  await Promise.all(Array.from({ length: 20 }, () => knock(sound, truth)))
  await untilAllDone(sound)
  expect(await isSound(order.order_id)).toMatchObject({ captured: BigInt(order.total) + 11n, refunded: 11n })
})

/** Notices that asked before another was booked wait for their next try. */
const untilAllDone = (shop: Shop) =>
  expect
    .poll(
      async () => {
        await shop.karat.db.run(
          sql`update payments.events set next_try_at = now() where processed_at is null and tries > 0`,
        )
        await processWaitingEvents(shop.karat)
        return shop.karat.db.row(sql`select count(*)::int as n from payments.events where processed_at is null`)
      },
      { timeout: 10_000 },
    )
    .toEqual({ n: 0 })

/** One notice asks and gets an old answer; while it holds that, another asks, gets the new one and books it. */
async function oldAnswerLast(shop: Shop) {
  const buyer = shop === sound ? member : await signedIn(shop)
  const { order, payment } = await paidOrder(shop, buyer, await someSku(shop))
  const total = BigInt(order.total)
  acquirerSays(shop, { reference: payment.payment_id, amount: `${total + 4n}` })
  const provider = shop.karat.providers.get('sandbox') as PaymentProvider
  let first = true
  shop.karat.providers.set('sandbox', {
    ...provider,
    findCharge: async (reference, named) => {
      const answer = await provider.findCharge(reference, named)
      if (!first) return answer
      first = false
      acquirerSays(shop, { reference: payment.payment_id, amount: `${total + 9n}` })
      await knock(shop, { reference: payment.payment_id, amount: `${total + 9n}` })
      await expect.poll(async () => (await bookedOf(shop, order.order_id)).captured).toBe(total + 9n)
      return answer
    },
  })
  await knock(shop, { reference: payment.payment_id, amount: `${total + 4n}` })
  await expect
    .poll(
      () =>
        shop.karat.db.row(sql`select count(*)::int as n from payments.events
      where processed_at is null and tries = 0 and asked = 0`),
      { timeout: 10_000 },
    )
    .toEqual({ n: 0 })
  return { order, total, first }
}

test('an answer that is older than what was booked meanwhile is asked for again', async () => {
  const { order, total, first } = await oldAnswerLast(sound)
  expect(first).toBe(false)
  expect((await bookedOf(sound, order.order_id)).captured).toBe(total + 9n)
})

test('control: without the count of bookings the older answer is booked last, and that is seen', async () => {
  broken.intercept.current = (text) => text.replaceAll('bookings = bookings + 1', 'bookings = bookings')
  const { order, total } = await oldAnswerLast(broken)
  expect((await bookedOf(broken, order.order_id)).captured).toBe(total + 4n)
})
