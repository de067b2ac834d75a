/** Refunds that do not move by themselves, as the desk sees and moves them. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { fakeAcquirer, refundsDone, untilProcessed } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, notify, payable, someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import type { StuckRefundView } from './stuck-refunds-contract.ts'

const shop = openShop()
let desk: TestStaff
let acquirer: ReturnType<typeof fakeAcquirer>
beforeAll(async () => {
  acquirer = fakeAcquirer(shop)
  desk = await staffSignedIn(shop, 'desk')
})
beforeEach(() => freshTick(shop))
afterEach(async () => expect(await auditLedger(shop.karat.db)).toEqual([]))

const stuck = async (store: string) =>
  (await askStaff(shop, desk, `/refunds/stuck?store=${store}`)).data as unknown as {
    total: number
    rows: StuckRefundView[]
  }

const counted = async () => {
  const { data } = await askStaff(shop, desk, '/overview/figures?store=id')
  return (data as { refunds: { stuck: number } }).refunds.stuck
}

test('a refund that its bank refuses is listed until another try is on its way; one that is silent, after three days', async () => {
  const member = await signedIn(shop)
  const wrong = await payable(shop, member, await someSku(shop))
  await notify(shop, { reference: wrong.payment.payment_id, amount: '1000' })
  await untilProcessed(shop)
  await ask(shop, member, '/order/review_choose', { order_id: wrong.order.order_id, choice: 'refund' })
  const settles = acquirer.answer
  acquirer.answer = (refund) => ({
    ...{ outcome: 'known' },
    refund: { ...refund, providerReference: 'rf', state: 'failed', failure: 'card_closed' },
  })
  await refundsDone(shop)
  const refunds = () => stuck('id')
  const [refused] = (await refunds()).rows
  expect(await refunds()).toMatchObject({ total: 1 })
  expect(refused).toMatchObject({
    ...{ number: wrong.order.number, purpose: 'order', amount: '1000', currency: 'IDR', member_id: member.id },
    ...{ state: 'failed', failure: 'card_closed', way: 'source' },
  })
  expect(await counted()).toBe(1)
  expect(await stuck('my')).toEqual({ total: 0, rows: [] })
  acquirer.answer = () => ({ outcome: 'unknown', reason: 'silent' })
  const again = { refund_id: refused?.id, reason: 'The bank was called' }
  expect((await askStaff(shop, desk, '/refunds/retry', again)).status).toBe(200)
  expect((await askStaff(shop, desk, '/refunds/retry', again)).error).toBe('refund_state')
  await refundsDone(shop)
  expect(await refunds()).toMatchObject({ total: 0 })
  await asOwner(shop.connectionString, [
    'alter table payments.refunds disable trigger guard_refund',
    `update payments.refunds set created_at = now() - interval '4 days' where state = 'pending'`,
    'alter table payments.refunds enable always trigger guard_refund',
  ])
  expect(await refunds()).toMatchObject({ total: 1, rows: [{ state: 'pending', failure: null }] })
  acquirer.answer = settles
  await refundsDone(shop)
  expect(await counted()).toBe(0)
  expect(await refunds()).toMatchObject({ total: 0 })
  const content = await staffSignedIn(shop, 'content')
  expect((await askStaff(shop, content, '/refunds/stuck')).error).toBe('permission_missing')
})
