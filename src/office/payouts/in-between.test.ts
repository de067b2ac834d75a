/** What the desk sees of money in suspense, and of what is owed beside balances. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { takesCharges } from '../../../tests/support/deposits.ts'
import { fakeAcquirer, refundsDone, untilProcessed } from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, notify, payable, someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditVault, openVault, PIN, quote, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import type { OwedView, SuspendedView } from './in-between-contract.ts'

const shop = openShop()
let desk: TestStaff
beforeAll(async () => {
  await openVault(shop)
  fakeAcquirer(shop)
  takesCharges(shop)
  desk = await staffSignedIn(shop, 'desk')
})
beforeEach(() => freshTick(shop))
afterEach(async () => expect(await auditVault(shop)).toEqual([]))

const list = async <Row>(path: string) =>
  (await askStaff(shop, desk, path)).data as unknown as { total: number; rows: Row[] }

test('money of a wrong amount is in suspense until it is back; a paid order is not', async () => {
  const member = await vaultMember(shop)
  const skuId = await someSku(shop)
  const [wrong, right] = [await payable(shop, member, skuId), await payable(shop, member, skuId)]
  await notify(shop, { reference: wrong.payment.payment_id, amount: '1000' })
  await notify(shop, { reference: right.payment.payment_id, amount: right.order.total })
  await untilProcessed(shop)
  expect(await list<SuspendedView>('/payouts/suspense')).toMatchObject({
    total: 1,
    rows: [{ number: wrong.order.number, amount: '1000', purpose: 'order', member_id: member.id, refund: null }],
  })
  expect(await list('/payouts/suspense?store=my')).toMatchObject({ total: 0 })
  await ask(shop, member, '/order/review_choose', { order_id: wrong.order.order_id, choice: 'refund' })
  expect(await list<SuspendedView>('/payouts/suspense')).toMatchObject({ rows: [{ refund: 'pending' }] })
  await refundsDone(shop)
  expect(await list('/payouts/suspense')).toMatchObject({ total: 0, rows: [] })
})

test('what is owed without an account is shown until it is paid out', async () => {
  const member = await vaultMember(shop, { gold: 10_000n, store: 'my' })
  const { quote_id } = await quote(shop, member, 'cashingIn', 'weight', '1')
  const sold = await call<{ amount: string }>(shop, member, '/trade/cashingIn', { quote_id, pin: PIN })
  expect(await list<OwedView>('/payouts/owed')).toMatchObject({
    total: 1,
    rows: [
      { member_id: member.id, amount: sold.data.amount, because: 'sale', account: null, store: 'my', currency: 'MYR' },
    ],
  })
  expect(await list('/payouts/owed?store=id')).toMatchObject({ total: 0 })
  const content = await staffSignedIn(shop, 'content')
  expect((await askStaff(shop, content, '/payouts/owed')).error).toBe('permission_missing')
  expect(await shop.karat.db.row(sql`select state from vault.payables`)).toEqual({ state: 'waiting' })
})
