/** Wire shapes of bars on their way between places. */
import { z } from 'zod'
import { momentField, nameText, typedText, weightField } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'
import { transportStates } from '../register/bar-rules.ts'

const storeCode = typedText(1, 10)
const place = nameText(1, 40)
const barIds = z
  .array(z.uuid(problem('id')))
  .min(1, problem('empty'))
  .max(100, problem('too_big', { n: 100 }))

export const TransportsQuery = z.strictObject({
  q: typedText(1, 80)
    .optional()
    .meta({ description: 'a number of a transport or the start of one of a bar, or a carrier' }),
  store: storeCode.optional(),
  state: z.enum(transportStates).optional(),
  ...pageQuery,
})
const TransportBar = z.strictObject({
  bar_id: z.uuid(),
  serial: z.string(),
  maker: z.string(),
  fine_weight: weightField,
  ended: z.enum(['arrived', 'returned', 'missing']).nullable(),
  ended_at: momentField.nullable(),
  ended_by: z.string().nullable(),
})
const Transport = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  store: z.string(),
  from_place: z.string(),
  to_place: z.string(),
  carrier: z.string(),
  seal: z.string().nullable(),
  expected_on: z.iso.date(),
  state: z
    .enum(transportStates)
    .meta({ description: 'late: bars are on their way after the day by whose end they were to be there' }),
  sent_at: momentField,
  by: z.string().meta({ description: 'both who sent them' }),
  own: z.boolean().meta({ description: 'the reader asked for it, and so receives nothing of it' }),
  reason: z.string(),
  fine_weight: weightField,
  bars: z.array(TransportBar),
})
export type TransportRow = z.infer<typeof Transport>
export const TransportsPage = z.strictObject({ total: z.int(), rows: z.array(Transport) })

export const SendBars = z.strictObject({
  store: storeCode,
  from: place,
  to: place,
  bar_ids: barIds,
  carrier: nameText(2, 80),
  seal: nameText(0, 80).meta({ description: 'its number, where the load is sealed' }),
  expected_on: z.iso.date(problem('staff_day')).meta({ description: 'the day by whose end they are there' }),
  reason: reasonField,
})
export const BarsArrived = z.strictObject({
  transport_id: z.uuid(problem('id')),
  bar_ids: barIds.meta({ description: 'those that are there; the others are on their way still' }),
  came_back: z.boolean().meta({ description: 'they are where they came from again' }),
  reason: reasonField,
})
