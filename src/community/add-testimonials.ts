import { v7 as newId } from 'uuid'
import { type Queryable, sql } from '../db/database.ts'

/** What was said before the shop opened online; it is published at once. */
export type NewTestimonial = {
  store: string
  name: string
  place: string
  rating: number
  language: string
  hasBought: boolean
  daysAgo: number
  text: string
}

export async function addTestimonials(tx: Queryable, by: string, testimonials: NewTestimonial[]): Promise<void> {
  const rows = testimonials.map((one) => ({ ...one, id: newId() }))
  await tx.run(sql`
    with said as (
      insert into community.testimonials (id, store, name, place, rating, text, language, has_bought, state, created_at)
      select id, store, name, place, rating, text, language, "hasBought", 'published', now() - make_interval(days => "daysAgo")
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id uuid, store text, name text, place text,
        rating smallint, text text, language text, "hasBought" boolean, "daysAgo" integer)
      returning id, created_at)
    insert into community.testimonial_decisions (testimonial_id, state, decided_by, reason, decided_at)
    select id, 'published', ${by}::text, 'taken over from the guest books of the counters', created_at from said`)
}
