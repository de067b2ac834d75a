/** A capture that its provider takes back whole, or names in another currency than before. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import {
  fakeAcquirer,
  type Paid,
  paidOrder,
  quoted,
  refundsDone,
  refundsOf,
  stateOf,
  untilProcessed,
} from '../../tests/support/money-back.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, notify, payable, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { sql } from '../db/database.ts'
import type { OverviewView } from '../office/overview/overview-contract.ts'
import { prepareOrder } from '../orders/parcels/fulfil-order.ts'
import type { TakenBackView } from '../orders/refunds/office-taken-back-contract.ts'

const shop = openShop()
let member: TestMember
beforeEach(async () => {
  fakeAcquirer(shop)
  await freshTick(shop)
  member = await signedIn(shop)
})

const captured = async ({ payment }: Paid, amount: bigint, currency = 'IDR') => {
  await notify(shop, { reference: payment.payment_id, amount: `${amount}`, currency })
  await untilProcessed(shop)
}
const bookedOf = ({ payment }: Paid) =>
  shop.karat.db.row<Record<string, unknown>>(sql`
    select state, captured_minor as captured, captured_currency as currency, short_minor as short, foreign_minor as "foreign", foreign_currency
    from payments.payments where id = ${payment.payment_id}`)
const outcomes = async ({ payment }: Paid) =>
  (
    await shop.karat.db.rows<{ outcome: string }>(sql`
      select outcome from payments.events where payload->>'reference' = ${payment.payment_id} order by received_at`)
  ).map(({ outcome }) => outcome)
const prepare = async ({ order }: Paid) =>
  prepareOrder(shop.karat, (await staffSignedIn(shop, 'fulfilment')).staff, {
    orderId: order.order_id,
    expected: 'paid',
  })
const shownInOffice = async ({ order }: Paid) => {
  const { data } = await askStaff(shop, await staffSignedIn(shop, 'desk'), `/disputes/list?q=${order.number}`)
  return (data as unknown as { rows: TakenBackView[] }).rows
}
const clean = async () => {
  await refundsDone(shop)
  expect(await auditLedger(shop.karat.db)).toEqual([])
}

test('a paid order whose capture is taken back whole waits, is listed as money to ask back, and goes on when it comes', async () => {
  const paid = await paidOrder(shop, member, await someSku(shop))
  const total = BigInt(paid.payment.amount)
  await captured(paid, 0n)
  expect(await outcomes(paid)).toEqual(['order_paid', 'corrected'])
  expect(await bookedOf(paid)).toMatchObject({ captured: 0n, short: total })
  expect(await shownInOffice(paid)).toMatchObject([{ state: 'short', now: '0', receivable: paid.payment.amount }])
  await expect(prepare(paid)).rejects.toMatchObject({ code: 'payment_short' })
  await clean()
  await captured(paid, total)
  expect(await bookedOf(paid)).toMatchObject({ captured: total, short: 0n })
  expect((await prepare(paid)).state).toBe('preparing')
  await clean()
})

test('of an order that was cancelled and returned it is a receivable', async () => {
  const paid = await paidOrder(shop, member, await someSku(shop))
  const { quote_id } = await quoted(shop, member, paid.order.order_id)
  await ask(shop, member, '/order/cancel_order', { order_id: paid.order.order_id, quote_id })
  await refundsDone(shop)
  await captured(paid, 0n)
  expect(await bookedOf(paid)).toMatchObject({ captured: 0n, short: BigInt(paid.payment.amount) })
  await clean()
})

test('money in review that is taken back whole leaves nothing to carry out or return', async () => {
  const paid = await payable(shop, member, await someSku(shop))
  await captured(paid, 500n)
  await captured(paid, 0n)
  expect(await stateOf(shop, paid.order.order_id)).toBe('payment_review')
  await ask(shop, member, '/order/review_choose', { order_id: paid.order.order_id, choice: 'refund' })
  expect([await stateOf(shop, paid.order.order_id), await refundsOf(shop, paid.order.order_id)]).toEqual([
    'cancelled',
    [],
  ])
  await clean()
})

test('a charge that is first heard of when nothing is captured any more pays nothing', async () => {
  const paid = await payable(shop, member, await someSku(shop))
  await captured(paid, 0n)
  expect(await bookedOf(paid)).toMatchObject({ state: 'expired', captured: null })
  expect(await stateOf(shop, paid.order.order_id)).toBe('pending_payment')
  await clean()
})

test('another currency under the same charge is booked nowhere, stops the order and stands in the office until it is right', async () => {
  const paid = await paidOrder(shop, member, await someSku(shop))
  const total = BigInt(paid.payment.amount)
  await captured(paid, total, 'USD')
  expect(await outcomes(paid)).toEqual(['order_paid', 'other_currency'])
  expect(await bookedOf(paid)).toMatchObject({
    captured: total,
    currency: 'IDR',
    short: 0n,
    foreign: total,
    foreign_currency: 'USD',
  })
  expect(await shownInOffice(paid)).toMatchObject([{ kind: 'currency', state: 'foreign', currency: 'USD' }])
  const { data } = await askStaff(shop, await staffSignedIn(shop, 'desk'), '/overview/figures?store=id')
  expect((data as unknown as OverviewView).taken_back.foreign).toBe(1)
  await expect(prepare(paid)).rejects.toMatchObject({ code: 'payment_short' })
  await clean()
  await captured(paid, total + 3n)
  expect(await bookedOf(paid)).toMatchObject({ captured: total + 3n, foreign: null })
  expect(await shownInOffice(paid)).toMatchObject([{ state: 'booked' }])
  expect((await prepare(paid)).state).toBe('preparing')
  await clean()
})
