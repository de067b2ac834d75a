/** Wire shapes of refunds that do not move by themselves. */
import { z } from 'zod'
import { purposes } from '../../payments/settler.ts'
import { moneyRow } from '../kit/money-row-contract.ts'

const StuckRefund = z.strictObject({
  ...moneyRow,
  purpose: z.enum(purposes),
  subject_id: z.uuid(),
  number: z.string().meta({ description: 'of what it was paid for' }),
  state: z
    .enum(['pending', 'failed'])
    .meta({ description: 'pending: it waits; failed: it was refused, and nothing has taken its place' }),
  failure: z.string().nullable().meta({
    description:
      'as its provider said; no_balance: its payer may not have it now: a closed account, a case, another currency',
  }),
  way: z
    .enum(['source', 'balance'])
    .meta({ description: 'to the card or account it came from, or to the cash balance' }),
})
export const StuckRefundsPage = z.strictObject({ total: z.int(), rows: z.array(StuckRefund) })
export type StuckRefundView = z.output<typeof StuckRefund>
