import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { Refusal } from '../refusals.ts'
import { isWeakPin } from './account-rules.ts'
import type { Member } from './door.ts'
import { endOtherSessions } from './end-sessions.ts'
import { findContact } from './member-queries.ts'
import { requireOwnPassword } from './own-password.ts'

type NewPin = { pin: string; password: string; address: string }

/**
 * Sets the member's first payment PIN, ends their other sessions and tells them by mail.
 *
 * Refuses pin_too_weak, pin_already_set, sign_in_wait, sign_in_refused for a wrong password, overloaded.
 */
export async function setPin(
  karat: Bag<'identity'>,
  member: Member,
  { pin, password, address }: NewPin,
): Promise<{ has_pin: true }> {
  if (isWeakPin(pin)) throw new Refusal('pin_too_weak')
  if (member.hasPin) throw new Refusal('pin_already_set')
  await requireOwnPassword(karat, { memberId: member.id, password, address })
  const pinHash = await karat.hasher.hashPin(pin)
  await karat.db.transaction(async (tx) => {
    const set = await tx.run(sql`update identity.members set pin_hash = ${pinHash}, pin_tries_used = 0, pin_wrong = 0
      where id = ${member.id} and pin_hash is null`)
    if (set === 0) throw new Refusal('pin_already_set')
    await endOtherSessions(tx, { memberId: member.id, sessionId: member.sessionId }, 'pin_set')
    await queueMail(tx, { ...(await findContact(tx, member.id)), template: 'pin_set', values: {} })
  })
  return { has_pin: true }
}
