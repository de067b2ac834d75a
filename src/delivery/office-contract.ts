/** Wire shapes of the staff's calls about pickup points. */
import { z } from 'zod'
import { momentField, nameText, rowId, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { currencies } from '../money/money.ts'
import { reasonField } from '../staff/contract.ts'

const storeCode = typedText(1, 10)
const texts = z.record(z.string(), z.string())
const filled = (max: number) => nameText(1, max).regex(/\S/, problem('empty'))
const point = {
  name: filled(80),
  street: filled(160),
  city: filled(80),
  telephone: typedText(0, 30),
  hours: texts.meta({ description: 'by day, mon to sun, such as "09:00-17:00"; closed on days that are absent' }),
  closed_days: texts.meta({
    description: 'by day, such as "2026-12-24", what for; the holidays of the store not among them',
  }),
}

export const OfficePointsQuery = z.strictObject({ store: storeCode })
const OfficePointView = z.strictObject({
  id: z.int(),
  ...point,
  closed: z.boolean(),
  closes_at: momentField.nullable().meta({ description: 'from when on it is closed' }),
  seen: momentField.meta({ description: 'when it was last changed; what is changed says which state it saw' }),
})
export const OfficePoints = z.strictObject({
  points: z.array(
    OfficePointView.extend({ waits: z.boolean().meta({ description: 'a second person is waited for' }) }),
  ),
})
export const ZoneParts = z.strictObject({
  provinces: z.array(z.strictObject({ code: z.string(), name: z.string() })),
  currencies: z.array(z.enum(currencies)).meta({ description: 'in which a zone that is served has a tariff' }),
})
export const SavePoint = z.strictObject({
  store: storeCode,
  id: rowId.nullable().meta({ description: 'null: a new one' }),
  seen: momentField.nullable(),
  point: z.strictObject(point),
  reason: reasonField,
})
export const ClosePoint = z.strictObject({
  store: storeCode,
  id: rowId,
  seen: momentField,
  closed: z.boolean().meta({ description: 'false: it is open again, or goes on' }),
  from: z.iso
    .date(problem('staff_day'))
    .nullable()
    .meta({ description: 'a day of the store’s zone to come; null: at once' }),
  reason: reasonField,
})
export const PointSaved = z.strictObject({
  approval_id: z.uuid().nullable().meta({ description: 'where a second person has to approve it first' }),
})
export type OfficePoint = z.infer<typeof OfficePointView>
export type ZonePartsView = z.infer<typeof ZoneParts>
export type OfficePointsView = z.infer<typeof OfficePoints>
