/** A refund that its provider refused, asked for once more by staff. */
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { amountOf } from '../money/money.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { retryWithin } from './return-money.ts'

/** A new record with a new key. Refuses permission_missing; not_found; refund_state unless it was refused; invalid_input without a reason. */
export const retryRefundAsStaff = (
  karat: Bag<'payments'>,
  staff: Staff,
  { refundId, reason }: { refundId: string; reason: string },
  key: Once = null,
): Promise<{ refund_id: string }> =>
  once(karat.db, key, async (tx) => {
    const again = await retryWithin(tx, { refundId, actor: `staff:${staff.id}` })
    const { amount_minor: amount, currency, store } = again
    await recordAction(tx, staff, {
      ...{ action: 'refunds.execute', subject: { kind: 'refund', id: again.id }, store, reason },
      details: { did: 'retry', amount: amountOf(amount, currency) },
    })
    return { refund_id: again.id }
  })
