/** Wire shapes of testimonials and messages as the staff see them. */

import { z } from 'zod'
import { momentField, typedText, wholeCount, wholeNumber } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { pageQuery, reasonField } from '../staff/contract.ts'
import { messageStates, messageTopics, testimonialStates } from './community-rules.ts'

const anId = z.uuid(problem('id'))
const storeCode = typedText(1, 10)

export const OfficeTestimonialsQuery = z.strictObject({
  state: z.enum(testimonialStates).optional(),
  store: storeCode.optional(),
  rating: wholeNumber(1, 5).optional(),
  ...pageQuery,
})
const OfficeTestimonial = z.strictObject({
  id: z.uuid(),
  store: z.string(),
  state: z.enum(testimonialStates),
  name: z.string(),
  member_id: z.uuid().nullable(),
  place: z.string(),
  rating: z.int(),
  text: z.string(),
  language: z.string(),
  has_bought: z.boolean(),
  pictures: z.array(z.uuid()),
  created_at: momentField,
  decisions: z
    .array(
      z.strictObject({
        state: z.enum(['published', 'rejected']),
        by: z.string(),
        reason: z.string(),
        at: momentField,
      }),
    )
    .meta({ description: 'the newest first' }),
})
export const OfficeTestimonials = z.strictObject({ total: z.int(), rows: z.array(OfficeTestimonial) })
export const PublishTestimonial = z.strictObject({ id: anId, from: z.enum(testimonialStates) })
export const RejectTestimonial = z.strictObject({ id: anId, from: z.enum(testimonialStates), reason: reasonField })
export const Moderated = z.strictObject({ state: z.enum(['published', 'rejected']) })
export const TestimonialPicture = z.strictObject({ testimonial_id: anId, picture_id: anId })

export const InboxQuery = z.strictObject({
  state: z
    .enum(['open', ...messageStates])
    .optional()
    .meta({ description: 'open: new or in somebody’s hands' }),
  store: storeCode.optional(),
  topic: z.enum(messageTopics).optional(),
  q: typedText(1, 100).optional().meta({ description: 'number, or a part of name or text, or a whole e-mail address' }),
  sort: z.enum(['age', '-age']).optional(),
  ...pageQuery,
})
const InboxRow = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  store: z.string(),
  state: z.enum(messageStates),
  revision: z.int(),
  member_id: z.uuid().nullable(),
  name: z.string(),
  email: z.string().meta({ description: 'masked' }),
  topic: z.enum(messageTopics),
  text: z.string(),
  language: z.string(),
  assigned_to: z.string().nullable(),
  is_mine: z.boolean(),
  handled_by: z.string().nullable(),
  handled_at: momentField.nullable(),
  note: z.string(),
  answers: z.array(
    z.strictObject({
      text: z.string(),
      by: z.string(),
      at: momentField,
      mail: z
        .enum(['queued', 'sending', 'sent', 'refused', 'unknown', 'expired', 'dropped'])
        .nullable()
        .meta({ description: 'what became of it in the outbox; null once that has forgotten it' }),
    }),
  ),
  created_at: momentField,
})
export const InboxPage = z.strictObject({ total: z.int(), rows: z.array(InboxRow) })

const seen = {
  message_id: anId,
  revision: wholeCount(1, 1_000_000).meta({ description: 'the one that the writer saw; another one is refused' }),
}
export const SeenMessage = z.strictObject(seen)
export const AnswerMessage = z.strictObject({
  ...seen,
  text: typedText(1, 4000).refine((text) => text.trim().length >= 10, problem('too_short', { n: 10 })),
})
export const CloseMessage = z.strictObject({
  ...seen,
  state: z.enum(['closed', 'spam', 'new']).meta({ description: 'new: open again' }),
  reason: reasonField,
})
export const MessageMoved = z.strictObject({ state: z.enum(messageStates), revision: z.int() })

export type OfficeTestimonialView = z.output<typeof OfficeTestimonial>
export type InboxRowView = z.output<typeof InboxRow>
export type InboxQueryInput = z.output<typeof InboxQuery>
export type OfficeTestimonialsQueryInput = z.output<typeof OfficeTestimonialsQuery>
export type AnswerMessageInput = z.output<typeof AnswerMessage>
export type CloseMessageInput = z.output<typeof CloseMessage>
