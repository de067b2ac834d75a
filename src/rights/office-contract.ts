/** Wire shapes of requests about personal data as the staff see them. */

import { z } from 'zod'
import { typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { pageQuery } from '../staff/contract.ts'
import { DataRequest, OutcomeShape } from './contract.ts'
import { grounds, obstacles, requestKinds, requestStates } from './request-rules.ts'

const requestId = z.uuid(problem('id'))

export const OfficeRequestsQuery = z.strictObject({
  state: z
    .enum(['late', ...requestStates])
    .optional()
    .meta({ description: 'late: waiting, and past its deadline' }),
  kind: z.enum(requestKinds).optional(),
  store: typedText(1, 10).optional(),
  member: z.uuid().optional(),
  ...pageQuery,
})
const OfficeRequest = DataRequest.extend({
  member_id: z.uuid(),
  member: z.string(),
  store: z.string(),
  is_late: z.boolean(),
  decided_by: z.string().nullable(),
  outcome: OutcomeShape.nullable(),
})
export const OfficeRequests = z.strictObject({ total: z.int(), rows: z.array(OfficeRequest) })

export const DeletionPlanQuery = z.strictObject({ request_id: requestId })
export const DeletionPlan = z.strictObject({
  obstacles: z.array(z.enum(obstacles)).meta({ description: 'why the account cannot be closed now' }),
  outcome: OutcomeShape.meta({ description: 'what would go and what would stay' }),
})

export const DecideRequest = z
  .strictObject({
    request_id: requestId,
    decision: z.enum(['grant', 'refuse']),
    ground: z.enum(grounds).optional().meta({ description: 'of a refusal' }),
    answer: typedText(3, 1000)
      .refine((text) => text.trim().length >= 3, problem('too_short', { n: 3 }))
      .meta({ description: 'what the member is told, and why in the audit log' }),
  })
  .refine(({ decision, ground }) => (decision === 'refuse') === (ground !== undefined), {
    path: ['ground'],
    message: problem('of_refusal'),
  })
export const Decided = z.strictObject({ state: z.enum(['granted', 'refused']), outcome: OutcomeShape.nullable() })

export type OfficeRequestView = z.output<typeof OfficeRequest>
export type OfficeRequestsQueryInput = z.output<typeof OfficeRequestsQuery>
export type DecideRequestInput = z.output<typeof DecideRequest>
export type DeletionPlanView = z.output<typeof DeletionPlan>
export type DecidedView = z.output<typeof Decided>
