/** Wire shapes of what members complain about. */

import { z } from 'zod'
import { momentField, ownedId, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { complaintAbout, complaintOutcomes, complaintStates, complaintSteps } from './complaint-rules.ts'

const words = (most: number) =>
  typedText(1, most).refine((text) => text.trim().length >= 10, problem('too_short', { n: 10 }))
const complaintId = ownedId('complaint')

export const MakeComplaint = z.strictObject({
  about: z.enum(complaintAbout),
  order_id: ownedId('order').optional().meta({ description: 'one of the member’s own orders, where it is about one' }),
  text: words(4000).meta({ description: 'what happened' }),
  wish: typedText(0, 1000).meta({ description: 'what the house is to do' }),
})
export const AddToComplaint = z.strictObject({ complaint_id: complaintId, text: words(4000) })
export const ReopenComplaint = z.strictObject({ complaint_id: complaintId, text: words(4000) })
export const WithdrawComplaint = z.strictObject({ complaint_id: complaintId })

const order = z.strictObject({ order_id: z.uuid(), number: z.string() })
const Step = z.strictObject({
  step: z.enum(complaintSteps),
  by_house: z.boolean(),
  text: z.string(),
  done: z.string().meta({ description: 'of a decision: what the house does about it' }),
  outcome: z.enum(complaintOutcomes).nullable(),
  due_on: z.iso.date().nullable().meta({ description: 'the deadline that was told' }),
  at: momentField,
})
export const Complaint = z.strictObject({
  complaint_id: z.uuid(),
  number: z.string(),
  about: z.enum(complaintAbout),
  order: order.nullable(),
  text: z.string(),
  wish: z.string(),
  state: z.enum(complaintStates),
  outcome: z.enum(complaintOutcomes).nullable(),
  received_at: momentField,
  due_on: z.iso.date().meta({ description: 'the last day, in the zone of the store' }),
  is_late: z.boolean(),
  decided_at: momentField.nullable(),
  reopen_until: z.iso.date().nullable().meta({ description: 'while its member may have it looked at again' }),
  steps: z.array(Step).meta({ description: 'the oldest first' }),
})
export const OutsideBody = z.strictObject({ name: z.string(), address: z.string(), contact: z.string() })
export const OwnComplaints = z.strictObject({
  complaints: z.array(Complaint),
  answer_days: z.int().meta({ description: 'working days in which one made now is decided' }),
  body: OutsideBody.nullable().meta({ description: 'who outside the house is turned to after the decision' }),
  orders: z.array(order).meta({ description: 'the member’s newest, which a complaint may be about' }),
})

export type MakeComplaintInput = z.output<typeof MakeComplaint>
export type ComplaintStepView = z.output<typeof Step>
export type ComplaintView = z.output<typeof Complaint>
export type OutsideBodyView = z.output<typeof OutsideBody>
export type OwnComplaintsView = z.output<typeof OwnComplaints>
