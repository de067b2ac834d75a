/** What waits for the staff when a shop is shown: testimonials to look at, messages to answer. */
import { v7 as newId } from 'uuid'
import { type Queryable, sql } from '../db/database.ts'
import type { messageTopics } from './community-rules.ts'

export type WaitingTestimonial = {
  store: string
  name: string
  place: string
  rating: number
  language: string
  hoursAgo: number
  text: string
}
export type WaitingMessage = {
  store: string
  name: string
  email: string
  topic: (typeof messageTopics)[number]
  language: string
  hoursAgo: number
  text: string
}

/** Nobody but the staff sees them. They belong to no account. */
export async function addWaitingWords(
  tx: Queryable,
  { testimonials, messages }: { testimonials: WaitingTestimonial[]; messages: WaitingMessage[] },
): Promise<void> {
  await tx.run(sql`
    insert into community.testimonials (id, store, name, place, rating, text, language, has_bought, created_at)
    select id, store, name, place, rating, text, language, true, now() - make_interval(hours => "hoursAgo")
    from jsonb_to_recordset(${JSON.stringify(testimonials.map((one) => ({ ...one, id: newId() })))}::jsonb)
      as row(id uuid, store text, name text, place text, rating smallint, text text, language text, "hoursAgo" integer)`)
  await tx.run(sql`
    insert into community.messages (id, store, name, email, topic, text, language, address, created_at)
    select id, store, name, email, topic, text, language, '', now() - make_interval(hours => "hoursAgo")
    from jsonb_to_recordset(${JSON.stringify(messages.map((one) => ({ ...one, id: newId() })))}::jsonb)
      as row(id uuid, store text, name text, email text, topic text, text text, language text, "hoursAgo" integer)`)
}
