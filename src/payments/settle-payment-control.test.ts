/** The control of settle-payment.test.ts, on a database of its own, since its planted bug leaves it broken. */

import { expect, test, vi } from 'vitest'
import { metAt } from '../../tests/support/meeting.ts'
import { signedIn } from '../../tests/support/members.ts'
import { patience } from '../../tests/support/patience.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { notify, payable, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { sql } from '../db/database.ts'

const shop = openShop()
/** The usual notice is never settled in one statement. */
const stepByStep = (text: string) => text.replace("where payment.state <> 'captured'", 'where false')

test('a payment that two notices read without its lock is settled twice, and the audit sees it', async () => {
  await freshTick(shop)
  const { payment } = await payable(shop, await signedIn(shop), await someSku(shop))
  const read = 'select * from payments.payments where id = $1 for update'
  // Both have read the payment as open before one of them settles it.
  shop.intercept.current = metAt(/^(?!.*open as materialized).*update orders\.orders set state = 'paid'/s, 2, (text) =>
    stepByStep(text).replace(read, read.replace(' for update', '')).replace("and state <> 'captured'", ''),
  )
  await Promise.all([1, 2].map(() => notify(shop, { reference: payment.payment_id, amount: payment.amount })))
  await vi.waitFor(async () => {
    const row = await shop.karat.db.row<{ n: number }>(
      sql`select count(*)::int as n from payments.events where processed_at is not null`,
    )
    expect(row?.n).toBe(2)
  }, patience)
  expect(await auditLedger(shop.karat.db)).not.toEqual([])
})

test('a further charge that is kept under ever new names is booked with every notice, and that is seen', async () => {
  await freshTick(shop)
  const { order, payment } = await payable(shop, await signedIn(shop), await someSku(shop))
  const told = { reference: payment.payment_id, amount: payment.amount }
  let planted = false
  shop.intercept.current = (text) => {
    if (!text.includes('on conflict on constraint provider_reference_is_single')) return text
    planted = true
    return text.replace('bank, mandate_id, $2, $3', 'bank, mandate_id, $2 || gen_random_uuid(), $3')
  }
  for (const charge of ['ch_first', 'ch_second', 'ch_second']) {
    await notify(shop, { ...told, charge })
    await vi.waitFor(async () => {
      const row = await shop.karat.db.row(
        sql`select count(*)::int as n from payments.events where processed_at is null`,
      )
      expect(row).toEqual({ n: 0 })
    }, patience)
  }
  const suspended = await shop.karat.db.rows(
    sql`select id from payments.payments where subject_id = ${order.order_id} and allocation = 'suspense'`,
  )
  expect([planted, suspended.length]).toEqual([true, 2])
})
