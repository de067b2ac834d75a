/** Wire shapes of money that waits to be paid at the house's own bank, and of noting that it was. */
import { z } from 'zod'
import { momentField, moneyField, nameText, typedText } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'
import { waitingKinds, waitingStates } from './remittance-rules.ts'

const filled = (max: number) => nameText(1, max).regex(/\S/, problem('empty'))
const waitingKind = z.enum(waitingKinds, problem('one_of', { list: waitingKinds.join(', ') }))
const Remittance = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  paid_to: z.string(),
  reference: z.string().meta({ description: 'of the transfer, as the bank has it' }),
  made_at: momentField,
  made_by: z.array(z.string()).meta({ description: 'who asked, and who approved' }),
  returned_at: momentField
    .nullable()
    .meta({ description: 'when it was noted that it came back; null while it stands' }),
  returned_by: z.array(z.string()),
})
const Waiting = z.strictObject({
  id: z.uuid().meta({ description: 'of the withdrawal, or of what was carried out of a legal hold' }),
  kind: waitingKind.meta({ description: 'came back for a closed account, or owed to an authority' }),
  number: z.string(),
  member: z.string(),
  member_id: z.uuid(),
  store: z.string(),
  currency: z.string(),
  amount: moneyField,
  since: momentField,
  state: z.enum(waitingStates),
  came_from: z.string().nullable().meta({ description: 'the account that sent it back, masked; null once destroyed' }),
  authority: z.string().nullable(),
  second_asked: z.boolean(),
  remittances: z.array(Remittance).meta({ description: 'the newest first' }),
})
export const RemittancesQuery = z.strictObject({
  state: z.enum(waitingStates).optional(),
  store: typedText(1, 10).optional(),
  ...pageQuery,
})
export const RemittancesPage = z.strictObject({ total: z.int(), rows: z.array(Waiting) })
export const Remit = z.strictObject({
  kind: waitingKind,
  id: z.uuid(problem('id')),
  reference: filled(100).meta({ description: 'of the transfer, as the bank has it' }),
  bank: filled(60).optional().meta({ description: 'of an account that a former member named; an authority has none' }),
  account: typedText(5, 60).optional().meta({ description: 'its number, of which the end is kept' }),
  holder: filled(100).optional().meta({ description: 'as the account has it: their verified name' }),
  reason: reasonField,
})
export const RemittanceReturned = z.strictObject({ remittance_id: z.uuid(problem('id')), reason: reasonField })
export const RemittanceAsked = z.strictObject({ approval_id: z.uuid() })

export type WaitingView = z.output<typeof Waiting>
export type RemittancesInput = z.output<typeof RemittancesQuery>
export type RemitWish = z.output<typeof Remit>
