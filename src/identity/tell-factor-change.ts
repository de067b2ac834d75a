import type { Config } from '../config.ts'
import type { Tx } from '../db/database.ts'
import { queueMail } from '../mail/send-mail.ts'
import type { Member } from './door.ts'
import { endMemberSessions } from './end-sessions.ts'
import { issueLink } from './issue-link.ts'
import { pauseOutgoing } from './outgoing-pause.ts'
import { reachOf } from './raise-alarm.ts'
import { type NotedEvent, noteSecurityEvent } from './security-events.ts'

export type FactorChange = Extract<NotedEvent, `authenticator_${string}` | `passkey_${string}` | 'recovery_codes_made'>

/**
 * Follows a change of the member's second factors, in its transaction: what goes out pauses for a day, their other sessions, known
 * browsers and begun sign-ins end, every destination is told, with a link that freezes the account at one press, and it is noted.
 */
export async function tellFactorChange(tx: Tx, config: Config, member: Member, change: FactorChange): Promise<void> {
  const { id: memberId, sessionId } = member
  await pauseOutgoing(tx, memberId, 'factor')
  await endMemberSessions(tx, { memberId, exceptId: sessionId, because: change })
  await noteSecurityEvent(tx, memberId, change)
  const { language, store, destinations } = await reachOf(tx, memberId)
  for (const to of destinations) {
    const link = await issueLink(tx, config, { purpose: 'freeze', memberId })
    await queueMail(tx, { ...to, template: change, language, store, values: { link } })
  }
}
