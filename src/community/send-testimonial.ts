import { v7 as newId } from 'uuid'
import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import { useFiles } from '../files/use-files.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { hasPaidOrder } from '../orders/core/buyer-queries.ts'
import { Refusal } from '../refusals.ts'
import { publicName } from './community-rules.ts'
import type { SendTestimonialInput } from './contract.ts'

export type Author = { memberId: string; name: string; store: string; language: string }

/**
 * Stores what a member says, with its pictures, for staff to look at: nobody else sees it until it is published. Whether
 * the member has bought is noted now. A member has at most one that waits in a store.
 *
 * Refuses testimonial_waiting, not_found (a picture that is not the member's to use).
 */
export async function sendTestimonial(
  karat: Bag<'community'>,
  author: Author,
  input: SendTestimonialInput,
  request: Once,
): Promise<{ id: string; state: 'pending' }> {
  return once(karat.db, request, async (tx) => {
    const id = newId()
    await addTestimonial(tx, id, author, input)
    const ids = input.image_ids ?? []
    await useFiles(tx, { memberId: author.memberId, ids, purpose: 'testimonial' })
    await tx.run(sql`insert into community.testimonial_pictures (testimonial_id, position, image_id)
      select ${id}::uuid, place, image_id from unnest(${ids}::uuid[]) with ordinality as picture(image_id, place)`)
    return { id, state: 'pending' }
  })
}

async function addTestimonial(tx: Tx, id: string, author: Author, { rating, text, place }: SendTestimonialInput) {
  const { memberId, name, store, language } = author
  const hasBought = await hasPaidOrder(tx, memberId, store)
  try {
    await tx.run(sql`
      insert into community.testimonials (id, store, member_id, name, place, rating, text, language, has_bought)
      values (${id}, ${store}, ${memberId}, ${publicName(name)}, ${place?.trim() ?? ''}, ${rating}, ${text.trim()}, ${language}, ${hasBought})`)
  } catch (error) {
    if (brokenConstraint(error) === 'one_testimonial_waits') throw new Refusal('testimonial_waiting')
    throw error
  }
}
