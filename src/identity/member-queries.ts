import { type Queryable, sql } from '../db/database.ts'

export type Contact = { destination: string; channel: 'email' | 'sms'; language: string }

/** Where a member is reached, and in which language. */
export async function findContact(db: Queryable, memberId: string): Promise<Contact> {
  const member = await db.row<{ email: string | null; mobile: string | null; language: string }>(sql`
    select email, mobile, language from identity.members where id = ${memberId}`)
  const destination = member?.email ?? member?.mobile
  if (!member || !destination) throw new Error('this member cannot be reached')
  return { destination, channel: member.email ? 'email' : 'sms', language: member.language }
}
