/** The office's list of money that was taken back, and what the overview counts of it. */
import { beforeEach, expect, test } from 'vitest'
import { disputed } from '../../../tests/support/disputes.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { fakeAcquirer, paidOrder, quoted, refundsDone, untilProcessed } from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, notify, someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import type { TakenBackView } from '../../orders/refunds/office-taken-back-contract.ts'
import type { OverviewView } from '../overview/overview-contract.ts'

const shop = openShop()
let desk: TestStaff
let member: TestMember
beforeEach(async () => {
  fakeAcquirer(shop)
  await freshTick(shop)
  desk = await staffSignedIn(shop, 'desk')
  member = await signedIn(shop)
})

const bought = async () => paidOrder(shop, member, await someSku(shop))
const list = async (query = '') =>
  (await askStaff(shop, desk, `/disputes/list?${query}`)).data as unknown as { total: number; rows: TakenBackView[] }
const counted = async () => {
  const { data } = await askStaff(shop, desk, '/overview/figures?store=id')
  return (data as unknown as OverviewView).taken_back
}

test('open disputes stand first, then what is to be asked back; each says its order, member, amount and deadline', async () => {
  const [won, open, short, returned] = [await bought(), await bought(), await bought(), await bought()]
  await disputed(shop, won, 'won')
  const respondBy = new Date(Date.now() + 7 * 86_400_000)
  await disputed(shop, open, 'open', { respondBy })
  await notify(shop, { reference: short.payment.payment_id, amount: '1' })
  const { quote_id } = await quoted(shop, member, returned.order.order_id)
  await ask(shop, member, '/order/cancel_order', { order_id: returned.order.order_id, quote_id })
  await untilProcessed(shop)
  await refundsDone(shop)
  await disputed(shop, returned, 'lost')

  const { total, rows } = await list()
  expect(total).toBe(4)
  expect(rows.map(({ state }) => state)).toEqual(['open', 'lost', 'short', 'won'])
  expect(rows[0]).toMatchObject({
    ...{ kind: 'dispute', number: open.order.number, amount: open.payment.amount, currency: 'IDR' },
    ...{ respond_by: respondBy.toISOString(), reason: 'fraudulent', receivable: null },
  })
  expect(rows[0]?.buyer).not.toBe('')
  expect(rows[1]).toMatchObject({ loss: null, receivable: returned.payment.amount })
  const missing = String(BigInt(short.payment.amount) - 1n)
  expect(rows[2]).toMatchObject({ kind: 'correction', amount: `-${missing}`, now: '1', receivable: missing })
  expect(await counted()).toEqual({ disputes: 1, foreign: 0, receivables: 2 })

  expect((await list(`q=${short.order.number}`)).rows.map(({ state }) => state)).toEqual(['short'])
  expect((await list('state=won')).total).toBe(1)
  expect((await list('store=my')).total).toBe(0)
  await notify(shop, { reference: short.payment.payment_id, amount: short.payment.amount })
  await untilProcessed(shop)
  expect((await list(`q=${short.order.number}`)).rows.map(({ state }) => state)).toEqual(['booked', 'booked'])
  expect(await counted()).toEqual({ disputes: 1, foreign: 0, receivables: 1 })
})

test('one that turned shows every round, and is counted as it stands', async () => {
  const paid = await bought()
  const before = await counted()
  for (const state of ['lost', 'won'] as const) await disputed(shop, paid, state)
  const [row] = (await list(`q=${paid.order.number}`)).rows
  const { amount } = paid.payment
  expect(row).toMatchObject({ state: 'won', loss: null, receivable: null, to_return: null, owed: null })
  expect(row?.rounds).toMatchObject([
    { state: 'open', amount },
    { state: 'lost', amount },
    { state: 'won', amount },
  ])
  expect(await counted()).toEqual(before)
})

test('only who may see disputes sees them', async () => {
  const content = await staffSignedIn(shop, 'content')
  expect((await askStaff(shop, content, '/disputes/list')).error).toBe('permission_missing')
})
