/** Wire shapes of what members ask about their personal data. */

import { z } from 'zod'
import { momentField, ownedId, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { settings } from '../settings.ts'
import {
  askedKinds,
  correctable,
  deletedParts,
  grounds,
  keptParts,
  requestKinds,
  requestStates,
} from './request-rules.ts'

const password = typedText(1, 4 * settings.password.max)

export const AskForData = z
  .strictObject({
    kind: z.enum(askedKinds),
    about: z.enum(correctable).optional().meta({ description: 'what a correction is about; only of a correction' }),
    words: typedText(0, 2000).meta({ description: 'of a correction: what is wrong and what is right' }),
    password,
  })
  .refine(({ kind, about }) => (kind === 'correction') === (about !== undefined), {
    path: ['about'],
    message: problem('of_correction'),
  })
  .refine(({ kind, words }) => kind !== 'correction' || words.trim().length >= 3, {
    path: ['words'],
    message: problem('too_short', { n: 3 }),
  })
export const WithdrawRequest = z.strictObject({ request_id: ownedId('data_request') })
export const MakeCopy = z.strictObject({ password })

export const OutcomeShape = z.strictObject({
  deleted: z.array(z.enum(deletedParts)),
  kept: z.array(
    z.strictObject({
      part: z.enum(keptParts),
      until: z.iso.date().nullable().meta({ description: 'null: without an end' }),
    }),
  ),
})
export const DataRequest = z.strictObject({
  id: z.uuid(),
  kind: z.enum(requestKinds),
  state: z.enum(requestStates),
  about: z.enum(correctable).nullable(),
  words: z.string(),
  asked_at: momentField,
  due_at: momentField,
  decided_at: momentField.nullable(),
  ground: z.enum(grounds).nullable(),
  answer: z.string().nullable(),
})
export const DataRequests = z.strictObject({
  requests: z.array(DataRequest),
  hours: z.int().meta({ description: 'in which the house answers' }),
  copies_left: z.int().meta({ description: 'copies that can be made in the next 24 hours' }),
})
export const DataCopy = z.strictObject({
  file_name: z.string(),
  copy: z.record(z.string(), z.unknown()).meta({ description: 'everything held, by what it is about' }),
})

export type AskForDataInput = z.output<typeof AskForData>
export type DataRequestView = z.output<typeof DataRequest>
export type DataRequestsView = z.output<typeof DataRequests>
export type DataCopyView = z.output<typeof DataCopy>
