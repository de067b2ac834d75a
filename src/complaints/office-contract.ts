/** Wire shapes of complaints as the staff see them. */

import { z } from 'zod'
import { typedText, wholeCount, wholeNumber } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { pageQuery, reasonField } from '../staff/contract.ts'
import { complaintAbout, complaintOutcomes, complaintStates } from './complaint-rules.ts'
import { Complaint, OutsideBody } from './contract.ts'

const anId = z.uuid(problem('id'))
const storeCode = typedText(1, 10)

export const OfficeComplaintsQuery = z.strictObject({
  state: z
    .enum(['late', ...complaintStates])
    .optional()
    .meta({ description: 'late: open, and past its deadline' }),
  about: z.enum(complaintAbout).optional(),
  outcome: z.enum(complaintOutcomes).optional(),
  store: storeCode.optional(),
  member: anId.optional(),
  year: wholeNumber(2000, 2999).optional().meta({ description: 'of the number' }),
  q: typedText(1, 40).optional().meta({ description: 'its whole number' }),
  ...pageQuery,
})
const Line = Complaint.omit({ steps: true, text: true, wish: true, order: true, reopen_until: true }).extend({
  store: z.string(),
  member_id: z.uuid(),
  member: z.string(),
  days: z.int().meta({ description: 'from the day it was received to the day it was decided, or to today' }),
})
export const OfficeComplaints = z.strictObject({ total: z.int(), rows: z.array(Line) })

export const OneComplaint = z.strictObject({ complaint_id: anId })
export const OfficeComplaint = Complaint.extend({
  ...Line.shape,
  revision: z.int(),
  may_prolong: z.boolean(),
  steps: z.array(Complaint.shape.steps.element.extend({ by: z.string().nullable() })),
  body: OutsideBody.nullable(),
})

export const RegisterQuery = OfficeComplaintsQuery.omit({ page: true, size: true })

const seen = {
  complaint_id: anId,
  revision: wholeCount(1, 1_000_000).meta({ description: 'the one that the writer saw; another one is refused' }),
}
const letter = typedText(1, 4000)
  .refine((text) => text.trim().length >= 10, problem('too_short', { n: 10 }))
  .meta({ description: 'what the member reads' })
export const AnswerComplaint = z.strictObject({ ...seen, text: letter })
export const ProlongComplaint = z.strictObject({ ...seen, reason: reasonField })
export const DecideComplaint = z
  .strictObject({
    ...seen,
    outcome: z.enum(complaintOutcomes),
    text: letter,
    done: typedText(0, 1000).meta({ description: 'what the house does about it; needed of one that is upheld' }),
  })
  .refine(({ outcome, done }) => !['upheld', 'partly'].includes(outcome) || done.trim().length >= 3, {
    path: ['done'],
    message: problem('too_short', { n: 3 }),
  })
export const ComplaintMoved = z.strictObject({ state: z.enum(complaintStates), revision: z.int() })

export type OfficeComplaintsQueryInput = z.output<typeof OfficeComplaintsQuery>
export type RegisterQueryInput = z.output<typeof RegisterQuery>
export type OfficeComplaintLine = z.output<typeof Line>
export type OfficeComplaintView = z.output<typeof OfficeComplaint>
export type AnswerComplaintInput = z.output<typeof AnswerComplaint>
export type ProlongComplaintInput = z.output<typeof ProlongComplaint>
export type DecideComplaintInput = z.output<typeof DecideComplaint>
