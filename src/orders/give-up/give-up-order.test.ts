import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import {
  fakeAcquirer,
  moveThrough,
  paidLongAgo,
  paidOrder,
  refundsDone,
  refundsOf,
  staff,
  stateOf,
  untilProcessed,
} from '../../../tests/support/money-back.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, notify, payable, someSku, stockOf } from '../../../tests/support/purchase.ts'
import { settingsDesk } from '../../../tests/support/settings.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import { executors } from '../../office/executors.ts'
import { approve } from '../../staff/approvals.ts'
import type { OrderState } from '../core/order-rules.ts'
import { giveUpByStaff } from './give-up-order.ts'

const shop = openShop()
beforeEach(async () => {
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  fakeAcquirer(shop)
  await freshTick(shop)
})

const desk = () => staff(shop, 'orders.give_up')
const wish = (orderId: string, expected: OrderState = 'paid') =>
  ({ orderId, expected, cause: 'fraud', reason: 'The card was reported stolen' }) as const

/** A house in which amounts take two people from `from` on; `null`: none does. */
function housesOf({ karat }: Shop, from: bigint | null) {
  const most = from ?? 10n ** 17n
  const twoPeopleFrom = { IDR: most, MYR: most, USD: most } as never
  return { ...karat, settings: { ...karat.settings, refund: { ...karat.settings.refund, twoPeopleFrom } } }
}

const lettersOf = async (number: string) =>
  (
    await shop.karat.db.rows<{ template: string }>(sql`
      select template from mail.messages where subject like ${`%${number}%`} order by created_at, id`)
  ).map(({ template }) => template)

const takenOf = async (orderId: string) =>
  (
    await shop.karat.db.row<{ returned: boolean }>(sql`
      select returned_at is not null as returned from kyc.takings where reference = ${`order:${orderId}`}`)
  )?.returned

test('an unpaid order is cancelled, its stock and day are free, and money that comes later goes back', async () => {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const before = await stockOf(shop, skuId)
  const { order, payment } = await payable(shop, member, skuId, 2)
  const answer = await giveUpByStaff(shop.karat, await desk(), wish(order.order_id, 'pending_payment'), null)
  expect(answer).toEqual({ approval_id: null })
  expect([await stateOf(shop, order.order_id), await stockOf(shop, skuId)]).toEqual(['cancelled', before])
  expect(await takenOf(order.order_id)).toBe(true)
  expect((await lettersOf(order.number)).at(-1)).toBe('order_given_up')
  await notify(shop, { reference: payment.payment_id, amount: payment.amount })
  await untilProcessed(shop)
  await refundsDone(shop)
  expect(await refundsOf(shop, order.order_id)).toMatchObject([{ state: 'settled', amount: BigInt(order.total) }])
  expect(await stateOf(shop, order.order_id)).toBe('cancelled')
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test.each(['paid', 'preparing'] as const)(
  'an order that is %s: everything paid goes back, with its pieces',
  async (state) => {
    const member = await signedIn(shop)
    const skuId = await someSku(shop)
    const before = await stockOf(shop, skuId)
    const { order } = await paidOrder(shop, member, skuId)
    const orderId = order.order_id
    if (state === 'preparing') await moveThrough(shop, orderId, 'preparing')
    await settlePapers(shop.karat)
    const one = await desk()
    const answer = await giveUpByStaff(housesOf(shop, null), one, wish(orderId, state), null)
    expect(answer).toEqual({ approval_id: null })
    await refundsDone(shop)
    await settlePapers(shop.karat)
    expect(await refundsOf(shop, orderId)).toMatchObject([
      { state: 'settled', amount: BigInt(order.total), suspense: 0n },
    ])
    expect([await stateOf(shop, orderId), await stockOf(shop, skuId)]).toEqual(['cancelled', before])
    const held = await shop.karat.db.row(sql`select 1 from catalogue.pieces where order_id = ${orderId}`)
    expect(held).toBe(undefined)
    expect(await takenOf(orderId)).toBe(true)
    expect(await lettersOf(order.number)).toContain('order_given_up_paid')
    const timeline = await ask<{ timeline: object[] }>(shop, member, `/product/order_detail?order_id=${orderId}`)
    expect(timeline.timeline).toContainEqual(
      expect.objectContaining({ to: 'cancelled', by: 'staff', reason: 'the shop cancelled the order' }),
    )
    const [action] = await shop.karat.db.rows(sql`
    select action, reason, details->>'cause' as cause from staff.actions where person_id = ${one.id}`)
    expect(action).toEqual({ action: 'orders.give_up', reason: 'The card was reported stolen', cause: 'fraud' })
    expect(await auditLedger(shop.karat.db)).toEqual([])
  },
)

test('money in review goes back when its order is given up', async () => {
  const member = await signedIn(shop)
  const { order, payment } = await payable(shop, member, await someSku(shop))
  await notify(shop, { reference: payment.payment_id, amount: `${BigInt(order.total) - 5n}` })
  await untilProcessed(shop)
  await giveUpByStaff(housesOf(shop, null), await desk(), wish(order.order_id, 'payment_review'), null)
  await refundsDone(shop)
  expect(await stateOf(shop, order.order_id)).toBe('cancelled')
  expect(await refundsOf(shop, order.order_id)).toMatchObject([
    { state: 'settled', amount: BigInt(order.total) - 5n, suspense: BigInt(order.total) - 5n },
  ])
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('from the amount that a refund takes two people for, a second person approves exactly what they saw', async () => {
  const member = await signedIn(shop)
  const { order } = await paidOrder(shop, member, await someSku(shop))
  const [one, two] = [await desk(), await desk()]
  const below = housesOf(shop, BigInt(order.total) + 1n)
  const strict = housesOf(shop, BigInt(order.total))
  const { approval_id } = await giveUpByStaff(strict, one, wish(order.order_id), null)
  expect(await stateOf(shop, order.order_id)).toBe('paid')
  await expect(giveUpByStaff(strict, one, wish(order.order_id), null)).rejects.toMatchObject({
    code: 'approval_waiting',
  })
  const approvalId = approval_id ?? ''
  await expect(approve(shop.karat, one, { approvalId }, executors)).rejects.toMatchObject({
    code: 'second_person_required',
  })
  await approve(shop.karat, two, { approvalId }, executors)
  expect(await stateOf(shop, order.order_id)).toBe('cancelled')
  const other = await paidOrder(shop, member, await someSku(shop))
  expect(await giveUpByStaff(below, one, wish(other.order.order_id), null)).toEqual({ approval_id: null })
  await refundsDone(shop)
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('what the order has returned before counts towards the second person', async () => {
  const member = await signedIn(shop)
  const { order, payment } = await paidOrder(shop, member, await someSku(shop))
  await notify(shop, {
    reference: payment.payment_id,
    amount: payment.amount,
    charge: `ch_twice_${payment.payment_id}`,
  })
  await untilProcessed(shop)
  const strict = housesOf(shop, BigInt(order.total) * 2n)
  expect((await giveUpByStaff(strict, await desk(), wish(order.order_id), null)).approval_id).not.toBe(null)
})

test('refuses: another state than was seen, what has left the house, money asked back, nobody, no reason', async () => {
  const member = await signedIn(shop)
  const { order } = await paidOrder(shop, member, await someSku(shop))
  const orderId = order.order_id
  const one = await desk()
  const refused = (code: string, w: Parameters<typeof giveUpByStaff>[2], who = one) =>
    expect(giveUpByStaff(housesOf(shop, null), who, w, null)).rejects.toMatchObject({ code })
  await refused('order_state', wish(orderId, 'pending_payment'))
  await refused('permission_missing', wish(orderId), await staff(shop, 'orders.see'))
  await refused('invalid_input', { ...wish(orderId), reason: '  ' })
  await refused('not_found', wish('01890000-0000-7000-8000-000000000000'))
  await paidLongAgo(shop, orderId)
  await ask(shop, member, '/product/order_refund', { order_id: orderId, reason: 'too_slow' })
  await refused('refund_waiting', wish(orderId))
  expect([await stateOf(shop, orderId), await refundsOf(shop, orderId)]).toEqual(['paid', []])
  const sent = await paidOrder(shop, member, await someSku(shop))
  await moveThrough(shop, sent.order.order_id, 'preparing', 'shipped')
  await refused('order_state', wish(sent.order.order_id, 'shipped'))
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('the call takes its key: ten times at once is one effect, and the page reads what it would return', async () => {
  const member = await signedIn(shop)
  const { order } = await payable(shop, member, await someSku(shop))
  const { headers } = await staffSignedIn(shop, 'desk')
  const seen = await askStaff(shop, { headers }, `/orders/detail?order_id=${order.order_id}`)
  expect(seen.data.giving_up).toMatchObject({ returns: '0', takes_two: false, asked: false })
  const body = {
    order_id: order.order_id,
    expected: 'pending_payment',
    cause: 'error',
    reason: 'Wrong weight on the page',
  }
  const keyed = { headers: { ...headers, 'idempotency-key': `give-up-${order.order_id}` } }
  const answers = await Promise.all(Array.from({ length: 10 }, () => askStaff(shop, keyed, '/orders/giveUp', body)))
  expect(answers.every(({ status, error }) => status === 200 || error === 'idempotency_still_running')).toBe(true)
  expect(await askStaff(shop, keyed, '/orders/giveUp', body)).toMatchObject({
    status: 200,
    data: { approval_id: null },
  })
  const ends = await shop.karat.db.rows(sql`
    select reason from orders.moves where order_id = ${order.order_id} and to_state = 'cancelled'`)
  expect(ends).toEqual([{ reason: 'the shop made an error' }])
  expect((await call(shop, member, '/product/pay_order', { order_id: order.order_id, method: 'card' })).error).toBe(
    'order_state',
  )
})

test('a store gives reasons of its own; one that it offers no more is refused, and what waits with it is done', async () => {
  const { change } = await settingsDesk(shop)
  const own = { 'cause_4.place': 1, 'cause_4.name': 'Out of stock', 'cause_4.offered': 'on', 'cause_4.ours': 'on' }
  await change({ name: 'causes', value: { ...own, 'fraud.offered': 'off', 'error.place': 2 } })
  const [one, two] = [await paidOrder(shop, await signedIn(shop), await someSku(shop)), await waiting()]
  const [id, later] = [one.order.order_id, two.order.order_id]
  const person = await staffSignedIn(shop, 'desk')
  const seen = await askStaff(shop, person, `/orders/detail?order_id=${later}`)
  expect((seen.data.giving_up as { causes: object[] }).causes).toEqual([
    { code: 'cause_4', name: 'Out of stock' },
    { code: 'error', name: null },
    { code: 'stolen_card', name: null },
  ])
  const asks = (order_id: string, expected: OrderState, cause: string) =>
    askStaff(shop, person, '/orders/giveUp', { order_id, expected, cause, reason: 'There is none' })
  const gone = await asks(later, 'pending_payment', 'fraud')
  expect([gone.error, Object.keys(gone.data.fields as object)]).toEqual(['invalid_input', ['cause']])
  expect((await asks(later, 'pending_payment', 'cause_9')).error).toBe('invalid_input')
  expect((await asks(later, 'pending_payment', 'cause_4')).data).toEqual({ approval_id: null })
  expect(await endOf(later)).toEqual({ reason: 'the shop made an error' })
  const { approval_id } = (await asks(id, 'paid', 'cause_4')).data
  await change({ name: 'causes', value: { 'cause_4.offered': 'off' } })
  await approve(shop.karat, await desk(), { approvalId: String(approval_id) }, executors)
  expect(await endOf(id)).toEqual({ reason: 'the shop made an error' })
  expect(
    await shop.karat.db.rows(sql`
      select distinct details->>'cause' as cause, details->>'cause_code' as code from staff.actions
      where action = 'orders.give_up' and subject_id in (${id}, ${later})`),
  ).toEqual([{ cause: 'Out of stock', code: 'cause_4' }])
})

const waiting = async () => payable(shop, await signedIn(shop), await someSku(shop))
const endOf = (orderId: string) =>
  shop.karat.db.row(sql`select reason from orders.moves where order_id = ${orderId} and to_state = 'cancelled'`)
