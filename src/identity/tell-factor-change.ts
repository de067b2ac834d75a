import type { Config } from '../config.ts'
import { sql, type Tx } from '../db/database.ts'
import { queueMail } from '../mail/send-mail.ts'
import { Refusal } from '../refusals.ts'
import type { Member } from './door.ts'
import { endMemberSessions } from './end-sessions.ts'
import { issueLink } from './issue-link.ts'
import { pauseOutgoing } from './outgoing-pause.ts'
import { reachOf } from './raise-alarm.ts'
import { type NotedEvent, noteSecurityEvent } from './security-events.ts'

type FactorChange = Extract<NotedEvent, `authenticator_${string}` | `passkey_${string}` | 'recovery_codes_made'>

/**
 * Follows a change of the member's second factors, in its transaction: what goes out pauses for a day, their other sessions, known
 * browsers and begun sign-ins end, every destination is told, with a link that freezes the account at one press, and it is noted.
 *
 * Refuses unauthenticated when the session has ended meanwhile: whoever froze the account, or set a new password, finds no factor added
 * afterwards.
 */
export async function tellFactorChange(tx: Tx, config: Config, member: Member, change: FactorChange): Promise<void> {
  const { id: memberId, sessionId } = member
  await pauseOutgoing(tx, memberId, 'factor')
  await requireLivingSession(tx, sessionId)
  await endMemberSessions(tx, { memberId, exceptId: sessionId, because: change })
  await noteSecurityEvent(tx, memberId, change)
  const { language, store, destinations } = await reachOf(tx, memberId)
  for (const to of destinations) {
    const link = await issueLink(tx, config, { purpose: 'freeze', memberId, told: to.destination })
    await queueMail(tx, { ...to, template: change, language, store, values: { link } })
  }
}

/** Asked while the member's row is held, which every command that ends all sessions holds too. */
async function requireLivingSession(tx: Tx, sessionId: string) {
  const lives = await tx.row(sql`select 1 as one from identity.sessions where id = ${sessionId} and ended_at is null`)
  if (!lives) throw new Refusal('unauthenticated')
}
