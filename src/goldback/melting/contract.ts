/** Wire shapes of melting with consent, for members and for staff. */
import { z } from 'zod'
import { signatureField } from '../../files/contract.ts'
import { momentField, ownedId, pinField, weightField } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { reasonField } from '../../staff/contract.ts'
import { assayMethods } from '../case-rules.ts'
import { meltingStates } from './melting-rules.ts'

const fineness = z.int().min(1).max(10_000).meta({ description: 'parts of fine gold in 10,000' })
const meltingId = z.uuid(problem('id')).meta({ description: 'of the request that was read' })

export const melting = z.strictObject({
  melting_id: z.uuid(),
  state: z.enum(meltingStates),
  reason: z.string().meta({ description: 'why it is needed, in the words of the staff' }),
  answer_until: momentField,
  asked_at: momentField,
  answered_at: momentField.nullable(),
  started_at: momentField.nullable(),
  melted_at: momentField.nullable(),
  ended_at: momentField.nullable().meta({ description: 'declined, not answered, or taken back' }),
  pieces: z.array(
    z.strictObject({
      position: z.int(),
      serial: z.string(),
      gross: weightField.meta({ description: 'as it was weighed when consent was asked' }),
      fineness,
      after: weightField.nullable().meta({ description: 'gross, of the bar that came out' }),
      found: fineness.nullable(),
      method: z.enum(assayMethods).nullable(),
    }),
  ),
  loss: z
    .strictObject({
      weight: weightField,
      fine: z.string().meta({ description: 'grams of fine gold; below zero where more was found than before' }),
    })
    .nullable()
    .meta({ description: 'of all pieces, once they are melted' }),
})
export type MeltingView = z.output<typeof melting>

const ofMelting = { case_id: ownedId('goldback_case'), melting_id: meltingId }
export const ConsentOf = z.strictObject({ ...ofMelting, signature: signatureField, pin: pinField })
export const RefuseMeltingOf = z.strictObject(ofMelting)

const caseId = z.uuid(problem('id'))
const weighed = z.string().min(1, problem('empty')).max(12).meta({ description: 'gross grams' })
const position = z.int().min(0).max(100)
export const AskMeltingOf = z.strictObject({
  ...{ case_id: caseId, reason: reasonField },
  positions: z.array(position).min(1, problem('empty')).max(20),
})
export const WithdrawMeltingOf = z.strictObject({ case_id: caseId, melting_id: meltingId, reason: reasonField })
export const StartMeltingOf = z.strictObject({
  ...{ case_id: caseId, melting_id: meltingId },
  found: z.array(z.strictObject({ position, weighed })).min(1).max(20),
})
export const RecordMeltingOf = z.strictObject({
  ...{ case_id: caseId, melting_id: meltingId },
  found: z
    .array(
      z.strictObject({
        ...{ position, weighed },
        assayed: z.int(problem('number')).min(1, problem('number')).max(10_000, problem('number')),
        method: z.enum(assayMethods, problem('empty')),
      }),
    )
    .min(1)
    .max(20),
})
