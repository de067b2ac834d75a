/** Wire shapes of names, documents and levels. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, nameText, ownedId, typedText, weightField } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { idTypes } from './id-number-rules.ts'
import type { steps } from './level-rules.ts'
import { documentKinds, fundSources, reviewStates } from './review-rules.ts'

const level = z.enum(['T0', 'T1', 'T2', 'T3'])
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, problem('day'))

export const RealNameAuth = z.strictObject({
  name: nameText(2, 100).meta({ description: 'as the card has it' }),
  id_type: z.enum(idTypes, problem('one_of', { list: idTypes.join(', ') })),
  number: typedText(6, 30).meta({ description: 'spaces, dots and hyphens do not count' }),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, problem('country'))
    .optional()
    .meta({ description: 'that gave the passport, ISO 3166 alpha-2' }),
  birth_date: day,
  sex: z.enum(['female', 'male'], problem('one_of', { list: 'female, male' })),
})
export const RealNameState = z.strictObject({ state: z.enum(['submitted', 'approved']) })

const review = {
  state: z.enum(reviewStates),
  answer: z.string().nullable().meta({ description: 'what staff wrote with the last decision' }),
  moved_at: momentField.nullable(),
}

export const Verification = z.strictObject({
  level,
  currency: currencyField,
  destroyed_at: momentField
    .nullable()
    .meta({ description: 'when everything told before was destroyed, years after the member had left' }),
  set_level: z
    .strictObject({ level, at: momentField })
    .nullable()
    .meta({ description: 'a level that two of the staff have set; it counts in place of what is shown' }),
  bought_today: moneyField,
  levels: z.array(
    z.strictObject({
      level,
      per_day: moneyField.nullable().meta({ description: 'null: no limit' }),
      holds: weightField.nullable().meta({ description: 'grams in the vault; null: no limit' }),
    }),
  ),
  id_types: z.array(z.enum(idTypes)),
  minimum_age: z.int(),
  today: day,
  real_name: z.strictObject({
    ...review,
    name: z.string().nullable(),
    id_type: z.enum(idTypes).nullable(),
    number: z.string().nullable().meta({ description: 'masked' }),
    birth_date: day.nullable(),
  }),
  documents: z.strictObject({
    ...review,
    files: z.array(
      z.strictObject({
        id: z.uuid(),
        kind: z.enum(documentKinds),
        width: z.int(),
        height: z.int(),
        bytes: z.int(),
        created_at: momentField,
        is_sent: z.boolean(),
      }),
    ),
  }),
  funds: z.strictObject({
    ...review,
    tax_number: z.string().nullable().meta({ description: 'masked' }),
    source: z.string().nullable(),
  }),
})
export type VerificationView = z.output<typeof Verification>

/** What a refusal `verification_required` carries. */
export type VerificationNeed = {
  need: z.output<typeof level>
  level: z.output<typeof level>
  steps: (typeof steps)[number][]
  limit?: string | null
  taken_today?: string
  amount?: string
  currency?: string
  weight?: string
}

export const UploadFile = z.strictObject({
  kind: z.enum(documentKinds, problem('one_of', { list: documentKinds.join(', ') })),
  file: z
    .instanceof(Uint8Array, { error: problem('file') })
    .meta({ type: 'string', format: 'binary', description: 'JPEG, PNG or WebP, at most 10 MB and 40 megapixels' }),
})
export const UploadedFile = z.strictObject({ id: z.uuid(), width: z.int(), height: z.int(), bytes: z.int() })
export const OneDocument = z.strictObject({ id: ownedId('kyc_document') })
export const DocumentBytes = z.string().meta({ format: 'binary', description: 'the picture itself, WebP, no envelope' })
export const RemovedFile = z.strictObject({ removed: z.literal(true) })
/** The body of a call that says everything by being made. */
export const Nothing = z.strictObject({}).nullish()
export const Submitted = z.strictObject({ state: z.literal('submitted') })

export const SendFunds = z.strictObject({
  tax_number: typedText(5, 30).meta({ description: 'spaces, dots and hyphens do not count' }),
  source: z.enum(fundSources, problem('one_of', { list: fundSources.join(', ') })),
  explanation: typedText(20, 2000),
})
