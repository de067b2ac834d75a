/** Large trades as the desk sees them. */

import { z } from 'zod'
import { typedText, wholeCount } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { settings } from '../settings.ts'
import { pageQuery } from '../staff/contract.ts'
import { CompanyFields, requestFields, stepFields, tradeFields } from './contract.ts'
import { buyerKinds, requestStates } from './request-rules.ts'

const requestId = z.uuid(problem('id'))
const reason = typedText(3, 500).refine((text) => text.trim().length >= 3, problem('too_short', { n: 3 }))

export const OfficeRequestsQuery = z.strictObject({
  state: z.enum(requestStates).optional(),
  store: typedText(1, 10).optional(),
  q: typedText(1, 60).optional().meta({ description: 'a number, or a part of a company’s name' }),
  ...pageQuery,
})
const OfficeRow = z.strictObject({
  ...requestFields,
  store: z.string(),
  member_id: z.uuid(),
  member: z.string(),
  company: z.string(),
})
export const OfficeRequests = z.strictObject({ total: z.int(), rows: z.array(OfficeRow) })

export const OfficeRequestQuery = z.strictObject({ request_id: requestId })
export const OfficeRequest = z.strictObject({
  ...OfficeRow.shape,
  words: z.string(),
  company: CompanyFields.meta({ description: 'as it was when the request was made' }),
  ...tradeFields,
  may_quote: z.boolean(),
  may_refuse: z.boolean().meta({ description: 'not while a price that was opened binds the house' }),
  may_close_out: z.boolean(),
  may_give_back: z.boolean(),
  timeline: z.array(z.strictObject({ ...stepFields, by: z.string() })).meta({ description: 'the newest first' }),
})

export const RefuseRequest = z.strictObject({
  request_id: requestId,
  reason: reason.meta({ description: 'the member reads it' }),
})

export const CloseOutOf = z.strictObject({
  request_id: requestId,
  reason: reason.meta({ description: 'the member reads it' }),
})

export const OfferOf = z.strictObject({
  request_id: requestId,
  bps: wholeCount(0, settings.business.mostBps).meta({ description: 'hundredths of a percent over or under spot' }),
  buyer_kind: z.enum(buyerKinds),
  letter_until: z.iso
    .date(problem('staff_day'))
    .optional()
    .meta({ description: 'of the letter or certificate that was seen' }),
  words: typedText(0, 500).meta({ description: 'the member reads it' }),
})

export type OfferInput = z.output<typeof OfferOf>
export type OfficeRequestsInput = z.output<typeof OfficeRequestsQuery>
export type OfficeRowView = z.output<typeof OfficeRow>
export type OfficeRequestView = z.output<typeof OfficeRequest>
