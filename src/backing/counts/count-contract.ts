/** Wire shapes of blind counts. */
import { z } from 'zod'
import { momentField, nameText, typedText, weightField } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'
import { countStates, findingKinds, resolutions } from './count-rules.ts'

const storeCode = typedText(1, 10)
const countId = z.uuid(problem('id'))

export const CountsQuery = z.strictObject({
  store: storeCode.optional(),
  place: nameText(1, 40).optional(),
  state: z.enum(countStates).optional(),
  ...pageQuery,
})
const row = {
  count_id: z.uuid(),
  number: z.string(),
  store: z.string(),
  place: z.string(),
  state: z.enum(countStates),
  opened_at: momentField,
  opened_by: z.string(),
  reason: z.string(),
  counters: z.array(z.strictObject({ name: z.string(), done_at: momentField.nullable() })),
  compared_at: momentField.nullable(),
  finished_at: momentField.nullable(),
  abandoned_because: z.string().nullable(),
  open: z.int().meta({ description: 'differences that nobody has settled' }),
}
const CountRow = z.strictObject(row)
export type CountRowView = z.infer<typeof CountRow>
export const CountsPage = z.strictObject({ total: z.int(), rows: z.array(CountRow) })
export const CountOf = z.strictObject({ count_id: countId })

const Entry = z.strictObject({
  id: z.uuid(),
  serial: z.string(),
  maker: z.string().nullable(),
  gross_weight: weightField,
  seal: z.string().nullable(),
})
const Sighting = z.strictObject({
  gross_weight: weightField,
  maker: z.string().nullable().meta({ description: 'as they wrote it down, if they did' }),
  seal: z.string().nullable(),
})
const FindingView = z.strictObject({
  id: z.uuid(),
  kind: z.enum(findingKinds),
  serial: z.string(),
  maker: z.string().nullable(),
  expected: weightField.nullable().meta({ description: 'gross weight in the register' }),
  first: Sighting.nullable().meta({ description: 'what the first person saw; null where they saw it not' }),
  second: Sighting.nullable(),
  ways: z.array(z.enum(resolutions)).meta({
    description: 'how the reader may settle it: none of a counter, nor where it is settled or the count over',
  }),
  resolution: z.enum(resolutions).nullable(),
  resolved_by: z.string().nullable(),
  resolved_at: momentField.nullable(),
  resolved_because: z.string().nullable(),
})
export type FindingRow = z.infer<typeof FindingView>
export const CountView = z.strictObject({
  ...row,
  may_count: z.boolean().meta({ description: 'the reader has an open sheet, or could begin one' }),
  is_counter: z.boolean(),
  sheet: z
    .array(Entry)
    .nullable()
    .meta({ description: 'the reader’s own, the newest first; nobody else’s is in any answer' }),
  findings: z.array(FindingView).nullable().meta({ description: 'null until both are done; what differs first' }),
})
export type CountDetail = z.infer<typeof CountView>

export const OpenCount = z.strictObject({ store: storeCode, place: nameText(1, 40), reason: reasonField })
export const CountOpened = z.strictObject({ count_id: z.uuid() })
export const AddSeen = z.strictObject({
  count_id: countId,
  bars: typedText(1, 200_000).meta({
    description:
      'a bar a line, number, gross weight in grams and seal; or a table with a head: serial, maker, gross_g or gross_oz, seal',
  }),
})
export const SeenAdded = z.strictObject({ added: z.int() })
export const RemoveSeen = z.strictObject({ entry_id: z.uuid(problem('id')) })
export const SheetDone = z.strictObject({ compared: z.boolean() })
export const SettleDifference = z.strictObject({
  finding_id: z.uuid(problem('id')),
  resolution: z.enum(resolutions),
  weight: typedText(0, 20).optional().meta({ description: 'in grams, of a bar that was weighed once more' }),
  reason: reasonField,
})
export const DifferenceSettled = z.strictObject({
  frozen: z.boolean().meta({ description: 'nothing of gold is sold in the store now' }),
  finished: z.boolean().meta({ description: 'no difference is left' }),
})
export const AbandonCount = z.strictObject({ count_id: countId, reason: reasonField })
