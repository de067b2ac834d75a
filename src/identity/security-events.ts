import { type Queryable, sql } from '../db/database.ts'

/** What a command notes itself. Changes of password, PIN, e-mail and mobile are noted by the database (migration 027). */
export type NotedEvent =
  | 'authenticator_on'
  | 'authenticator_off'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'factors_removed'
  | 'data_copied'

/** The member finds it among the recent events of their account. */
export async function noteSecurityEvent(db: Queryable, memberId: string, kind: NotedEvent): Promise<void> {
  await db.run(sql`insert into identity.security_events (member_id, kind) values (${memberId}, ${kind})`)
}
