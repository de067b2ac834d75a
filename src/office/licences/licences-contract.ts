/** Wire shapes of what a store may offer, and by what. */
import { z } from 'zod'
import { momentField, nameText, typedText, wholeCount } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { reasonField } from '../../staff/contract.ts'
import { features, licenceKinds } from '../../stores/feature-rules.ts'

const feature = z.enum(features)
const day = z.iso.date(problem('staff_day'))

export const LicencesQuery = z.strictObject({ store: typedText(1, 10) })
const Licence = z.strictObject({
  id: z.int(),
  kind: z.enum([...licenceKinds, 'demonstration']),
  number: z.string(),
  issuer: z.string(),
  issued_on: z.string(),
  until_on: z.string().nullable().meta({ description: 'its last day' }),
  words: z.string(),
  recorded_by: z.string(),
  approved_by: z.string().nullable().meta({ description: 'null: of a demonstration' }),
  reason: z.string(),
  from: momentField.nullable().meta({ description: 'null: from the beginning' }),
  state: z.enum(['in_force', 'over', 'ended']),
  ended: z
    .strictObject({ at: momentField, by: z.string(), because: z.string() })
    .nullable()
    .meta({ description: 'by whom it was ended before its time' }),
})
export const Licences = z.strictObject({
  features: z.array(
    z.strictObject({
      feature,
      on: z.boolean(),
      waits: z.boolean().meta({ description: 'a second person is waited for' }),
      licences: z.array(Licence).meta({ description: 'the newest first' }),
    }),
  ),
})
export const RecordLicence = z.strictObject({
  store: typedText(1, 10),
  feature,
  licence_kind: z.enum(licenceKinds),
  licence_number: nameText(1, 80),
  issuer: nameText(2, 120),
  issued_on: day,
  until_on: day.nullable().meta({ description: 'its last day; null: until it is ended' }),
  licence_text: typedText(20, 8000).meta({ description: 'what it says, or where it is kept' }),
  reason: reasonField,
})
export const LicenceAsked = z.strictObject({ approval_id: z.uuid() })
export const EndLicence = z.strictObject({ id: wholeCount(1, 2_000_000_000), reason: reasonField })
export const LicenceEnded = z.strictObject({ ended: z.literal(true) })

export type LicencesView = z.infer<typeof Licences>
export type LicenceWish = z.infer<typeof RecordLicence>
