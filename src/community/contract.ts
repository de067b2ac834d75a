/** Wire shapes of what visitors and members tell the dealer. */

import { z } from 'zod'
import { momentField, nameText, ownedId, typedText, wholeCount, wholeNumber } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { settings } from '../settings.ts'
import { messageTopics } from './community-rules.ts'

const written = (min: number, max: number) =>
  typedText(1, max).refine((text) => text.trim().length >= min, problem('too_short', { n: min }))

export const SendTestimonial = z.strictObject({
  rating: wholeCount(1, 5),
  text: written(20, 2000),
  place: nameText(0, 60).optional().meta({ description: 'the town that stands beside the name' }),
  image_ids: z
    .array(ownedId('image'))
    .max(settings.testimonials.maxPictures, problem('too_big', { n: settings.testimonials.maxPictures }))
    .optional()
    .meta({ description: 'pictures uploaded for the purpose testimonial' }),
})
export const SentTestimonial = z.strictObject({ id: z.uuid(), state: z.literal('pending') })

export const TestimonialsQuery = z.strictObject({
  rating: wholeNumber(1, 5).optional(),
  page: wholeNumber(1, 10_000).optional(),
  page_size: wholeNumber(1, 100).optional(),
})
export const Testimonials = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string().meta({ description: 'given name and initial' }),
      place: z.string(),
      rating: z.int(),
      text: z.string(),
      language: z.string(),
      has_bought: z.boolean().meta({ description: 'the member had a paid order when writing' }),
      pictures: z.array(z.strictObject({ src: z.string(), width: z.int(), height: z.int() })),
      created_at: momentField,
    }),
  ),
  total: z.int().meta({ description: 'with the rating asked for' }),
  page: z.int(),
  page_count: z.int(),
  count: z.int().meta({ description: 'all that are published' }),
  average: z.string().nullable().meta({ description: 'such as "4.7"; null when there are none' }),
  by_rating: z.array(z.strictObject({ rating: z.int(), count: z.int() })),
})

export const ContactUs = z.strictObject({
  name: nameText(1, 80).regex(/\S/, problem('empty')),
  email: typedText(3, 254),
  topic: z.enum(messageTopics),
  text: written(10, 4000),
})
export const ContactReceived = z.strictObject({
  number: z.string().meta({ description: 'to be named in later questions' }),
})

export type SendTestimonialInput = z.output<typeof SendTestimonial>
export type TestimonialsView = z.output<typeof Testimonials>
export type TestimonialsQueryInput = z.output<typeof TestimonialsQuery>
export type ContactUsInput = z.output<typeof ContactUs>
