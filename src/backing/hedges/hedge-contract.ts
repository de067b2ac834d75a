/** Wire shapes of the vault's desk: exposure, open gold, cash, and the hedges. */
import { z } from 'zod'
import { momentField, nameText, typedText, weightField } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { currencies } from '../../money/money.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'
import { CashFloat } from '../../vault/float-contract.ts'
import { OpenExposure } from '../exposure-contract.ts'
import { hedgeSides } from './hedge-rules.ts'

const storeCode = typedText(1, 10)
export const DeskOf = z.strictObject({ store: storeCode })
export const DeskNow = z.strictObject({
  currency: z.string(),
  exposure: OpenExposure,
  metal: z.strictObject({
    open: weightField.meta({ description: 'gold that the store owns and has not sold' }),
    hedged: weightField.meta({ description: 'what it bought less what it sold by hedges' }),
    net: weightField.meta({ description: 'the sum of both' }),
  }),
  cash_float: CashFloat.nullable().meta({ description: 'null where the store keeps no cash balances' }),
})
export type DeskView = z.infer<typeof DeskNow>

const hedgeFilter = {
  store: storeCode.optional(),
  side: z.enum(hedgeSides).optional(),
  q: typedText(1, 80).optional().meta({ description: 'a number, a counterparty or its reference' }),
}
export const HedgesQuery = z.strictObject({ ...hedgeFilter, ...pageQuery })
export const HedgesExport = z.strictObject(hedgeFilter)
const Hedge = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  store: z.string(),
  side: z.enum(hedgeSides),
  grams: weightField,
  currency: z.string(),
  price: z.string().meta({ description: 'for one gram' }),
  value: z.string(),
  counterparty: z.string(),
  reference: z.string(),
  traded_at: momentField,
  noted_at: momentField,
  by: z.string().meta({ description: 'who noted it; of two people both' }),
  reason: z.string(),
  corrects: z.string().nullable().meta({ description: 'the number of the hedge that this row takes back' }),
  corrected_by: z.string().nullable().meta({ description: 'the number of the row that takes this one back' }),
  takes_two: z.boolean(),
  second_asked: z.boolean().meta({ description: 'a second person has been asked to take it back' }),
})
export type HedgeView = z.infer<typeof Hedge>
export const HedgesPage = z.strictObject({ total: z.int(), rows: z.array(Hedge) })

export const NoteHedge = z.strictObject({
  store: storeCode,
  side: z.enum(hedgeSides),
  grams: typedText(1, 20),
  currency: z.enum(currencies),
  price: typedText(1, 20).meta({ description: 'for one gram, in major units' }),
  counterparty: nameText(2, 80),
  reference: typedText(1, 80).regex(/\S/, problem('empty')),
  traded_at: momentField,
  reason: reasonField,
})
export const CorrectHedge = z.strictObject({ hedge_id: z.uuid(problem('id')), reason: reasonField })
export const HedgeNoted = z.strictObject({
  number: z.string().nullable().meta({ description: 'null until a second person has approved it' }),
  approval_id: z.uuid().nullable(),
})
