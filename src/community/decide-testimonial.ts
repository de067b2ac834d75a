import { sql, type Tx } from '../db/database.ts'
import { publishImages, withdrawImages } from '../files/publish-images.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { type TestimonialState, testimonialMoves } from './community-rules.ts'

export type Decision = {
  id: string
  /** The state that the decision was made in. */
  from: TestimonialState
  state: 'published' | 'rejected'
  by: string
  reason: string
}

/**
 * Publishes or rejects a testimonial, also one that was decided before; who, when and why are kept with every decision.
 * Its pictures are seen by everybody exactly while it is published, and the shop's pages show it from now on.
 *
 * Refuses not_found; invalid_input (state) for a move that there is not; handled_meanwhile when it is not in `from` any more.
 */
export async function decideTestimonial(tx: Tx, decision: Decision): Promise<{ store: string }> {
  const { id, from, state, by, reason } = decision
  if (!testimonialMoves[from].includes(state)) throw invalidInput({ state: problem('not_right') })
  const changed = await tx.row<{ store: string }>(
    sql`update community.testimonials set state = ${state} where id = ${id} and state = ${from} returning store`,
  )
  if (!changed) throw await whyNot(tx, id)
  await tx.run(sql`insert into community.testimonial_decisions (testimonial_id, state, decided_by, reason)
    values (${id}, ${state}, ${by}, ${reason})`)
  const pictures = await tx.rows<{ id: string }>(
    sql`select image_id as id from community.testimonial_pictures where testimonial_id = ${id}`,
  )
  const ids = pictures.map((picture) => picture.id)
  await (state === 'published' ? publishImages(tx, ids) : withdrawImages(tx, ids))
  await tx.run(sql`select pg_notify('karat_catalogue', 'all')`)
  return changed
}

async function whyNot(tx: Tx, id: string): Promise<Refusal> {
  const now = await tx.row<{ state: string; by: string | null }>(sql`
    select t.state, (select decided_by from community.testimonial_decisions where testimonial_id = t.id order by id desc limit 1) as by
    from community.testimonials t where id = ${id}`)
  return now ? new Refusal('handled_meanwhile', { by: now.by ?? '–', state: now.state }) : new Refusal('not_found')
}

export type Moderation = Omit<Decision, 'by'>

/** A decision of the house's own people, on record. Refuses permission_missing; invalid_input (reason); as `decideTestimonial`. */
export const moderateTestimonial = (
  karat: Bag<'community'>,
  staff: Staff,
  { id, from, state, reason }: Moderation,
): Promise<{ state: Decision['state'] }> =>
  karat.db.transaction(async (tx) => {
    const { store } = await decideTestimonial(tx, { id, from, state, by: staff.name, reason: reason.trim() })
    await recordAction(tx, staff, {
      action: state === 'published' ? 'testimonials.publish' : 'testimonials.reject',
      subject: { kind: 'testimonial', id },
      ...{ store, reason, details: { did: state, before: from } },
    })
    return { state }
  })
