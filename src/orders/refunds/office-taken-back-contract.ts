/** Wire shapes of disputes and shortfalls in the back office. */

import { z } from 'zod'
import { momentField, nameText, typedText } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { noteKinds, takenBackStates } from '../../payments/taken-back-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'

export const TakenBackQuery = z.strictObject({
  state: z.enum(takenBackStates).optional(),
  store: typedText(1, 10).optional(),
  q: typedText(1, 40).optional().meta({ description: 'number of an order, a deposit or a purchase of grams' }),
  ...pageQuery,
})
const Note = z.strictObject({
  note_id: z.uuid(),
  kind: z.enum(noteKinds),
  amount: z.string().meta({ description: 'negative where it is owed again' }),
  reference: z.string().nullable().meta({ description: 'of the transfer at the bank' }),
  reason: z.string(),
  by: z.string().nullable().meta({ description: 'names of the staff; null: it followed by itself' }),
  at: momentField,
  may_take_back: z.boolean(),
})
const TakenBackRow = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['dispute', 'correction', 'currency']),
  state: z.enum(takenBackStates),
  order_id: z.uuid().nullable().meta({ description: 'null where it was not an order that was paid for' }),
  number: z.string(),
  store: z.string(),
  buyer: z.string(),
  provider: z.string(),
  provider_reference: z.string().meta({ description: 'of the dispute, or of the charge that was corrected' }),
  currency: z.string(),
  amount: z.string().meta({ description: 'disputed, or by how much the capture changed' }),
  was: z.string().nullable().meta({ description: 'captured before a correction' }),
  now: z.string().nullable().meta({ description: 'captured since a correction' }),
  receivable: z.string().nullable().meta({ description: 'what somebody still owes to the house' }),
  to_return: z
    .string()
    .nullable()
    .meta({ description: 'what was paid at the bank and is owed no longer: it is to be returned there' }),
  owed: z
    .strictObject({
      notes: z.array(Note).meta({ description: 'oldest first' }),
      asked: z.array(z.enum(noteKinds)).meta({ description: 'for which a second person is waited for' }),
      two_people_from: z
        .string()
        .nullable()
        .meta({ description: 'counted with what was noted in the same way before; null: always' }),
    })
    .nullable()
    .meta({ description: 'how it ends; null where nothing was ever owed' }),
  loss: z.string().nullable().meta({ description: 'what the house lost with the dispute' }),
  taken: z
    .string()
    .nullable()
    .meta({ description: 'what its payer gave back of it at once, out of their cash balance' }),
  reason: z.string().meta({ description: 'of a dispute, as its provider names it' }),
  respond_by: momentField.nullable().meta({ description: 'until when the bank takes evidence, where it says so' }),
  at: momentField,
  decided_at: momentField.nullable(),
  rounds: z
    .array(z.strictObject({ state: z.enum(['open', 'won', 'lost']), amount: z.string(), at: momentField }))
    .meta({ description: 'of a dispute: how it stood, and of how much it was, since when; oldest first' }),
})
export const TakenBackPage = z.strictObject({ total: z.int(), rows: z.array(TakenBackRow) })
export type TakenBackView = z.output<typeof TakenBackRow>
export type TakenBackQueryInput = z.output<typeof TakenBackQuery>

const owedId = z.uuid(problem('id')).meta({ description: 'of the dispute or correction' })
const amountField = typedText(1, 24).meta({ description: 'in the currency of the row, such as 12500 or 12.50' })
export const NotePaid = z.strictObject({
  id: owedId,
  amount: amountField,
  reference: nameText(3, 100).meta({ description: 'of the transfer at the bank' }),
  reason: reasonField,
})
export const WriteOff = z.strictObject({ id: owedId, amount: amountField, reason: reasonField })
export const TakeNoteBack = z.strictObject({ note_id: z.uuid(problem('id')), reason: reasonField })
export const Noted = z.strictObject({
  approval_id: z.uuid().nullable().meta({ description: 'the request for a second person, where it takes one' }),
})
export type ReceivableNoteView = z.output<typeof Note>
