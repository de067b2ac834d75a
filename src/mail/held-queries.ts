/** What this area holds about a member, for the copy that they may ask for. Codes and links are not in it: they were removed when sent. */
import { type Queryable, sql } from '../db/database.ts'
import { theirLetters } from './forget-letters.ts'

export async function heldByMail(
  db: Queryable,
  { memberId, destinations, since }: { memberId: string; destinations: string[]; since: Date },
): Promise<Record<string, unknown>> {
  const [letters, consents] = await Promise.all([
    db.rows(sql`select template, channel, destination, language, subject, state, created_at, sent_at from mail.messages
      where ${theirLetters({ memberId, destinations, since })} order by created_at`),
    db.rows(sql`select topic, agreed, how, at from mail.consents where member_id = ${memberId} order by id`),
  ])
  return { letters, consents }
}
