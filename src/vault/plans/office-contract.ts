/** Savings plans as the office sees them. */

import { z } from 'zod'
import { currencyField, typedText } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pageQuery } from '../../staff/contract.ts'
import { PlanFields } from './plan-contract.ts'
import { planStates } from './plan-rules.ts'

export const OfficePlansQuery = z.strictObject({
  state: z.enum(planStates).optional(),
  store: typedText(1, 10).optional(),
  q: typedText(1, 60)
    .optional()
    .meta({ description: 'a part of a member’s name, or their e-mail address or mobile number' }),
  ...pageQuery,
})
export type OfficePlansInput = z.output<typeof OfficePlansQuery>

const OfficePlan = z.strictObject({
  ...PlanFields.shape,
  mandate: PlanFields.shape.mandate.unwrap().omit({ agree_url: true }).nullable(),
  store: z.string(),
  currency: currencyField,
  member_id: z.uuid(),
  member: z.string(),
})
export const OfficePlans = z.strictObject({ total: z.int(), rows: z.array(OfficePlan) })
export type OfficePlanView = z.output<typeof OfficePlan>

export const PlanWithReason = z.strictObject({ plan_id: z.uuid(problem('id')), reason: typedText(3, 500) })
