/** Moderation: what members said, before and after others see it. */
import { moderateTestimonial } from '../../community/decide-testimonial.ts'
import * as shapes from '../../community/office-contract.ts'
import { listOfficeTestimonials, requireTestimonialPicture } from '../../community/office-queries.ts'
import { getImage } from '../../files/image-queries.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { asFile } from '../kit/csv.ts'
import { PictureBytes, sendPicture } from '../kit/picture-answer.ts'

const tags = ['office: testimonials']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const

export function testimonialsApi(door: Door, karat: Karat): void {
  door.get(
    '/testimonials/list',
    {
      config: needs('testimonials.see'),
      schema: {
        tags,
        summary: 'What members said',
        querystring: shapes.OfficeTestimonialsQuery,
        response: { 200: shapes.OfficeTestimonials },
      },
    },
    ({ query }) => listOfficeTestimonials(karat.db, query),
  )
  door.get(
    '/testimonials/picture',
    {
      config: { ...needs('testimonials.see'), ...asFile },
      schema: {
        tags,
        summary: 'A picture of a testimonial, as bytes',
        produces: ['image/webp'],
        querystring: shapes.TestimonialPicture,
        response: { 200: PictureBytes },
      },
    },
    async ({ query }, reply) => {
      await requireTestimonialPicture(karat.db, query.testimonial_id, query.picture_id)
      return sendPicture(reply, await getImage(karat.db, query.picture_id))
    },
  )
  door.post(
    '/testimonials/publish',
    {
      config: needs('testimonials.publish'),
      schema: {
        tags,
        summary: 'Everybody sees it from now on',
        body: shapes.PublishTestimonial,
        response: { 200: shapes.Moderated },
      },
    },
    (request) => moderateTestimonial(karat, requireStaff(request), { ...request.body, state: 'published', reason: '' }),
  )
  door.post(
    '/testimonials/reject',
    {
      config: needs('testimonials.reject'),
      schema: {
        tags,
        summary: 'Decline it, or take a published one down',
        body: shapes.RejectTestimonial,
        response: { 200: shapes.Moderated },
      },
    },
    (request) => moderateTestimonial(karat, requireStaff(request), { ...request.body, state: 'rejected' }),
  )
}
