import { sql, type Tx } from '../db/database.ts'
import { publishImages, withdrawImages } from '../files/publish-images.ts'
import { Refusal } from '../refusals.ts'

export type Decision = { id: string; state: 'published' | 'rejected'; by: string; reason: string }

/**
 * Publishes or rejects a testimonial, also one that was decided before; who, when and why are kept with every decision.
 * Its pictures are seen by everybody exactly while it is published.
 *
 * Refuses not_found.
 */
export async function decideTestimonial(tx: Tx, { id, state, by, reason }: Decision): Promise<void> {
  const changed = await tx.run(sql`update community.testimonials set state = ${state} where id = ${id}`)
  if (changed === 0) throw new Refusal('not_found')
  await tx.run(sql`insert into community.testimonial_decisions (testimonial_id, state, decided_by, reason)
    values (${id}, ${state}, ${by}, ${reason})`)
  const pictures = await tx.rows<{ id: string }>(
    sql`select image_id as id from community.testimonial_pictures where testimonial_id = ${id}`,
  )
  const ids = pictures.map((picture) => picture.id)
  await (state === 'published' ? publishImages(tx, ids) : withdrawImages(tx, ids))
}
