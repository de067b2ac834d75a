/** Consent to messages that are not part of an account or an order: given, ended, and provable. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { standInLine } from '../db/stand-in-line.ts'
import { type Topic, topics } from './templates.ts'

type Consents = Record<Topic, boolean>

/** What a member has agreed to; nothing by default. */
export async function getConsents(db: Queryable, memberId: string): Promise<Consents> {
  const rows = await db.rows<{ topic: Topic }>(sql`
    select topic from (
      select distinct on (topic) topic, agreed from mail.consents where member_id = ${memberId} order by topic, id desc
    ) newest where agreed`)
  const agreed = new Set(rows.map(({ topic }) => topic))
  return Object.fromEntries(topics.map((topic) => [topic, agreed.has(topic)])) as Consents
}

type Change = { memberId: string; topic: Topic; agreed: boolean; how: string }

/**
 * Writes that a member agreed or ended it, unless that is so already. Ending it also takes back what waits in the outbox.
 * One at a time for each member.
 */
export async function recordConsent(tx: Tx, { memberId, topic, agreed, how }: Change): Promise<void> {
  await standInLine(tx, `consent ${memberId}`)
  const now = await getConsents(tx, memberId)
  if (now[topic] !== agreed)
    await tx.run(
      sql`insert into mail.consents (member_id, topic, agreed, how) values (${memberId}, ${topic}, ${agreed}, ${how})`,
    )
  if (!agreed)
    await tx.run(sql`delete from mail.messages
      where member_id = ${memberId} and state = 'queued' and layout->>'about' = ${topic}`)
}
