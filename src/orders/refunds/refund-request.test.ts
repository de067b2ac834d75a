/** order_refund, granting, rejecting, executing: pieces once, money to the unit, two people above an amount (G10). */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import {
  executed,
  fakeAcquirer,
  moveThrough,
  paidLongAgo,
  paidOrder,
  piecesWaived,
  quoted,
  refundsDone,
  refundsOf,
  staff,
  stateOf,
  statusOf,
} from '../../../tests/support/money-back.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { ask, call, someSku, stockOf } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import { approve } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import { executeRefund, grantRefund, refundExecutor, rejectRefund } from './decide-refund.ts'
import type { RefundRequestView } from './refund-contract.ts'

const shop = openShop()
let member: TestMember
let skuId: number
beforeEach(async () => {
  shop.intercept.current = undefined
  fakeAcquirer(shop)
  await freshTick(shop)
  member = await signedIn(shop)
  skuId = await someSku(shop)
})

let granter: Staff
let executor: Staff
let both: Staff
beforeAll(async () => {
  granter = await staff(shop, 'refunds.grant')
  executor = await staff(shop, 'refunds.execute')
  both = await staff(shop, 'refunds.grant', 'refunds.execute')
})
const clean = async () => expect(await auditLedger(shop.karat.db)).toEqual([])

/** An order of `quantity` pieces that its buyer has. */
async function handedOver(quantity: number) {
  const paid = await paidOrder(shop, member, skuId, quantity)
  await moveThrough(shop, paid.order.order_id, 'preparing', 'shipped', 'completed')
  return paid.order
}
const wanted = (orderId: string, quantity?: number, more: object = {}) => ({
  order_id: orderId,
  reason: 'damaged',
  ...(quantity ? { lines: [{ position: 0, quantity }] } : {}),
  ...more,
})
const requested = (body: object) => ask<RefundRequestView>(shop, member, '/product/order_refund', body)
const refused = (body: object, who = member) => call<Record<string, unknown>>(shop, who, '/product/order_refund', body)
async function returned(requestId: string) {
  await grantRefund(shop.karat, granter, { requestId, answer: 'We are sorry.', reason: 'Seen' })
  return { amount: await executed(shop, requestId) }
}

test('3 of 5 pieces and then 2 come back to the unit, and the state beside the order says how far', async () => {
  const order = await handedOver(5)
  const unit = BigInt(order.total) / 5n
  const first = await requested(
    wanted(order.order_id, 3, { note: 'The capsule is open.', amount: (unit * 3n).toString() }),
  )
  expect(first).toMatchObject({ state: 'requested', stated: (unit * 3n).toString(), note: 'The capsule is open.' })
  const state = async () =>
    (
      await shop.karat.db.row<{ state: string }>(
        sql`select refund_state as state from orders.orders where id = ${order.order_id}`,
      )
    )?.state
  expect(await state()).toBe('requested')
  await returned(first.request_id)
  expect(await state()).toBe('partial')
  await returned((await requested(wanted(order.order_id, 2))).request_id)
  expect(await state()).toBe('full')
  await refundsDone(shop)
  const refunds = await refundsOf(shop, order.order_id)
  expect(refunds.map((refund) => refund.state)).toEqual(['settled', 'settled'])
  expect(refunds.reduce((sum, refund) => sum + refund.amount, 0n)).toBe(BigInt(order.total))
  expect(await refused(wanted(order.order_id, 1))).toMatchObject({ http: 409, error: 'refund_pieces_taken' })
  expect(await stateOf(shop, order.order_id)).toBe('completed')
  await clean()
})

test('pieces are asked back once; withdrawn or rejected they can be asked for again', async () => {
  const order = await handedOver(3)
  const first = await requested(wanted(order.order_id, 2))
  expect(await refused(wanted(order.order_id, 2))).toMatchObject({ http: 409, error: 'refund_pieces_taken' })
  const withdrawn = await ask<RefundRequestView>(shop, member, '/order/withdraw_refund', {
    request_id: first.request_id,
  })
  expect(withdrawn.state).toBe('withdrawn')
  expect(await call(shop, member, '/order/withdraw_refund', { request_id: first.request_id })).toMatchObject({
    error: 'refund_state',
  })
  const second = await requested(wanted(order.order_id, 3))
  await rejectRefund(shop.karat, granter, { requestId: second.request_id, answer: 'The seal was opened.' })
  const status = await statusOf(shop, member, order.order_id)
  expect(status.requests.map((request) => [request.state, request.answer])).toEqual([
    ['rejected', 'The seal was opened.'],
    ['withdrawn', null],
  ])
  expect(status.order.lines[0]?.free).toBe(3)
  await expect(
    grantRefund(shop.karat, granter, { requestId: second.request_id, answer: '', reason: 'Seen' }),
  ).rejects.toMatchObject({
    code: 'refund_state',
  })
  await requested(wanted(order.order_id, 3))
  await clean()
})

test('granting fewer pieces than asked frees the others', async () => {
  const order = await handedOver(4)
  const { request_id: requestId } = await requested(wanted(order.order_id, 4))
  await expect(
    grantRefund(shop.karat, granter, { requestId, answer: '', reason: 'Seen', pieces: [{ position: 0, quantity: 5 }] }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
  const { amount_minor } = await grantRefund(shop.karat, granter, {
    requestId,
    answer: '',
    reason: 'One is sound',
    pieces: [{ position: 0, quantity: 1 }],
  })
  expect(amount_minor).toBe(String(BigInt(order.total) / 4n))
  expect((await statusOf(shop, member, order.order_id)).order.lines[0]).toMatchObject({ free: 3, returned: 1 })
  await clean()
})

test('granting and executing are two permissions, and two people above the amount of the settings', async () => {
  const order = await handedOver(1)
  const { request_id: requestId } = await requested(wanted(order.order_id, 1))
  const grant = { requestId, answer: '', reason: 'Seen' }
  await expect(grantRefund(shop.karat, executor, grant)).rejects.toMatchObject({ code: 'permission_missing' })
  await grantRefund(shop.karat, both, grant)
  const wish = { requestId, reason: 'As granted' }
  await piecesWaived(shop, requestId)
  await expect(executeRefund(shop.karat, granter, wish)).rejects.toMatchObject({ code: 'permission_missing' })
  const { approval_id } = await executeRefund(shop.karat, both, wish)
  const approvalId = approval_id ?? ''
  const two = new Map([['refunds.execute' as const, refundExecutor]])
  await expect(executeRefund(shop.karat, executor, wish)).rejects.toMatchObject({ code: 'approval_waiting' })
  await expect(approve(shop.karat, both, { approvalId }, two)).rejects.toMatchObject({ code: 'second_person_required' })
  await expect(approve(shop.karat, granter, { approvalId }, two)).rejects.toMatchObject({ code: 'permission_missing' })
  expect(await refundsOf(shop, order.order_id)).toEqual([])
  await approve(shop.karat, executor, { approvalId }, two)
  expect(await refundsOf(shop, order.order_id)).toHaveLength(1)
  await expect(executeRefund(shop.karat, executor, wish)).rejects.toMatchObject({ code: 'refund_state' })
  const log = await shop.karat.db.rows(sql`select details->>'did' as did from staff.actions
    where subject_id = ${requestId} and outcome = 'done' order by id`)
  expect(log).toEqual([{ did: 'grant' }, { did: 'request' }, { did: 'approve' }])
  await clean()
})

test('the order is left before it is handed over: 3 % of the goods stay, the rest goes back and the pieces are for sale', async () => {
  const before = await stockOf(shop, skuId)
  const { order } = await paidOrder(shop, member, skuId, 2)
  const body = { order_id: order.order_id, reason: 'changed_mind' }
  expect(await refused(body)).toMatchObject({ error: 'refund_not_open' })
  await paidLongAgo(shop, order.order_id)
  expect(await refused({ ...body, lines: [{ position: 0, quantity: 1 }] })).toMatchObject({ error: 'invalid_input' })
  const request = await requested(body)
  const kept = (BigInt(order.total) * 3n + 99n) / 100n
  expect(request).toMatchObject({ stated: (BigInt(order.total) - kept).toString(), whole: true })
  await returned(request.request_id)
  await refundsDone(shop)
  expect(await stateOf(shop, order.order_id)).toBe('cancelled')
  expect(await stockOf(shop, skuId)).toBe(before)
  expect(await refundsOf(shop, order.order_id)).toMatchObject([
    { state: 'settled', amount: BigInt(order.total) - kept },
  ])
  await clean()
})

test('after a fall of 8 % a change of mind is refused with what the gold brings at the bid; a fault of ours is not', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  await paidLongAgo(shop, order.order_id)
  const body = { order_id: order.order_id, reason: 'changed_mind' }
  await movePrice(shop, -800)
  const { bid } = shop.karat.prices.of('id', 'IDR')
  expect(await refused(body)).toMatchObject({ error: 'cancel_fallen', data: { sale: String(bid * 10n) } })
  await requested({ ...body, reason: 'too_slow' })
  await movePrice(shop, 870)
  await clean()
})

test('a change of mind is settled at the price of the grant: asked for before a fall it is not granted after it', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  await paidLongAgo(shop, order.order_id)
  const { request_id: requestId } = await requested({ order_id: order.order_id, reason: 'changed_mind' })
  const grant = () => grantRefund(shop.karat, granter, { requestId, answer: '', reason: 'Seen' })
  await movePrice(shop, -800)
  await expect(grant()).rejects.toMatchObject({ code: 'cancel_fallen' })
  shop.clock.ms += 181_000
  await expect(grant()).rejects.toMatchObject({ code: 'price_unavailable' })
  await freshTick(shop)
  await movePrice(shop, 870)
  expect(await grant()).toMatchObject({ amount_minor: expect.any(String) })
  await clean()
})

test('control: a grant that asks memory alone gives 97 % back after a fall that it has not heard of', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  await paidLongAgo(shop, order.order_id)
  const { request_id: requestId } = await requested({ order_id: order.order_id, reason: 'changed_mind' })
  const [sound, deaf] = [shop.karat.prices, { ...shop.karat.prices }]
  const before = sound.requireSellable('id', 'IDR')
  await movePrice(shop, -800)
  Object.assign(deaf, { requireSellable: () => before, of: () => before, refresh: async () => {} })
  const one = { ...shop.karat, prices: deaf as typeof sound }
  const grant = () => grantRefund(one, granter, { requestId, answer: '', reason: 'Seen' })
  await expect(grant()).rejects.toMatchObject({ code: 'price_unavailable' })
  shop.intercept.current = (text) =>
    text.includes('pricing.halts') ? `select null as why from (${text}) as heard` : text
  await grant()
  shop.intercept.current = undefined
  await movePrice(shop, 870)
})

test('an order handed over meanwhile is not given up: the grant is refused and can be rejected', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  await paidLongAgo(shop, order.order_id)
  const { request_id: requestId } = await requested({ order_id: order.order_id, reason: 'too_slow' })
  await moveThrough(shop, order.order_id, 'preparing', 'shipped')
  await expect(grantRefund(shop.karat, granter, { requestId, answer: '', reason: 'Seen' })).rejects.toMatchObject({
    code: 'order_state',
  })
  await rejectRefund(shop.karat, granter, { requestId, answer: 'It is on its way.' })
  await clean()
})

test('granted, then shipped before it was executed: nothing goes back, and the grant can be taken back', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  await paidLongAgo(shop, order.order_id)
  const { request_id: requestId } = await requested({ order_id: order.order_id, reason: 'too_slow' })
  await grantRefund(shop.karat, granter, { requestId, answer: '', reason: 'Seen' })
  await moveThrough(shop, order.order_id, 'preparing', 'shipped')
  await expect(executed(shop, requestId)).rejects.toMatchObject({ code: 'order_state' })
  expect(await refundsOf(shop, order.order_id)).toEqual([])
  await rejectRefund(shop.karat, granter, { requestId, answer: 'It is on its way.' })
  const broken = await requested(wanted(order.order_id, 1))
  expect((await statusOf(shop, member, order.order_id)).requests).toMatchObject([
    { request_id: broken.request_id, state: 'requested', stated: order.total },
    { request_id: requestId, state: 'rejected', granted: null },
  ])
  await returned(broken.request_id)
  expect(await refundsOf(shop, order.order_id)).toMatchObject([{ amount: BigInt(order.total) }])
  await clean()
})

test('asking and withdrawing again and again comes to an end, and what is shown of an order stays small', async () => {
  const order = await handedOver(1)
  const { maxRequests } = shop.karat.settings.refund
  for (let n = 0; n < maxRequests; n++) {
    const { request_id } = await requested(wanted(order.order_id, 1))
    await ask(shop, member, '/order/withdraw_refund', { request_id })
  }
  expect(await refused(wanted(order.order_id, 1))).toMatchObject({ error: 'refund_not_open', data: { reasons: [] } })
  const status = await statusOf(shop, member, order.order_id)
  expect([status.reasons, status.requests.length]).toEqual([[], maxRequests])
})

test('what the member was shown is what was agreed: another amount is refused with the right one', async () => {
  const order = await handedOver(1)
  expect(await refused(wanted(order.order_id, 1, { amount: '1' }))).toMatchObject({
    http: 409,
    code: 6000,
    error: 'amount_changed',
    data: { amount: order.total },
  })
  expect((await statusOf(shop, member, order.order_id)).requests).toEqual([])
})

test('each reason has its time: 14 days after it was handed over nothing can be asked back', async () => {
  const order = await handedOver(1)
  expect(await refused(wanted(order.order_id, 1, { reason: 'changed_mind' }))).toMatchObject({
    error: 'refund_not_open',
  })
  expect((await statusOf(shop, member, order.order_id)).reasons).toContain('damaged')
  const { windowSeconds } = shop.karat.settings.cancel
  expect(windowSeconds).toBe(1800)
  const row = await shop.karat.db.row<{ closes: Date; moved: Date }>(sql`
    select max(created_at) as moved, max(created_at) + interval '14 days' as closes from orders.moves where order_id = ${order.order_id}`)
  expect((await statusOf(shop, member, order.order_id)).asks_until).toBe(row?.closes.toISOString())
})

test('bad input names the field; somebody else’s order, request and pictures answer like missing ones', async () => {
  const order = await handedOver(2)
  const wrong = await refused({ order_id: order.order_id, reason: 'bored', lines: [{ position: 0, quantity: 0 }] })
  expect(Object.keys((wrong.data as { fields: object }).fields).sort()).toEqual(['lines.0.quantity', 'reason'])
  for (const lines of [
    [{ position: 7, quantity: 1 }],
    [{ position: 0, quantity: 3 }],
    [
      { position: 0, quantity: 1 },
      { position: 0, quantity: 1 },
    ],
  ])
    expect(await refused({ ...wanted(order.order_id), lines })).toMatchObject({ http: 422, error: 'invalid_input' })
  const picture = '0197b6a0-0000-7000-8000-000000000000'
  expect(await refused(wanted(order.order_id, 1, { pictures: [picture] }))).toMatchObject({ http: 404 })
  const other = await signedIn(shop, 'Bagus Pratama')
  expect(await refused(wanted(order.order_id, 1), other)).toMatchObject({ http: 404, error: 'not_found' })
  const { request_id } = await requested(wanted(order.order_id, 1))
  expect(await call(shop, other, '/order/withdraw_refund', { request_id })).toMatchObject({ http: 404 })
})

test('an order that may still be cancelled is cancelled, not asked back, and one that was cancelled neither', async () => {
  const { order } = await paidOrder(shop, member, skuId)
  const { quote_id } = await quoted(shop, member, order.order_id)
  await ask(shop, member, '/order/cancel_order', { order_id: order.order_id, quote_id })
  expect(await refused(wanted(order.order_id, 1))).toMatchObject({ error: 'refund_not_open' })
})

test('what an order returns is counted together: parts below the amount are no way around the second person', async () => {
  const order = await handedOver(4)
  const threshold = (BigInt(order.total) * 6n) / 10n
  const { karat } = shop
  const twoPeopleFrom = { ...karat.settings.refund.twoPeopleFrom, IDR: threshold } as never
  const strict = { ...karat, settings: { ...karat.settings, refund: { ...karat.settings.refund, twoPeopleFrom } } }
  const part = async () => {
    const { request_id: requestId } = await requested(wanted(order.order_id, 1))
    await grantRefund(strict, granter, { requestId, answer: '', reason: 'Seen' })
    await piecesWaived(shop, requestId)
    return { requestId, reason: 'As granted' }
  }
  const [one, two, three] = [await part(), await part(), await part()]
  expect((await executeRefund(strict, executor, one)).approval_id).toBe(null)
  expect((await executeRefund(strict, executor, two)).approval_id).toBe(null)
  expect((await executeRefund(strict, executor, three)).approval_id).not.toBe(null)
  expect(await refundsOf(shop, order.order_id)).toHaveLength(2)
  await clean()
})

test('of parts that are executed at once no more pass than one person may', async () => {
  const order = await handedOver(6)
  const { karat } = shop
  const twoPeopleFrom = { ...karat.settings.refund.twoPeopleFrom, IDR: BigInt(order.total) / 2n } as never
  const strict = { ...karat, settings: { ...karat.settings, refund: { ...karat.settings.refund, twoPeopleFrom } } }
  const parts: string[] = []
  for (let n = 0; n < 6; n++) {
    const { request_id: requestId } = await requested(wanted(order.order_id, 1))
    await grantRefund(strict, granter, { requestId, answer: '', reason: 'Seen' })
    await piecesWaived(shop, requestId)
    parts.push(requestId)
  }
  await Promise.allSettled(
    parts.map((requestId) => executeRefund(strict, executor, { requestId, reason: 'All at once' })),
  )
  expect(await refundsOf(shop, order.order_id)).toHaveLength(2)
  await clean()
})
