import { sql, type Tx } from '../db/database.ts'
import { recordConsent } from './consents.ts'
import { topics } from './templates.ts'

/** Ends every consent of a member, and takes back what waits because of one. */
export async function endConsents(tx: Tx, memberId: string, how: string): Promise<void> {
  for (const topic of topics) await recordConsent(tx, { memberId, topic, agreed: false, how })
}

/** Forgets every letter to these destinations or about this member, sent or not. */
export async function forgetLetters(
  tx: Tx,
  { memberId, destinations }: { memberId: string; destinations: string[] },
): Promise<void> {
  await tx.run(sql`delete from mail.messages where member_id = ${memberId} or destination = any(${destinations})`)
}
