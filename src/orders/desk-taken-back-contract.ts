/** Wire shapes of disputes and shortfalls in the back office. */
import { z } from 'zod'
import { momentField, typedText } from '../http/wire.ts'
import { takenBackStates } from '../payments/taken-back-rules.ts'
import { pageQuery } from '../staff/contract.ts'

export const TakenBackQuery = z.strictObject({
  state: z.enum(takenBackStates).optional(),
  store: typedText(1, 10).optional(),
  q: typedText(1, 40).optional().meta({ description: 'order number' }),
  ...pageQuery,
})
const TakenBackRow = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['dispute', 'correction', 'currency']),
  state: z.enum(takenBackStates),
  order_id: z.uuid(),
  number: z.string(),
  store: z.string(),
  buyer: z.string(),
  provider: z.string(),
  provider_reference: z.string().meta({ description: 'of the dispute, or of the charge that was corrected' }),
  currency: z.string(),
  amount: z.string().meta({ description: 'disputed, or by how much the capture changed' }),
  was: z.string().nullable().meta({ description: 'captured before a correction' }),
  now: z.string().nullable().meta({ description: 'captured since a correction' }),
  receivable: z.string().nullable().meta({ description: 'what the house has to ask back from somebody' }),
  loss: z.string().nullable().meta({ description: 'what the house lost with the dispute' }),
  reason: z.string().meta({ description: 'of a dispute, as its provider names it' }),
  respond_by: momentField.nullable().meta({ description: 'until when the bank takes evidence, where it says so' }),
  at: momentField,
  decided_at: momentField.nullable(),
})
export const TakenBackPage = z.strictObject({ total: z.int(), rows: z.array(TakenBackRow) })
export type TakenBackView = z.output<typeof TakenBackRow>
export type TakenBackQueryInput = z.output<typeof TakenBackQuery>
