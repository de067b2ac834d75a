/** Wire shapes of refunds that do not move by themselves. */
import { z } from 'zod'
import { momentField, moneyField, typedText } from '../../http/wire.ts'
import { purposes } from '../../payments/settler.ts'
import { pageQuery } from '../../staff/contract.ts'

export const StuckRefundsQuery = z.strictObject({ store: typedText(1, 10).optional(), ...pageQuery })
const StuckRefund = z.strictObject({
  id: z.uuid(),
  member: z.string(),
  member_id: z.uuid(),
  store: z.string(),
  currency: z.string(),
  amount: moneyField,
  since: momentField,
  purpose: z.enum(purposes),
  subject_id: z.uuid(),
  number: z.string().meta({ description: 'of what it was paid for' }),
  state: z
    .enum(['pending', 'failed'])
    .meta({ description: 'pending: it waits; failed: it was refused, and nothing has taken its place' }),
  failure: z
    .string()
    .nullable()
    .meta({ description: 'as its provider said; no_balance: its payer may have no cash balance' }),
  way: z
    .enum(['source', 'balance'])
    .meta({ description: 'to the card or account it came from, or to the cash balance' }),
})
export const StuckRefundsPage = z.strictObject({ total: z.int(), rows: z.array(StuckRefund) })
export type StuckRefundView = z.output<typeof StuckRefund>
