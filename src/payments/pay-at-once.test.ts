/** The usual notice is settled in one statement: it looks again at everything that may have changed since it was read. */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt, overOrHeld } from '../../tests/support/meeting.ts'
import { signedIn } from '../../tests/support/members.ts'
import { untilProcessed } from '../../tests/support/money-back.ts'
import { patience } from '../../tests/support/patience.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, notify, payable, someSku } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { sql } from '../db/database.ts'

const { sound, broken } = openShopPair()
beforeEach(async () => {
  for (const shop of [sound, broken]) {
    shop.intercept.current = undefined
    await freshTick(shop)
  }
})

const AT_ONCE = 'open as materialized'
const bought = async (shop: Shop) => {
  const member = await signedIn(shop)
  return { member, ...(await payable(shop, member, await someSku(shop))) }
}
const outcomesOf = (shop: Shop, paymentId: string) =>
  shop.karat.db.rows<{ outcome: string | null; tries: number }>(sql`
    select outcome, tries from payments.events where payload->>'reference' = ${paymentId} order by outcome nulls last`)
const standOf = (shop: Shop, orderId: string) =>
  shop.karat.db.row(sql`
    select o.state, p.allocation, (select count(*)::int from ledger.transfers where reference = p.id::text) as booked
    from orders.orders o join payments.payments p on p.subject_id = o.id where o.id = ${orderId}`)

test('the usual notice is one statement: order, payment, tender, books and letter', async () => {
  const { order, payment } = await bought(sound)
  let sent = 0
  sound.intercept.current = (text) => {
    if (text.includes('payments.payments where id')) sent++
    return text
  }
  await notify(sound, { reference: payment.payment_id, amount: payment.amount })
  await untilProcessed(sound)
  sound.intercept.current = undefined
  expect(sent).toBe(1)
  expect(await standOf(sound, order.order_id)).toEqual({ state: 'paid', allocation: 'subject', booked: 1 })
  expect(await outcomesOf(sound, payment.payment_id)).toEqual([{ outcome: 'order_paid', tries: 0 }])
  const letters = await sound.karat.db.rows(
    sql`select template from mail.messages where once_key = ${`order_paid:${payment.payment_id}`}`,
  )
  expect(letters).toEqual([{ template: 'order_paid' }])
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('a notice that waits for its payment holds nothing of its order meanwhile: others take the payment first as well', async () => {
  const { order, payment } = await bought(sound)
  await sound.karat.db.transaction(async (tx) => {
    await tx.row(sql`select from payments.payments where id = ${payment.payment_id} for update`)
    await notify(sound, { reference: payment.payment_id, amount: payment.amount })
    await overOrHeld(sound)
    await tx.row(sql`select from orders.orders where id = ${order.order_id} for update nowait`)
  })
  await untilProcessed(sound)
  expect(await standOf(sound, order.order_id)).toMatchObject({ state: 'paid', booked: 1 })
})

/** The order is cancelled when its notice was read and its money is about to be booked. */
async function cancelledBeside(shop: Shop, plant: (text: string) => string = (text) => text) {
  const { member, order, payment } = await bought(shop)
  let cancelling: Promise<unknown> | undefined
  shop.intercept.current = async (text) => {
    if (!text.includes(AT_ONCE)) return text
    cancelling ??= ask(shop, member, '/order/cancel_order', { order_id: order.order_id })
    await cancelling
    return plant(text)
  }
  await notify(shop, { reference: payment.payment_id, amount: payment.amount })
  await untilProcessed(shop)
  shop.intercept.current = undefined
  return standOf(shop, order.order_id)
}

test('an order that ends between its notice and its money is not paid: the money goes back', async () => {
  expect(await cancelledBeside(sound)).toMatchObject({ state: 'cancelled', allocation: 'suspense' })
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('control: without a second look at the order it is paid though it is cancelled', async () => {
  const stand = await cancelledBeside(broken, (text) =>
    text.replace("and state = 'pending_payment' and not held_when_paid", 'and not held_when_paid'),
  )
  expect(stand).toMatchObject({ state: 'paid', allocation: 'subject' })
  expect(await auditLedger(broken.karat.db)).not.toEqual([])
})

test('two notices of one payment that look at nothing: the books take its money once all the same', async () => {
  const { payment } = await bought(broken)
  const meet = meetingAt(AT_ONCE, 2)
  broken.intercept.current = async (text) => {
    await meet(text)
    return text.includes(AT_ONCE)
      ? text
          .replace("and state = 'pending_payment' and not held_when_paid", 'and not held_when_paid')
          .replace("where payment.state <> 'captured'", 'where true')
          .replace("and state <> 'captured'", '')
      : text
  }
  const told = { reference: payment.payment_id, amount: payment.amount }
  await Promise.all([1, 2].map(() => notify(broken, told)))
  await expect
    .poll(() => outcomesOf(broken, payment.payment_id), patience)
    .toEqual([
      { outcome: 'order_paid', tries: 0 },
      { outcome: null, tries: 1 },
    ])
})
