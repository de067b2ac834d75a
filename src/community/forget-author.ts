/** What a member wrote: held, and forgotten. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { forgetImages } from '../files/forget-images.ts'

type Author = { memberId: string; destinations: string[] }

/** Messages that they wrote, signed in or not; never those of another member, who may have had the address before. */
const theirs = (memberId: string, destinations: string[]) =>
  sql`(member_id = ${memberId} or member_id is null and email = any(${destinations}))`

/** What this area holds about a member, for the copy that they may ask for. */
export async function heldByCommunity(
  db: Queryable,
  { memberId, destinations }: Author,
): Promise<Record<string, unknown>> {
  const [testimonials, messages] = await Promise.all([
    db.rows(sql`select store, name, place, rating, text, language, has_bought, state, created_at from community.testimonials
      where member_id = ${memberId} order by created_at`),
    db.rows(sql`select number, store, name, email, topic, text, language, state, created_at,
        (select jsonb_agg(jsonb_build_object('text', a.text, 'at', a.created_at) order by a.created_at)
          from community.answers a where a.message_id = m.id) as answers
      from community.messages m where ${theirs(memberId, destinations)} order by created_at`),
  ])
  return { testimonials, messages }
}

/** Takes a member's testimonials down, and forgets them with their pictures, and their messages with the answers. */
export async function forgetAuthor(tx: Tx, { memberId, destinations }: Author): Promise<void> {
  const pictures = await tx.rows<{ id: string }>(sql`
    select image_id as id from community.testimonial_pictures p join community.testimonials t on t.id = p.testimonial_id
    where t.member_id = ${memberId}`)
  await tx.run(sql`delete from community.testimonials where member_id = ${memberId}`)
  await forgetImages(
    tx,
    memberId,
    pictures.map(({ id }) => id),
  )
  await tx.run(sql`delete from community.messages where ${theirs(memberId, destinations)}`)
}
