/** The house's own counter in the place of a provider: nobody outside is asked, and what goes back is paid by a payout list (decision 0170). */
import { type Db, sql } from '../db/database.ts'
import type { PaymentProvider } from '../payments/contract.ts'
import { COUNTER, counterPaymentOf } from '../payments/pay-at-counter.ts'
import { findRefund } from './bank-provider.ts'
import { nobodyOutside } from './nobody-outside.ts'

/** Money is there before its payment is, so a charge is never made and never asked about. */
export const openCounterProvider = (db: Db): PaymentProvider => ({
  ...nobodyOutside,
  name: COUNTER,
  createCharge: async () => ({ outcome: 'absent' }),
  findCharge: async () => ({ outcome: 'unknown' }),
  closeCharge: async () => ({ outcome: 'absent' }),
  refund: async ({ reference, amountMinor }) => {
    const paid = await counterPaymentOf(db, reference)
    if (!paid) return { outcome: 'absent' }
    await db.run(sql`
      insert into bank.returns (id, store, currency, receipt_id, refund_id, amount_minor)
      values (${reference}, ${paid.store}, ${paid.currency}, ${paid.id}, ${reference}, ${amountMinor}) on conflict do nothing`)
    return findRefund(db, reference)
  },
  findRefund: (reference) => findRefund(db, reference),
})
