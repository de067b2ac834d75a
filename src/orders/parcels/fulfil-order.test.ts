/** Orders on their way to their buyers: one winner of any race, every move on record, nothing out of order (G9). */
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import {
  executed,
  fakeAcquirer,
  laterPapersOf,
  paidOrder,
  refundsDone,
  staff,
} from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { scanAll } from '../../../tests/support/packing.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, differentSkus, notify, pickupPoint, someSku, stockOf } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import type { GuaranteeView, OrderDetailView, PaymentViewData, SubmittedView } from '../contract.ts'
import { grantRefund } from '../refunds/decide-refund.ts'
import { pickupCodeOf } from './pickup-code.ts'

const shop = openShop()
/** The control works on a database of its own. */
const broken = openShop()
let member: TestMember
let fulfilment: TestStaff
beforeEach(async () => {
  for (const one of [shop, broken]) {
    one.intercept.current = undefined
    await freshTick(one)
  }
  member = await signedIn(shop)
  fulfilment = await staffSignedIn(shop, 'fulfilment')
})

/** What leaves was packed before. */
async function move(who: TestStaff, path: string, order_id: string, expected: string, more: object = {}) {
  if (path === 'ready' || path === 'ship') await scanAll(shop, who, order_id)
  return askStaff(shop, who, `/orders/${path}`, { order_id, expected, ...more })
}
const stateOf = async (orderId: string) =>
  (await shop.karat.db.row<{ state: string }>(sql`select state from orders.orders where id = ${orderId}`))?.state
const actionsOf = (orderId: string) =>
  shop.karat.db.rows<{ action: string; did: string }>(sql`select action, details->>'did' as did from staff.actions
    where subject_id = ${orderId} and outcome = 'done' order by id`)
const mailsOf = async (number: string) =>
  (
    await shop.karat.db.rows<{ template: string }>(
      sql`select template from mail.messages where subject like ${`%${number}%`} order by created_at, id`,
    )
  ).map(({ template }) => template)

async function collected(): Promise<{ id: string; number: string }> {
  const { order } = await paidOrder(shop, member, await someSku(shop))
  return { id: order.order_id, number: order.number }
}

const address = {
  ...{ label: 'Home', recipient: 'Ratna Wulandari', mobile: '0812 1000 4471', postal_code: '10310' },
  ...{ province_code: '31', regency_code: '31.71', district_code: '31.71.06', street: 'Jl. Teuku Umar No. 12' },
}
async function delivered(): Promise<{ id: string; number: string }> {
  const { id } = await ask<{ id: string }>(shop, member, '/address/saveAddress', address)
  const wish = { sku_id: await someSku(shop), quantity: 1, delivery: { mode: 'courier', address_id: id } }
  const { guarantee_id } = await ask<GuaranteeView>(shop, member, '/product/confirm_order', wish)
  const order = await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id })
  const wanted = { order_id: order.order_id, method: 'card' }
  const payment = await ask<PaymentViewData>(shop, member, '/product/pay_order', wanted)
  await notify(shop, { reference: payment.payment_id, amount: order.total })
  await expect.poll(() => stateOf(order.order_id), { interval: 5, timeout: 10_000 }).toBe('paid')
  return { id: order.order_id, number: order.number }
}

test('an order is prepared, waits at the counter and is handed over by its code; every step is on record', async () => {
  const { id, number } = await collected()
  expect((await move(fulfilment, 'prepare', id, 'paid')).status).toBe(200)
  expect(await move(fulfilment, 'ready', id, 'preparing')).toMatchObject({ status: 409, error: 'invoice_not_ready' })
  await settlePapers(shop.karat)
  expect((await move(fulfilment, 'ready', id, 'preparing')).status).toBe(200)
  const code = pickupCodeOf(shop.karat, id)
  const seen = { document: 'identity_card' }
  const wrong = await move(fulfilment, 'handOver', id, 'ready_for_pickup', { code: 'AAAAAAAA', ...seen })
  expect(wrong).toMatchObject({ status: 422, error: 'pickup_code_wrong', data: { tries_left: 4 } })
  expect(await move(fulfilment, 'handOver', id, 'ready_for_pickup', { code })).toMatchObject({
    ...{ status: 422, data: { fields: { document: expect.any(String) } } },
  })
  expect((await move(fulfilment, 'handOver', id, 'ready_for_pickup', { code, ...seen })).status).toBe(200)
  expect(await actionsOf(id)).toEqual([
    { action: 'orders.prepare', did: 'preparing' },
    { action: 'orders.prepare', did: 'scan' },
    { action: 'orders.prepare', did: 'ready_for_pickup' },
    { action: 'orders.hand_over', did: 'completed' },
  ])
  expect((await mailsOf(number)).slice(-2)).toEqual(['order_ready', 'order_collected'])
  const detail = await askStaff(shop, fulfilment, `/orders/detail?order_id=${id}`)
  expect(detail.data).toMatchObject({
    ...{ state: 'completed', legal: [], hand_over: { document: 'identity_card', by: 'Staff fulfilment' } },
  })
  expect((detail.data.timeline as { by: object }[])[0]?.by).toEqual({ kind: 'staff', name: 'Staff fulfilment' })
  expect(JSON.stringify(detail.data)).not.toContain(code)
})

test('five wrong codes lock the counter, the right one too, until the office has looked into it', async () => {
  const { id } = await collected()
  await settlePapers(shop.karat)
  await move(fulfilment, 'prepare', id, 'paid')
  await move(fulfilment, 'ready', id, 'preparing')
  const say = (code: string) =>
    move(fulfilment, 'handOver', id, 'ready_for_pickup', { code, document: 'passport' }).then(({ error }) => error)
  const wrong = await Promise.all(Array.from({ length: 8 }, () => say('BBBBBBBB')))
  expect(wrong.filter((error) => error === 'pickup_code_wrong')).toHaveLength(5)
  expect(wrong.filter((error) => error === 'pickup_locked')).toHaveLength(3)
  const code = pickupCodeOf(shop.karat, id)
  expect(await say(code)).toBe('pickup_locked')
  const unlock = (who: TestStaff, reason: string) =>
    askStaff(shop, who, '/orders/unlockPickup', { order_id: id, reason })
  expect((await unlock(fulfilment, 'Known to us')).error).toBe('permission_missing')
  const desk = await staffSignedIn(shop, 'desk')
  expect((await unlock(desk, ' ')).error).toBe('invalid_input')
  expect((await unlock(desk, 'Called the buyer')).status).toBe(200)
  expect(await say(code)).toBe(null)
  expect(await stateOf(id)).toBe('completed')
})

test('a parcel has its courier and number, which the buyer reads in a letter and with the order', async () => {
  const { id, number } = await delivered()
  await settlePapers(shop.karat)
  const parcel = { delivery_changes: 0, carrier: 'jne', tracking: 'CGK-00481-77' }
  expect(await move(fulfilment, 'ship', id, 'paid', parcel)).toMatchObject({
    ...{ status: 409, error: 'order_state', data: { state: 'paid', legal: ['preparing', 'cancelled'] } },
  })
  await move(fulfilment, 'prepare', id, 'paid')
  expect((await move(fulfilment, 'ready', id, 'preparing')).error).toBe('order_state')
  const fields = async (more: object) => (await move(fulfilment, 'ship', id, 'preparing', more)).data.fields
  expect(await fields({ ...parcel, tracking: 'x y' })).toHaveProperty('tracking')
  expect(await fields({ ...parcel, carrier: 'pigeon' })).toHaveProperty('carrier')
  expect(await stateOf(id)).toBe('preparing')
  expect((await move(fulfilment, 'ship', id, 'preparing', parcel)).status).toBe(200)
  const seen = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${id}`)
  expect(seen.shipment).toMatchObject({ carrier: 'JNE', tracking: 'CGK-00481-77' })
  expect(await mailsOf(number)).toContain('order_shipped')
  expect((await move(fulfilment, 'complete', id, 'shipped', { reason: ' ' })).error).toBe('invalid_input')
  expect((await move(fulfilment, 'complete', id, 'shipped', { reason: 'Signed for, courier site' })).status).toBe(200)
  expect(await stateOf(id)).toBe('completed')
})

test('nothing goes on while money is asked back, and nobody completes what waits at the counter without its code', async () => {
  const { id } = await collected()
  await shop.karat.db.run(sql`update orders.orders set paid_at = now() - interval '31 minutes' where id = ${id}`)
  const request = await call(shop, member, '/product/order_refund', {
    order_id: id,
    reason: 'changed_mind',
    note: 'Not needed now.',
  })
  expect(request.http).toBe(200)
  expect((await move(fulfilment, 'prepare', id, 'paid')).error).toBe('refund_waiting')
  const other = await collected()
  await settlePapers(shop.karat)
  await move(fulfilment, 'prepare', other.id, 'paid')
  await move(fulfilment, 'ready', other.id, 'preparing')
  const past = await move(fulfilment, 'complete', other.id, 'ready_for_pickup', { reason: 'In a hurry' })
  expect(past).toMatchObject({ status: 409, error: 'order_state' })
  expect((await move(fulfilment, 'prepare', crypto.randomUUID(), 'paid')).error).toBe('not_found')
})

/** Waits at the counter, invoiced and numbered; `skus`: what is in it, one piece of each. */
async function atCounter(...skus: number[]) {
  const cart = { delivery: { mode: 'pickup', pickup_point_id: await pickupPoint(shop) } }
  for (const sku_id of skus) await ask(shop, member, '/product/add_cart', { sku_id, quantity: 1 })
  const { guarantee_id } = await ask<GuaranteeView>(shop, member, '/product/confirm_cart_order', cart)
  const order = await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id })
  const wanted = { order_id: order.order_id, method: 'card' }
  const { payment_id } = await ask<PaymentViewData>(shop, member, '/product/pay_order', wanted)
  await notify(shop, { reference: payment_id, amount: order.total })
  await expect.poll(() => stateOf(order.order_id), { interval: 5, timeout: 10_000 }).toBe('paid')
  await move(fulfilment, 'prepare', order.order_id, 'paid')
  await settlePapers(shop.karat)
  expect((await move(fulfilment, 'ready', order.order_id, 'preparing')).status).toBe(200)
  return order.order_id
}
const handedOver = async (id: string) => {
  const said = { code: pickupCodeOf(shop.karat, id), document: 'passport' }
  return (await move(fulfilment, 'handOver', id, 'ready_for_pickup', said)).error
}
async function askedBack(order_id: string, more: object = {}): Promise<string> {
  const wish = { order_id, reason: 'damaged', note: 'The capsule is open.', ...more }
  return (await ask<{ request_id: string }>(shop, member, '/product/order_refund', wish)).request_id
}
async function paidBack(order_id: string, more: object = {}) {
  const requestId = await askedBack(order_id, more)
  await grantRefund(shop.karat, await staff(shop, 'refunds.grant'), { requestId, answer: '', reason: 'Seen' })
  await executed(shop, requestId)
}
const piecesOf = (id: string) =>
  shop.karat.db.rows<{ serial: string; sku_id: number; state: string }>(
    sql`select serial, sku_id, state from catalogue.pieces where order_id = ${id} order by sku_id, serial`,
  )
const stateOfPiece = (serial = '') =>
  shop.karat.db.row(sql`select state from catalogue.pieces where serial = ${serial}`)

test('what waits at the counter is not handed over while its money is asked back', async () => {
  const id = await atCounter(await someSku(shop))
  const requestId = await askedBack(id)
  expect(await handedOver(id)).toBe('refund_waiting')
  await grantRefund(shop.karat, await staff(shop, 'refunds.grant'), { requestId, answer: '', reason: 'Seen' })
  expect(await handedOver(id)).toBe('refund_waiting')
})

test('all paid back at the counter, in parts or at once: it is over, its pieces can be ordered again, each sum has its note', async () => {
  fakeAcquirer(shop)
  const skus = differentSkus(shop, 2)
  const before = await Promise.all(skus.map((sku) => stockOf(shop, sku)))
  const id = await atCounter(...skus)
  const pieces = await piecesOf(id)
  expect(pieces).toHaveLength(2)
  await paidBack(id, { lines: [{ position: 1, quantity: 1 }] })
  expect(await stateOf(id)).toBe('ready_for_pickup')
  await paidBack(id)
  expect(await stateOf(id)).toBe('cancelled')
  expect(await handedOver(id)).toBe('order_state')
  expect(await Promise.all(skus.map((sku) => stockOf(shop, sku)))).toEqual(before)
  await settlePapers(shop.karat)
  for (const { serial } of pieces) expect(await stateOfPiece(serial)).toEqual({ state: 'in_stock' })
  await refundsDone(shop)
  await settlePapers(shop.karat)
  const notes = await laterPapersOf(shop, id)
  expect(notes.map(({ kind }) => kind)).toEqual(['credit_note', 'credit_note'])
  const detail = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${id}`)
  expect([detail.state, detail.pickup]).toEqual(['cancelled', null])
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('partly paid back, what remains is handed over, and what was paid back is in the stock again', async () => {
  const skus = differentSkus(shop, 2)
  const id = await atCounter(...skus)
  const pieces = await piecesOf(id)
  const before = await Promise.all(skus.map((sku) => stockOf(shop, sku)))
  const lines = await shop.karat.db.rows<{ position: number; sku_id: number }>(
    sql`select position, sku_id from orders.lines where order_id = ${id} order by position`,
  )
  await paidBack(id, { lines: [{ position: lines[0]?.position, quantity: 1 }] })
  expect(await handedOver(id)).toBe(null)
  await settlePapers(shop.karat)
  expect(await stateOf(id)).toBe('completed')
  const [stays, goes] = [lines[0]?.sku_id, lines[1]?.sku_id]
  expect(await piecesOf(id)).toEqual(
    pieces.filter(({ sku_id }) => sku_id === goes).map((p) => ({ ...p, state: 'sold' })),
  )
  expect(await stateOfPiece(pieces.find(({ sku_id }) => sku_id === stays)?.serial)).toEqual({ state: 'in_stock' })
  const after = skus.map((sku, at) => (before[at] ?? 0) + (sku === stays ? 1 : 0))
  expect(await Promise.all(skus.map((sku) => stockOf(shop, sku)))).toEqual(after)
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('an order that an older release left at the counter, all paid back, is over as those of today', async () => {
  const sku = await someSku(shop)
  const before = await stockOf(shop, sku)
  const id = await atCounter(sku)
  fakeAcquirer(shop)
  shop.intercept.current = (text) =>
    /set state = \$1, paid_at = case/.test(text) ? text.replace('where id =', 'where false and id =') : text
  await paidBack(id)
  shop.intercept.current = undefined
  expect([await stateOf(id), await handedOver(id)]).toEqual(['ready_for_pickup', 'parcel_paid_back'])
  const migration = readFileSync('migrations/353.do.paid_back_at_the_counter.sql', 'utf8')
  await asOwner(shop.connectionString, [migration, migration])
  await settlePapers(shop.karat)
  expect([await stateOf(id), await stockOf(shop, sku)]).toEqual(['cancelled', before])
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

async function twentyPrepare(one: Shop) {
  const buyer = await signedIn(one)
  const { order } = await paidOrder(one, buyer, await someSku(one))
  const staff = await staffSignedIn(one, 'fulfilment')
  const body = { order_id: order.order_id, expected: 'paid' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => askStaff(one, staff, '/orders/prepare', body)))
  const rows = await one.karat.db.rows(
    sql`select 1 from orders.moves where order_id = ${order.order_id} and to_state = 'preparing'`,
  )
  return { won: answers.filter(({ status }) => status === 200).length, rows: rows.length, answers }
}

test('20 at once: one wins, one row of history, the others are told the state and what is legal', async () => {
  const { won, rows, answers } = await twentyPrepare(shop)
  expect([won, rows]).toEqual([1, 1])
  const lost = answers.filter(({ status }) => status === 409)
  expect(lost).toHaveLength(19)
  expect(lost[0]?.data).toMatchObject({ state: 'preparing', legal: ['shipped', 'ready_for_pickup', 'cancelled'] })
})

test('planted: moves that neither wait for one another nor ask for the expected state win more than once', async () => {
  const met = meetingAt(/and state = \$\d+ returning id/, 2)
  broken.intercept.current = async (text) => {
    await met(text)
    return text
      .replace(/(invoiced_at, refund_state from orders\.orders where id = \$1) for update/, '$1')
      .replace(/and state = (\$\d+) returning id/, 'and $1::text is not null returning id')
  }
  const { won, rows } = await twentyPrepare(broken)
  expect(Math.max(won, rows)).toBeGreaterThan(1)
})

test('the list finds by number, serial and buyer, keeps to its tab, and is exported by who may', async () => {
  const { id, number } = await collected()
  await settlePapers(shop.karat)
  const list = async (query: string) =>
    ((await askStaff(shop, fulfilment, `/orders/list?${query}`)).data.rows as { id: string }[]).map((row) => row.id)
  const [piece] = await shop.karat.db.rows<{ serial: string }>(
    sql`select serial from catalogue.pieces where order_id = ${id}`,
  )
  for (const q of [number, piece?.serial ?? 'none', 'ratna'])
    expect(await list(`tab=to_prepare&q=${encodeURIComponent(q)}`), q).toContain(id)
  expect(await list(`tab=completed&q=${number}`)).toEqual([])
  expect(await list(`tab=all&q=${number}&delivery=courier`)).toEqual([])
  expect(await list('tab=to_prepare&sort=-total')).toContain(id)
  const { data } = await askStaff(shop, fulfilment, '/orders/counts')
  expect((data.counts as Record<string, number>).to_prepare).toBeGreaterThan(0)
  expect((await askStaff(shop, fulfilment, '/orders/export?tab=all')).error).toBe('permission_missing')
  const desk = await staffSignedIn(shop, 'desk')
  const file = await shop.app.inject({ url: '/api/admin/orders/export?tab=all', headers: desk.headers })
  expect(file.body).toContain(number)
  const kept = await shop.karat.db.row(
    sql`select details->>'did' as did from staff.actions where person_id = ${desk.id}`,
  )
  expect(kept).toEqual({ did: 'export' })
})
