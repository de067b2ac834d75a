/** Parcels that a courier loses: warned of, never completed, paid back or sent again, and never both. */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import {
  executed,
  fakeAcquirer,
  refundsDone,
  refundsOf,
  stateOf,
  untilProcessed,
} from '../../../tests/support/money-back.ts'
import { scanAll } from '../../../tests/support/packing.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, notify } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import { settleDispute } from '../../payments/dispute.ts'
import type { GuaranteeView, OrderDetailView, OrderPageView, PaymentViewData, SubmittedView } from '../contract.ts'
import { standingOf } from '../core/held-queries.ts'
import type { RefundRequestView } from '../refunds/refund-contract.ts'

const shop = openShop()
/** The controls work on a database of their own. */
const broken = openShop()
let member: TestMember
let fulfilment: TestStaff
let desk: TestStaff
beforeEach(async () => {
  for (const one of [shop, broken]) {
    one.intercept.current = undefined
    await freshTick(one)
  }
  member = await signedIn(shop)
  fulfilment = await staffSignedIn(shop, 'fulfilment')
  desk = await staffSignedIn(shop, 'desk')
})

const address = {
  ...{ label: 'Home', recipient: 'Ratna Wulandari', mobile: '0812 1000 4471', postal_code: '10310' },
  ...{ province_code: '31', regency_code: '31.71', district_code: '31.71.06', street: 'Jl. Teuku Umar No. 12' },
}
/** Bars of one gram: two of them are below the amount from which two people are asked. Ten grams are above it. */
const skuOf = ({ karat }: Shop, weight: bigint): number => {
  const bars = karat.catalogue.products('id').filter(({ kind }) => kind === 'bar')
  const sku = bars.flatMap(({ skus }) => skus).find(({ fineWeight, stock }) => fineWeight === weight && stock >= 6)
  if (!sku) throw new Error('the demo shop has no such bar')
  return sku.id
}
const first = { carrier: 'jne', tracking: 'CGK-00481-77' }
const second = { carrier: 'brinks', tracking: 'BRK-2026-001' }

async function shipped(one = shop, { weight = 10_000n, quantity = 1 } = {}) {
  const buyer = one === shop ? member : await signedIn(one)
  const skuId = skuOf(one, weight)
  const { id } = await ask<{ id: string }>(one, buyer, '/address/saveAddress', address)
  const wish = { sku_id: skuId, quantity, delivery: { mode: 'courier', address_id: id } }
  const { guarantee_id } = await ask<GuaranteeView>(one, buyer, '/product/confirm_order', wish)
  const order = await ask<SubmittedView>(one, buyer, '/product/submit_order', { guarantee_id })
  const wanted = { order_id: order.order_id, method: 'card' }
  const payment = await ask<PaymentViewData>(one, buyer, '/product/pay_order', wanted)
  await notify(one, { reference: payment.payment_id, amount: order.total })
  await expect.poll(() => stateOf(one, order.order_id), { interval: 5, timeout: 10_000 }).toBe('paid')
  await settlePapers(one.karat)
  const who = await staffSignedIn(one, 'fulfilment')
  await askStaff(one, who, '/orders/prepare', { order_id: order.order_id, expected: 'paid' })
  await scanAll(one, who, order.order_id)
  const sent = await askStaff(one, who, '/orders/ship', {
    order_id: order.order_id,
    expected: 'preparing',
    delivery_changes: 0,
    ...first,
  })
  expect(sent.error).toBe(null)
  return { id: order.order_id, number: order.number, skuId }
}

const say = (who: TestStaff, path: string, order_id: string, reason = 'The courier wrote so') =>
  askStaff(shop, who, `/orders/${path}`, { order_id, reason })
const again = (who: TestStaff, order_id: string, more: object = {}, one = shop) =>
  askStaff(one, who, '/orders/sendAgain', { order_id, reason: 'The buyer wants the pieces', ...second, ...more })
const complete = (id: string) =>
  askStaff(shop, fulfilment, '/orders/complete', { order_id: id, expected: 'shipped', reason: 'Signed for' })
const piecesOf = ({ karat }: Shop, id: string) =>
  karat.db.rows<{ serial: string; state: string }>(
    sql`select serial, state from catalogue.pieces where order_id = ${id} order by serial`,
  )
const stateOfPiece = async (serial = '') =>
  (await shop.karat.db.row<{ state: string }>(sql`select state from catalogue.pieces where serial = ${serial}`))?.state
const verdict = async (serial = '') =>
  (await ask<{ verdict: string }>(shop, null, `/product/getPassport?serial=${serial}`)).verdict
/** What can be ordered, less the pieces on the shelf: a piece and its stock move together. */
const stockOf = async ({ karat }: Shop, skuId: number) => {
  const row = await karat.db.row<{ stock: number; shelf: number }>(sql`
    select stock, (select count(*)::int from catalogue.pieces where sku_id = s.id and state = 'in_stock') as shelf
    from catalogue.skus s where id = ${skuId}`)
  return { stock: row?.stock ?? 0, apart: (row?.stock ?? 0) - (row?.shelf ?? 0) }
}
const lettersOf = async (number: string) =>
  (
    await shop.karat.db.rows<{ template: string }>(
      sql`select template from mail.messages where subject like ${`%${number}%`} order by created_at, id`,
    )
  ).map(({ template }) => template)
const timelineOf = async (id: string) =>
  (await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${id}`)).timeline
const actionsOf = (id: string) =>
  shop.karat.db.rows(sql`select action, details->>'did' as did, reason from staff.actions
    where subject_id = ${id} and action in ('orders.lose', 'orders.send_again') and outcome = 'done' order by id`)

test('a lost parcel is warned of and not completed; found again, it goes on to its buyer', async () => {
  const { id, number, skuId } = await shipped()
  const before = await stockOf(shop, skuId)
  const [piece] = await piecesOf(shop, id)
  expect(await say(desk, 'found', id)).toMatchObject({ status: 409, error: 'parcel_not_lost' })
  expect((await say(fulfilment, 'lost', id, '  ')).error).toBe('invalid_input')
  expect((await say(await staffSignedIn(shop, 'support'), 'lost', id)).error).toBe('permission_missing')
  expect((await say(fulfilment, 'lost', crypto.randomUUID())).error).toBe('not_found')
  expect(await say(fulfilment, 'lost', id)).toMatchObject({ status: 200, data: { done: true } })
  expect((await say(desk, 'lost', id)).error).toBe('parcel_lost')
  expect((await complete(id)).error).toBe('parcel_lost')
  expect(await verdict(piece?.serial)).toBe('reported_stolen')
  expect(await stockOf(shop, skuId), 'the order holds its stock as before').toEqual(before)
  const seen = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${id}`)
  expect(seen.shipment?.lost_at).toEqual(expect.any(String))
  const detail = (await askStaff(shop, desk, `/orders/detail?order_id=${id}`)).data
  expect(detail.shipment).toMatchObject({ lost: { by: 'Staff fulfilment', reason: 'The courier wrote so' } })
  const withdrawn = { serial: piece?.serial, reason: 'Seen at the depot' }
  expect((await askStaff(shop, desk, '/stock/withdrawReport', withdrawn)).error, 'not one by one').toBe('piece_state')

  expect((await say(desk, 'found', id, 'In the wrong depot')).status).toBe(200)
  expect(await verdict(piece?.serial)).toBe('genuine')
  expect((await say(desk, 'found', id)).error).toBe('parcel_not_lost')
  expect((await complete(id)).status).toBe(200)
  await settlePapers(shop.karat)
  expect((await askStaff(shop, desk, `/orders/detail?order_id=${id}`)).data.timeline).toMatchObject([
    { kind: 'move', to: 'completed', by: { name: 'Staff fulfilment' } },
    { kind: 'found', by: { name: 'Staff desk' } },
    { kind: 'lost', by: { name: 'Staff fulfilment' }, reason: 'The courier wrote so' },
    ...['shipped', 'preparing', 'paid', 'pending_payment'].map((to) => ({ kind: 'move', to })),
  ])
  expect((await timelineOf(id)).slice(1, 3), 'its buyer does not read what the staff wrote').toMatchObject([
    { kind: 'found', by: 'staff', reason: '' },
    { kind: 'lost', by: 'staff', reason: '' },
  ])
  expect(await piecesOf(shop, id)).toEqual([{ serial: piece?.serial, state: 'sold' }])
  expect((await say(desk, 'lost', id)).error, 'it has arrived').toBe('order_state')
  expect((await lettersOf(number)).slice(-3)).toEqual(['order_shipped', 'order_lost', 'order_found'])
  expect(await actionsOf(id)).toEqual([
    { action: 'orders.lose', did: 'report_lost', reason: 'The courier wrote so' },
    { action: 'orders.lose', did: 'parcel_found', reason: 'In the wrong depot' },
  ])
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('it is sent again with other pieces; what was lost stays warned of and is nobody’s order any more', async () => {
  const { id, number, skuId } = await shipped(shop, { quantity: 2 })
  const lost = await piecesOf(shop, id)
  expect((await again(desk, id)).error, 'not before it is reported').toBe('parcel_not_lost')
  await say(fulfilment, 'lost', id)
  const before = await stockOf(shop, skuId)
  expect((await again(fulfilment, id)).error).toBe('permission_missing')
  expect((await again(desk, id, { carrier: 'pigeon' })).data.fields).toHaveProperty('carrier')
  expect((await again(desk, id, { tracking: 'x y' })).data.fields).toHaveProperty('tracking')
  expect((await again(desk, id, { reason: ' ' })).error).toBe('invalid_input')
  expect(await again(desk, id)).toMatchObject({ status: 200, data: { approval_id: null } })
  const pieces = await piecesOf(shop, id)
  expect(pieces.map(({ state }) => state)).toEqual(['allocated', 'allocated'])
  for (const { serial } of lost) {
    expect(pieces.map((piece) => piece.serial)).not.toContain(serial)
    expect(await verdict(serial)).toBe('reported_stolen')
  }
  const after = await stockOf(shop, skuId)
  expect([after.stock, after.apart]).toEqual([before.stock - 2, before.apart])
  const seen = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${id}`)
  expect(seen.shipment).toMatchObject({ tracking: second.tracking, lost_at: null })
  expect(seen.timeline.slice(0, 2)).toMatchObject([{ kind: 'sent_again' }, { kind: 'lost' }])
  expect((await lettersOf(number)).at(-1)).toBe('order_sent_again')
  const found = { serial: lost[0]?.serial, reason: 'The police brought it' }
  expect((await askStaff(shop, desk, '/stock/withdrawReport', found)).status, 'found later: for sale').toBe(200)
  expect(await stateOfPiece(lost[0]?.serial)).toBe('in_stock')
  expect((await stockOf(shop, skuId)).apart).toBe(before.apart)
  expect((await say(fulfilment, 'lost', id)).status, 'the second parcel may be lost too').toBe(200)
  expect((await say(desk, 'found', id)).status).toBe(200)
  expect((await complete(id)).status).toBe(200)
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('above the amount another of the office approves exactly that parcel', async () => {
  const { id } = await shipped(shop, { weight: 100_000n })
  await say(fulfilment, 'lost', id)
  const { approval_id } = (await again(desk, id)).data
  expect(approval_id).toEqual(expect.any(String))
  expect(await piecesOf(shop, id)).toMatchObject([{ state: 'reported_stolen' }])
  expect((await again(desk, id)).error).toBe('approval_waiting')
  const approve = (who: TestStaff) => askStaff(shop, who, '/approvals/approve', { approval_id })
  expect((await approve(desk)).error).toBe('second_person_required')
  const other = await staffSignedIn(shop, 'desk')
  await say(desk, 'found', id)
  expect((await approve(other)).error, 'found meanwhile').toBe('parcel_not_lost')
  await say(desk, 'lost', id)
  expect((await approve(other)).status).toBe(200)
  expect(await piecesOf(shop, id)).toMatchObject([{ state: 'allocated' }])
})

test('parts are no way around the second person: what was sent before counts', async () => {
  const { id } = await shipped(shop, { quantity: 2 })
  const total = await shop.karat.db.row<{ minor: bigint }>(
    sql`select total_minor as minor from orders.orders where id = ${id}`,
  )
  const alone = Math.ceil(Number(shop.karat.settings.refund.twoPeopleFrom.IDR) / Number(total?.minor)) - 1
  expect(alone, 'one parcel of it is below the amount').toBeGreaterThan(0)
  for (let parcel = 1; parcel <= alone; parcel++) {
    await say(fulfilment, 'lost', id)
    expect(await again(desk, id)).toMatchObject({ status: 200, data: { approval_id: null } })
  }
  await say(fulfilment, 'lost', id)
  expect((await again(desk, id)).data.approval_id).toEqual(expect.any(String))
  expect(await piecesOf(shop, id)).toMatchObject([{ state: 'reported_stolen' }, { state: 'reported_stolen' }])
})

test('a twenty-first parcel is refused by name', async () => {
  const { id } = await shipped()
  await shop.karat.db.run(sql`insert into orders.shipments (order_id, parcel, carrier, tracking, shipped_by)
    values (${id}, 20, 'jne', 'CGK-00481-96', 'staff:test')`)
  await say(fulfilment, 'lost', id)
  expect(await again(desk, id)).toMatchObject({ status: 409, error: 'parcels_used_up', data: { parcels: 20 } })
})

async function refunded(id: string, lines?: { position: number; quantity: number }[]): Promise<RefundRequestView> {
  const wish = { order_id: id, reason: 'not_arrived', note: 'Lost by the courier', ...(lines ? { lines } : {}) }
  const request = await ask<RefundRequestView>(shop, member, '/product/order_refund', wish)
  const support = await staffSignedIn(shop, 'support')
  const granted = { request_id: request.request_id, reason: 'Lost by the courier' }
  expect((await askStaff(shop, support, '/refunds/grant', granted)).error).toBe(null)
  expect((await again(desk, id)).error, 'while it is asked back').toMatch(/refund_waiting|parcel_not_lost/)
  expect((await say(desk, 'found', id)).error).toMatch(/refund_waiting|parcel_not_lost/)
  await executed(shop, request.request_id)
  return request
}

/** What may be done with an order whose parcel was paid back, and where it stands. */
async function expectOver(id: string, number: string) {
  for (const path of ['lost', 'found']) expect((await say(desk, path, id)).error, path).toBe('parcel_paid_back')
  expect((await again(desk, id)).error).toBe('parcel_paid_back')
  expect((await complete(id)).error).toBe('parcel_paid_back')
  expect((await askStaff(shop, desk, `/orders/detail?order_id=${id}`)).data).toMatchObject({
    ...{ paid_back: true, legal: [], shipment: { lost: { by: expect.any(String) } } },
  })
  const found = async (tab: string) => (await askStaff(shop, desk, `/orders/list?tab=${tab}&q=${number}`)).data.total
  expect([await found('shipped'), await found('ended')]).toEqual([0, 1])
  const list = (tab: string) => ask<OrderPageView>(shop, member, `/product/order_list?tab=${tab}`)
  const mine = await list('cancelled')
  expect(mine.orders).toMatchObject([{ order_id: id, paid_back: true }])
  expect(mine.counts).toMatchObject({ on_the_way: 0, cancelled: 1, refunds: 1 })
  expect((await list('on_the_way')).orders).toEqual([])
  const seen = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${id}`)
  expect(seen).toMatchObject({ paid_back: true, expected: [], shipment: { lost_at: expect.any(String) } })
  expect(seen.timeline.slice(0, 2)).toMatchObject([{ kind: 'paid_back' }, { kind: 'lost' }])
  expect(await standingOf(shop.karat.db, member.id), 'nothing keeps the account open').toMatchObject({ open: 0 })
}

test('of an order that is short as much goes back as is there, and the parcel is over', async () => {
  fakeAcquirer(shop)
  const { id, number } = await shipped()
  const payment = await shop.karat.db.row<{ id: string; captured: bigint }>(sql`
    select id, captured_minor as captured from payments.payments where subject_id = ${id} and state = 'captured'`)
  const rest = (payment?.captured ?? 0n) - 100n
  await notify(shop, { reference: payment?.id ?? '', amount: `${rest}` })
  await untilProcessed(shop)
  await say(fulfilment, 'lost', id)
  await refunded(id)
  await expectOver(id, number)
  await refundsDone(shop)
  expect(await refundsOf(shop, id)).toMatchObject([{ state: 'settled', amount: rest }])
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('all of its money goes back: that is its end, and pieces that turn up come to the stock one by one', async () => {
  fakeAcquirer(shop)
  const { id, number, skuId } = await shipped()
  await say(fulfilment, 'lost', id)
  expect(await standingOf(shop.karat.db, member.id)).toMatchObject({ open: 1 })
  const before = await stockOf(shop, skuId)
  const [piece] = await piecesOf(shop, id)
  await refunded(id)
  await expectOver(id, number)
  expect(await piecesOf(shop, id)).toEqual([])
  expect(await verdict(piece?.serial)).toBe('reported_stolen')
  expect(await stockOf(shop, skuId)).toEqual(before)
  const withdrawn = { serial: piece?.serial, reason: 'The courier brought it' }
  expect((await askStaff(shop, desk, '/stock/withdrawReport', withdrawn)).status).toBe(200)
  expect(await stateOfPiece(piece?.serial)).toBe('in_stock')
  expect((await askStaff(shop, desk, '/stock/withdrawReport', withdrawn)).error, 'once').toBe('piece_state')
  expect(await stockOf(shop, skuId)).toEqual({ stock: before.stock + 1, apart: before.apart })
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('paid back first and reported lost afterwards it is over at once, and nobody is offered a choice', async () => {
  fakeAcquirer(shop)
  const { id, number, skuId } = await shipped()
  const before = await stockOf(shop, skuId)
  await refunded(id)
  expect((await say(desk, 'lost', id)).status).toBe(200)
  await expectOver(id, number)
  expect(await lettersOf(number)).not.toContain('order_lost')
  expect(await stockOf(shop, skuId), 'nothing comes out of nothing').toEqual(before)
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('partly paid back it is not found, lest its buyer has both; with the rest it is over', async () => {
  fakeAcquirer(shop)
  const { id, number } = await shipped(shop, { quantity: 2 })
  const one = [{ position: 0, quantity: 1 }]
  await say(fulfilment, 'lost', id)
  await refunded(id, one)
  expect((await say(desk, 'found', id)).error).toBe('parcel_partly_paid')
  expect((await again(desk, id)).error).toBe('refund_pieces_taken')
  expect((await complete(id)).error).toBe('parcel_lost')
  expect(await piecesOf(shop, id)).toMatchObject([{ state: 'reported_stolen' }, { state: 'reported_stolen' }])
  await refunded(id, one)
  await expectOver(id, number)
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('nothing is sent again that is not there', async () => {
  const { id, skuId } = await shipped()
  await say(fulfilment, 'lost', id)
  const { stock } = await stockOf(shop, skuId)
  const setTo = (count: number) =>
    shop.karat.db.run(sql`update catalogue.skus set stock = ${count} where id = ${skuId}`)
  await setTo(0)
  expect(await again(desk, id)).toMatchObject({ status: 409, error: 'out_of_stock' })
  await setTo(stock)
  expect(await piecesOf(shop, id)).toMatchObject([{ state: 'reported_stolen' }])
  expect((await again(desk, id)).status).toBe(200)
})

/** Ten of the office send it again at once. */
async function tenSendAgain(
  one: Shop,
  plant = (text: string) => text,
  met = meetingAt('from orders.orders where id = $1 for update', 10),
) {
  const { id, skuId } = await shipped(one)
  const people = await Promise.all(Array.from({ length: 10 }, () => staffSignedIn(one, 'desk')))
  await askStaff(one, people[0] as TestStaff, '/orders/lost', { order_id: id, reason: 'The courier wrote so' })
  const before = await stockOf(one, skuId)
  one.intercept.current = async (text) => {
    await met(text)
    return plant(text)
  }
  const answers = await Promise.all(people.map((who) => again(who, id, {}, one)))
  one.intercept.current = undefined
  const after = await stockOf(one, skuId)
  return { won: answers.filter(({ status }) => status === 200).length, taken: before.stock - after.stock, answers }
}

test('nothing is sent again while the bank of the card takes its money back, or has', async () => {
  const { id } = await shipped()
  await say(fulfilment, 'lost', id)
  const charge = await shop.karat.db.row<{ id: string; name: string; amount: bigint }>(sql`
    select id, provider_reference as name, captured_minor as amount from payments.payments where subject_id = ${id}`)
  const told = {
    ...{ reference: charge?.id ?? '', charge: charge?.name ?? '', providerReference: `dp_${id}` },
    ...{ amountMinor: charge?.amount ?? 0n, currency: 'IDR', reason: 'not_received', respondBy: null },
  }
  for (const state of ['open', 'lost'] as const) {
    await shop.karat.db.transaction((tx) =>
      settleDispute(tx, shop.karat.settlers, { provider: 'sandbox', told: { ...told, state }, asked: 0 }),
    )
    expect((await again(desk, id)).error, state).toBe('payment_disputed')
  }
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('ten send it again at once: one parcel leaves', async () => {
  const { won, taken, answers } = await tenSendAgain(shop)
  expect([won, taken]).toEqual([1, 1])
  for (const { status, error } of answers) if (status !== 200) expect(error).toBe('parcel_not_lost')
})

test('planted: without the hold on the order and the end of the loss more pieces leave than were lost', async () => {
  let parcels = 0
  const loose = (text: string) =>
    text
      .replace(/(select 1 from orders\.orders where id = \$1) for update/, '$1')
      .replace(/(update orders\.lost_parcels set .*\s+where order_id = \$\d) and ended is null/, '$1')
      // Each has a number of its own for the parcel, or the shipments' key would refuse the second.
      .replace('select parcel, carrier from', () => `select parcel + ${parcels++} as parcel, carrier from`)
  const { taken } = await tenSendAgain(broken, loose, meetingAt('update orders.lost_parcels set ended', 2))
  expect(taken).toBeGreaterThan(1)
})
