/** Wire shapes of withdrawals in the back office. */

import { z } from 'zod'
import { momentField, typedText } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'
import { payoutStates } from './payout-rules.ts'

export const OfficePayoutsQuery = z.strictObject({
  state: z.enum(payoutStates).optional(),
  store: typedText(1, 10).optional(),
  q: typedText(1, 40).optional().meta({ description: 'number of a withdrawal' }),
  ...pageQuery,
})
const Try = z.strictObject({
  number: z.int(),
  state: z.enum(['asking', 'accepted', 'paid', 'failed', 'returned']),
  asks: z.int().meta({ description: 'how often its provider was asked' }),
  provider_reference: z.string().nullable(),
  failure: z.string().nullable().meta({ description: 'as its provider names it' }),
  made_at: momentField,
})
const OfficePayout = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  store: z.string(),
  member: z.string(),
  state: z.enum(payoutStates),
  currency: z.string(),
  amount: z.string(),
  account: z.string().meta({ description: 'masked' }),
  failure: z.string().nullable(),
  requested_at: momentField,
  ended_at: momentField.nullable(),
  may_decide: z.boolean().meta({ description: 'it waits, and no try of it may still be paid' }),
  second_asked: z.boolean(),
  takes_two: z.boolean(),
  unclaimed: z.boolean().meta({ description: 'it came back for an account that is closed' }),
  tries: z.array(Try),
})
export const OfficePayoutsPage = z.strictObject({ total: z.int(), rows: z.array(OfficePayout) })
export const DecidePayout = z.strictObject({ payout_id: z.uuid(problem('id')), reason: reasonField })
export const GivenBack = z.strictObject({ approval_id: z.uuid().nullable() })

export type OfficePayoutView = z.output<typeof OfficePayout>
export type OfficePayoutsInput = z.output<typeof OfficePayoutsQuery>
