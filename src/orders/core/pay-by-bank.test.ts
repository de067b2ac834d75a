/** Orders that a transfer to the house's own account pays: their time, their other ways, and what all of them together may be. */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { stateOf, untilProcessed } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, notify, payable, someSku, stockOf, submitted } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { referenceOf } from '../../bank/reference-rules.ts'
import { sql } from '../../db/database.ts'
import { settings } from '../../settings.ts'
import type { OrderDetailView, OrderInfoView, PaymentViewData } from '../contract.ts'
import { readExposure } from '../exposure/commitments.ts'
import { expireOrders } from '../worker.ts'

const sound = openShop()
const tenGrams = { ...settings, exposure: { ...settings.exposure, transfersGrams: 10 } } as unknown as typeof settings
const small = openShop({}, undefined, tenGrams)
const smallBroken = openShop({}, undefined, tenGrams)
let member: TestMember
beforeEach(async () => {
  for (const shop of [sound, small, smallBroken]) {
    shop.intercept.current = undefined
    await freshTick(shop)
  }
  member = await signedIn(sound)
})

const choose = (shop: Shop, whose: TestMember, order_id: string, how: object = { method: 'bank_transfer' }) =>
  call<PaymentViewData>(shop, whose, '/product/pay_order', { order_id, ...how })
const detail = (order_id: string) => ask<OrderDetailView>(sound, member, `/product/order_detail?order_id=${order_id}`)
const later = (order_id: string, change: string) =>
  asOwner(sound.karat.connectionString, [`update orders.orders set ${change} where id = '${order_id}'`])
const covered = (until: string) =>
  sound.karat.db.run(sql`
    insert into bank.statements (id, account_id, store, currency, format, from_day, to_day, opening_e2, closing_e2, after_id, continues, covers_until, imported_by, reason)
    select gen_random_uuid(), a.id, 'id', 'IDR', 'csv', now()::date, now()::date, 0, 0,
      (select s.id from bank.statements s where s.store = 'id' order by position desc limit 1), true, now() + ${until}::interval, gen_random_uuid(), 'test'
    from bank.accounts a where store = 'id'`)

test('it is told where to, how much and what to write; chosen again it is the same, and its time is no longer', async () => {
  const order = await submitted(sound, member, await someSku(sound))
  const first = (await choose(sound, member, order.order_id)).data
  const paid = await ask<PaymentViewData>(sound, member, '/payment/getPay', { payment_id: first.payment_id })
  const reference = referenceOf(first.payment_id)
  expect(paid).toMatchObject({
    ...{ method: 'bank_transfer', state: 'pending', amount: order.total, pay_url: null, number: null, qr: null },
    transfer: { bank: 'BCA', number: '542 011 2233', holder: 'PT Karat Logam Mulia', reference },
  })
  const held = Date.parse(paid.expires_at) - Date.parse(paid.server_time)
  expect([held > 7_100_000, held <= 7_200_000]).toEqual([true, true])
  expect((await detail(order.order_id)).expires_at).toBe(paid.expires_at)
  // Another method and back: the first transfer is none any more, its time stands.
  await choose(sound, member, order.order_id, { method: 'card' })
  const again = (await choose(sound, member, order.order_id)).data
  expect([again.payment_id === first.payment_id, again.expires_at]).toEqual([false, paid.expires_at])
})

test('its other ways end when they would have; a transfer is waited for until the statement that covers its time is known', async () => {
  const sku = await someSku(sound)
  const order = await submitted(sound, member, sku)
  const stock = await stockOf(sound, sku)
  await choose(sound, member, order.order_id)
  await later(order.order_id, `expires_at = now() - interval '1 minute'`)
  expect((await choose(sound, member, order.order_id, { method: 'card' })).error).toBe('payment_closed')
  const { methods, may_pay } = await detail(order.order_id)
  const refused = methods.map(({ method, refused: why }) => [method, why])
  expect([may_pay, refused]).toEqual([
    true,
    [
      ['card', 'time_over'],
      ['va', 'time_over'],
      ['qris', 'time_over'],
      ['bank_transfer', null],
    ],
  ])
  expect((await choose(sound, member, order.order_id)).status).toBe('success')

  await later(order.order_id, `transfer_until = now() - interval '1 minute'`)
  expect((await choose(sound, member, order.order_id)).error).toBe('payment_closed')
  await expireOrders(sound.karat)
  expect([await stateOf(sound, order.order_id), await stockOf(sound, sku)]).toEqual(['pending_payment', stock])
  expect((await ask<OrderInfoView>(sound, member, '/order/order_info', { order_id: order.order_id })).state).toBe(
    'pending_payment',
  )
  await covered('-2 minutes')
  await expireOrders(sound.karat)
  expect(await stateOf(sound, order.order_id)).toBe('pending_payment')
  await covered('0 minutes')
  await expireOrders(sound.karat)
  expect([await stateOf(sound, order.order_id), await stockOf(sound, sku)]).toEqual(['expired', stock + 1])
})

test('a number that was opened is paid nowhere once its own time is over, though the time of a transfer runs', async () => {
  const { order_id } = await submitted(sound, member, await someSku(sound))
  await choose(sound, member, order_id)
  const { payment_id } = (await choose(sound, member, order_id, { method: 'va', bank: 'bca' })).data
  await sound.karat.db.run(
    sql`update payments.payments set state = 'pending', pay_code = '8001', provider_reference = 'ch_8001' where id = ${payment_id}`,
  )
  const read = (id: string) => ask<PaymentViewData>(sound, member, '/payment/getPay', { payment_id: id })
  expect((await read(payment_id)).number).toBe('8001')
  await later(order_id, `expires_at = now() - interval '1 second'`)
  expect(await read(payment_id)).toMatchObject({ state: 'pending', pay_url: null, number: null, qr: null })
  const info = await ask<OrderInfoView>(sound, member, '/order/order_info', { order_id })
  expect([info.expires_at < info.server_time, (await detail(order_id)).may_pay]).toEqual([true, true])
  // Its account is shown for as long as a transfer is in time, which a halt makes longer than the payment knew.
  const { payment_id: transfer } = (await choose(sound, member, order_id)).data
  await asOwner(sound.karat.connectionString, [
    `update payments.payments set expires_at = now() - interval '1 second' where id = '${transfer}'`,
  ])
  expect((await read(transfer)).transfer).not.toBeNull()
  await later(order_id, `transfer_until = now() - interval '1 second'`)
  expect((await read(transfer)).transfer).toBeNull()
})

test('nobody chooses it for what is held for minutes, nor in a store without an account; what waits for transfers is a part of exposure', async () => {
  const before = await readExposure(sound.karat.db, 'id')
  const order = await submitted(sound, member, await someSku(sound))
  await choose(sound, member, order.order_id)
  const { transfers, unpaid } = await readExposure(sound.karat.db, 'id')
  expect([transfers - before.transfers, unpaid - before.unpaid]).toEqual([100_000n, 0n])
  const other = await payable(sound, member, await someSku(sound))
  const move = (to: string, from: string) =>
    asOwner(sound.karat.connectionString, [
      'alter table bank.accounts disable trigger user',
      `update bank.accounts set store = '${to}' where store = '${from}' and bank = 'BCA'`,
      'alter table bank.accounts enable trigger user',
    ])
  await move('my', 'id')
  const none = await choose(sound, member, other.order.order_id)
  expect([none.error, none.data]).toMatchObject(['method_unavailable', { why: 'not_offered' }])
  expect((await detail(other.order.order_id)).methods.map(({ method }) => method)).not.toContain('bank_transfer')
  await move('id', 'my')
})

/** A card that was opened before a transfer was chosen is charged when its own time is over. */
async function paidLate(shop: Shop, change: (text: string) => string = (text) => text) {
  const whose = await signedIn(shop)
  const { order, payment } = await payable(shop, whose, await someSku(shop))
  expect((await choose(shop, whose, order.order_id)).error).toBeNull()
  await asOwner(shop.karat.connectionString, [
    `update orders.orders set expires_at = now() - interval '1 second' where id = '${order.order_id}'`,
  ])
  shop.intercept.current = change
  await notify(shop, { reference: payment.payment_id, amount: payment.amount })
  await untilProcessed(shop)
  shop.intercept.current = undefined
  const moved = await shop.karat.db.row<{ reason: string }>(
    sql`select reason from orders.moves where order_id = ${order.order_id} order by id desc limit 1`,
  )
  return [await stateOf(shop, order.order_id), moved?.reason]
}

test('hours for a transfer are none for a card: its money is late when its own time is over, and pays nothing at the old price', async () => {
  expect(await paidLate(sound)).toEqual(['payment_review', 'the money arrived after the time of its way to pay'])
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('control: where the statement that pays does not look at that time again, the old price is paid hours later', async () => {
  let planted = 0
  const blind = (text: string) =>
    text.replace(/ and not \(transfer_until is not null and expires_at <= now\(\)\)/, () => {
      planted++
      return ''
    })
  expect(await paidLate(smallBroken, blind)).toEqual(['paid', 'payment captured'])
  expect(planted).toBe(1)
})

test('control: nor is it late step by step where nobody asks', async () => {
  const blind = (text: string) =>
    text.includes('open as materialized')
      ? text.replace("and state = 'pending_payment'", 'and false')
      : text.replace(/select \(transfer_until is not null and expires_at <= now\(\)\) as late/, 'select false as late')
  expect(await paidLate(small, blind)).toEqual(['paid', 'payment captured'])
})

/** Two orders of ten grams ask at the same moment where ten may wait. */
async function twoForOne(shop: Shop, change: (text: string) => string, meet: (text: string) => Promise<void>) {
  const whose = await signedIn(shop)
  const sku = await someSku(shop)
  const orders = [await submitted(shop, whose, sku), await submitted(shop, whose, sku)]
  shop.intercept.current = async (text) => {
    await meet(text)
    return change(text)
  }
  const answers = await Promise.all(orders.map(({ order_id }) => choose(shop, whose, order_id)))
  shop.intercept.current = undefined
  return answers.map(({ error }) => error).toSorted()
}

test('of two orders that ask at once for the last room for transfers one gets it', async () => {
  expect(
    await twoForOne(
      small,
      (text) => text,
      async () => {},
    ),
  ).toEqual(['method_unavailable', null])
})

test('control: without taking turns both get it', async () => {
  const noTurns = (text: string) => (text.includes(', 430))') ? 'select $1::text' : text)
  const decided = meetingAt('update orders.orders set transfer_until', 2)
  expect(await twoForOne(smallBroken, noTurns, decided)).toEqual([null, null])
})
