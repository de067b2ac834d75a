import { type Sql, sql, type Tx } from '../db/database.ts'
import { recordConsent } from './consents.ts'
import { topics } from './templates.ts'

/** Ends every consent of a member, and takes back what waits because of one. */
export async function endConsents(tx: Tx, memberId: string, how: string): Promise<void> {
  for (const topic of topics) await recordConsent(tx, { memberId, topic, agreed: false, how })
}

type Reader = { memberId: string; destinations: string[]; since: Date }

/**
 * Letters that name a member, and letters to their destinations that name nobody, from the hour in which they signed up: whoever had the
 * address before is somebody else.
 */
export const theirLetters = ({ memberId, destinations, since }: Reader): Sql =>
  sql`(member_id = ${memberId} or member_id is null and destination = any(${destinations})
    and created_at > ${since}::timestamptz - interval '1 hour')`

/** Forgets every letter to a member, sent or not. */
export async function forgetLetters(tx: Tx, reader: Reader): Promise<void> {
  await tx.run(sql`delete from mail.messages where ${theirLetters(reader)}`)
}
