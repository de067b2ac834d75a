/** Money that an older release left in suspense beside orders that need none. */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { signedIn } from '../../tests/support/members.ts'
import { fakeAcquirer, paidOrder, refundsDone, refundsOf, untilProcessed } from '../../tests/support/money-back.ts'
import { call, notify, payable, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { auditLedger } from '../audit/ledger-audit.ts'

const shop = openShop()

test('goes back once when the database is brought up to date; money in review waits for its member', async () => {
  fakeAcquirer(shop)
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const twice = await paidOrder(shop, member, skuId)
  const cancelled = await payable(shop, member, skuId)
  const inReview = await payable(shop, member, skuId)
  expect((await call(shop, member, '/order/cancel_order', { order_id: cancelled.order.order_id })).http).toBe(200)
  await notify(shop, { reference: twice.payment.payment_id, amount: twice.payment.amount, charge: 'ch_again' })
  await notify(shop, { reference: cancelled.payment.payment_id, amount: cancelled.payment.amount })
  await notify(shop, { reference: inReview.payment.payment_id, amount: `${BigInt(inReview.payment.amount) + 1n}` })
  await untilProcessed(shop)

  const owner = new pg.Client({ connectionString: shop.connectionString })
  await owner.connect()
  await owner.query(`
    alter table payments.refunds disable trigger guard_refund;
    delete from payments.refunds;
    update payments.payments set refunded_suspense_minor = 0;
    alter table payments.refunds enable trigger guard_refund`)
  const upgrade = readFileSync('migrations/023.do.stranded_money.sql', 'utf8')
  for (let time = 0; time < 2; time++) await owner.query(upgrade)
  await owner.end()

  await refundsDone(shop)
  const back = { state: 'settled', amount: BigInt(twice.order.total), suspense: BigInt(twice.order.total) }
  expect(await refundsOf(shop, twice.order.order_id)).toMatchObject([back])
  expect(await refundsOf(shop, cancelled.order.order_id)).toMatchObject([back])
  expect(await refundsOf(shop, inReview.order.order_id)).toEqual([])
  expect(await auditLedger(shop.karat.db)).toEqual([])
})
