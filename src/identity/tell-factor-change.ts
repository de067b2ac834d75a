import type { Tx } from '../db/database.ts'
import { queueMail } from '../mail/send-mail.ts'
import type { Member } from './door.ts'
import { endMemberSessions } from './end-sessions.ts'
import { findContact } from './member-queries.ts'
import { type NotedEvent, noteSecurityEvent } from './security-events.ts'

export type FactorChange = Extract<NotedEvent, `authenticator_${string}` | `passkey_${string}`>

/** Follows a change of the member's second factors, in its transaction: their other sessions, known devices and begun sign-ins end, they are told, and it is noted. */
export async function tellFactorChange(tx: Tx, member: Member, change: FactorChange): Promise<void> {
  await endMemberSessions(tx, { memberId: member.id, exceptId: member.sessionId, because: change })
  await noteSecurityEvent(tx, member.id, change)
  await queueMail(tx, { ...(await findContact(tx, member.id)), template: change, values: {} })
}
