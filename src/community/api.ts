/** The calls of testimonials and of messages to the dealer. */
import { type Door, onceOf } from '../http/door.ts'
import { addressSubject } from '../http/limits.ts'
import { recognise, requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import * as contract from './contract.ts'
import { sendMessage } from './send-message.ts'
import { sendTestimonial } from './send-testimonial.ts'
import { listTestimonials } from './testimonial-queries.ts'

const tags = ['community']

export function communityApi(door: Door, karat: Bag<'community'>): void {
  door.get(
    '/home/getTestimonials',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'What members said, published by staff',
        querystring: contract.TestimonialsQuery,
        response: { 200: contract.Testimonials },
      },
    },
    ({ store, query }) => listTestimonials(karat.db, store.code, query),
  )
  door.post(
    '/home/sendTestimonial',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Say something about the shop; staff look at it before others see it',
        body: contract.SendTestimonial,
        response: { 200: contract.SentTestimonial },
      },
    },
    (request) => {
      const { id: memberId, name } = requireMember(request)
      const author = { memberId, name, store: request.store.code, language: request.language }
      return sendTestimonial(karat, author, request.body, onceOf(request, memberId))
    },
  )
  door.post(
    '/home/contactUs',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Write to the staff; a member who is signed in is known',
        body: contract.ContactUs,
        response: { 200: contract.ContactReceived },
      },
    },
    async (request) => {
      const member = await recognise(request, karat)
      const address = addressSubject(request.ip)
      const writer = { memberId: member?.id ?? null, store: request.store.code, language: request.language, address }
      return sendMessage(karat, writer, request.body, onceOf(request, member?.id ?? 'visitor'))
    },
  )
}
