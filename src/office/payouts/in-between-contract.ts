/** Wire shapes of money that is nobody's to spend yet: in suspense, and owed beside balances. */
import { z } from 'zod'
import { purposes } from '../../payments/settler.ts'
import { moneyRow } from '../kit/money-row-contract.ts'

const Suspended = z.strictObject({
  ...moneyRow,
  purpose: z.enum(purposes),
  subject_id: z.uuid(),
  number: z.string().meta({ description: 'of what it came for' }),
  refund: z
    .enum(['pending', 'failed'])
    .nullable()
    .meta({ description: 'how giving it back stands; null while its member or staff decide' }),
})
const Owed = z.strictObject({
  ...moneyRow,
  because: z.enum(['sale', 'came_back', 'gold_back', 'commission', 'refund']),
  account: z.string().nullable().meta({ description: 'masked; null until the member names one' }),
  waits_for: z.string().nullable().meta({ description: 'the refusal that the last try to pay it out met' }),
})
export const SuspensePage = z.strictObject({ total: z.int(), rows: z.array(Suspended) })
export const OwedPage = z.strictObject({ total: z.int(), rows: z.array(Owed) })
export type SuspendedView = z.output<typeof Suspended>
export type OwedView = z.output<typeof Owed>
