/** Wire shapes of limit orders in the back office. */

import { z } from 'zod'
import { typedText } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'
import { LimitOrder } from './limit-contract.ts'
import { limitStates } from './limit-rules.ts'

export const OfficeLimitsQuery = z.strictObject({
  state: z.enum(limitStates).optional(),
  store: typedText(1, 10).optional(),
  q: typedText(1, 40).optional().meta({ description: 'number of a limit order' }),
  ...pageQuery,
})
const OfficeLimit = z.strictObject({
  ...LimitOrder.shape,
  store: z.string(),
  member_id: z.uuid(),
  member: z.string(),
  distance_bps: z.int().nullable().meta({
    description:
      'of an open one: how far the price still has to go, in hundredths of a percent of it; zero or less where it is there; null while it is not live',
  }),
})
export const OfficeLimitsPage = z.strictObject({ total: z.int(), rows: z.array(OfficeLimit) })
export const EndLimit = z.strictObject({ limit_id: z.uuid(problem('id')), reason: reasonField })

export type OfficeLimitView = z.output<typeof OfficeLimit>
export type OfficeLimitsInput = z.output<typeof OfficeLimitsQuery>
