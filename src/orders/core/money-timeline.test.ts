/** What providers and banks did with the money of an order stands in its timeline, for its buyer and in the office. */
import { beforeEach, expect, test } from 'vitest'
import { disputed } from '../../../tests/support/disputes.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { fakeAcquirer, type Paid, paidOrder, refundsDone, untilProcessed } from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, notify, someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import type { OrderDetailView } from '../contract.ts'
import type { OfficeOrderDetail } from './office-contract.ts'

const shop = openShop()
let member: TestMember
beforeEach(async () => {
  fakeAcquirer(shop)
  await freshTick(shop)
  member = await signedIn(shop)
})

async function timelinesOf({ order }: Paid) {
  const query = `order_id=${order.order_id}`
  const seen = await ask<OrderDetailView>(shop, member, `/product/order_detail?${query}`)
  const desk = await askStaff(shop, await staffSignedIn(shop, 'desk'), `/orders/detail?${query}`)
  return { buyer: seen.timeline, desk: (desk.data as unknown as OfficeOrderDetail).timeline }
}
const captured = async ({ payment }: Paid, amount: bigint) => {
  await notify(shop, { reference: payment.payment_id, amount: `${amount}` })
  await untilProcessed(shop)
}

test('more and less captured, and what went back of it, newest first, to the unit', async () => {
  const paid = await paidOrder(shop, member, await someSku(shop))
  const total = BigInt(paid.payment.amount)
  await captured(paid, total + 100n)
  await refundsDone(shop)
  await captured(paid, total)
  const { buyer, desk } = await timelinesOf(paid)
  const expected = [
    { kind: 'captured_less', amount: '100', currency: 'IDR' },
    { kind: 'surplus_back', amount: '100', currency: 'IDR' },
    { kind: 'captured_more', amount: '100', currency: 'IDR' },
    { kind: 'move', to: 'paid' },
    { kind: 'move', to: 'pending_payment' },
  ]
  expect(buyer).toMatchObject(expected)
  expect(desk).toMatchObject(expected)
  expect(buyer[0]).toMatchObject({ by: 'provider' })
  expect(desk[0]?.by).toMatchObject({ kind: 'provider', name: 'sandbox' })
})

test.each(['won', 'lost'] as const)('a dispute when it is opened, and when it is %s', async (end) => {
  const paid = await paidOrder(shop, member, await someSku(shop))
  await disputed(shop, paid, 'open')
  const amount = { amount: paid.payment.amount, currency: 'IDR' }
  expect((await timelinesOf(paid)).buyer.slice(0, 2)).toMatchObject([{ kind: 'disputed', ...amount }, { kind: 'move' }])
  await disputed(shop, paid, end)
  const { buyer, desk } = await timelinesOf(paid)
  for (const seen of [buyer, desk])
    expect(seen.slice(0, 3)).toMatchObject([
      { kind: `dispute_${end}`, ...amount },
      { kind: 'disputed', ...amount },
      { kind: 'move', to: 'paid' },
    ])
})

test('a dispute that turns: every round of it', async () => {
  const paid = await paidOrder(shop, member, await someSku(shop))
  for (const state of ['open', 'lost', 'won', 'open', 'lost'] as const) await disputed(shop, paid, state)
  const { buyer, desk } = await timelinesOf(paid)
  const rounds = ['dispute_lost', 'disputed', 'dispute_won', 'dispute_lost', 'disputed', 'move', 'move']
  expect([buyer, desk].map((seen) => seen.map(({ kind }) => kind))).toEqual([rounds, rounds])
})

test('nothing of another order', async () => {
  const [one, other] = [
    await paidOrder(shop, member, await someSku(shop)),
    await paidOrder(shop, member, await someSku(shop)),
  ]
  await disputed(shop, other, 'open')
  expect((await timelinesOf(one)).buyer.map(({ kind }) => kind)).toEqual(['move', 'move'])
})
