/** The control of settle-payment.test.ts, on a database of its own, since its planted bug leaves it broken. */
import { expect, test, vi } from 'vitest'
import { signedIn } from '../../tests/support/members.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { notify, payable, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { sql } from '../db/database.ts'

const shop = openShop()

test('a payment that two notices read without its lock is settled twice, and the audit sees it', async () => {
  await freshTick(shop)
  const { payment } = await payable(shop, await signedIn(shop), await someSku(shop))
  let readers: (() => void)[] = []
  shop.intercept.current = async (text) => {
    const weakened = text.replace('for update of p', '').replace("and state <> 'captured'", '')
    if (weakened !== text && weakened.includes('join payments.payments p')) {
      // Both readers see the payment open before either goes on.
      await new Promise<void>((resolve) => {
        readers.push(resolve)
        if (readers.length < 2) return
        for (const go of readers) go()
        readers = []
      })
    }
    return weakened
  }
  await Promise.all([1, 2].map(() => notify(shop, { reference: payment.payment_id, amount: payment.amount })))
  await vi.waitFor(async () => {
    const row = await shop.karat.db.row<{ n: number }>(
      sql`select count(*)::int as n from payments.events where processed_at is not null`,
    )
    expect(row?.n).toBe(2)
  })
  expect(await auditLedger(shop.karat.db)).not.toEqual([])
})
