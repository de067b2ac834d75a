/** Wire shapes of money that is nobody's to spend yet: in suspense, and owed beside balances. */
import { z } from 'zod'
import { momentField, moneyField, typedText } from '../../http/wire.ts'
import { purposes } from '../../payments/settler.ts'
import { pageQuery } from '../../staff/contract.ts'

export const InBetweenQuery = z.strictObject({ store: typedText(1, 10).optional(), ...pageQuery })
const common = {
  id: z.uuid(),
  member: z.string(),
  member_id: z.uuid(),
  store: z.string(),
  currency: z.string(),
  amount: moneyField,
  since: momentField,
}
const Suspended = z.strictObject({
  ...common,
  purpose: z.enum(purposes),
  subject_id: z.uuid(),
  number: z.string().meta({ description: 'of what it came for' }),
  refund: z
    .enum(['pending', 'failed'])
    .nullable()
    .meta({ description: 'how giving it back stands; null while its member or staff decide' }),
})
const Owed = z.strictObject({
  ...common,
  because: z.enum(['sale', 'came_back']),
  account: z.string().nullable().meta({ description: 'masked; null until the member names one' }),
  waits_for: z.string().nullable().meta({ description: 'the refusal that the last try to pay it out met' }),
})
export const SuspensePage = z.strictObject({ total: z.int(), rows: z.array(Suspended) })
export const OwedPage = z.strictObject({ total: z.int(), rows: z.array(Owed) })
export type SuspendedView = z.output<typeof Suspended>
export type OwedView = z.output<typeof Owed>
