import { requireGoodPassword } from '../credentials/check-password.ts'
import { normalisePassword } from '../credentials/password-rules.ts'
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Member } from './door.ts'
import { requireOwnPassword } from './own-password.ts'
import { raiseAlarm } from './raise-alarm.ts'

type PasswordWish = { password: string; newPassword: string; address: string }

/**
 * Replaces the member's password. Their other sessions end, what goes out pauses, every destination of theirs is told.
 *
 * Refuses password_too_short, password_too_common, sign_in_wait, sign_in_refused for a wrong one (also one that was replaced meanwhile),
 * overloaded.
 */
export async function changePassword(
  karat: Bag<'identity'>,
  member: Member,
  { password, newPassword, address }: PasswordWish,
): Promise<{ changed: true }> {
  const names = await karat.db.row<{ email: string | null; mobile: string | null }>(
    sql`select email, mobile from identity.members where id = ${member.id}`,
  )
  for (const name of [names?.email, names?.mobile]) await requireGoodPassword(newPassword, name ?? '')
  const known = await requireOwnPassword(karat, { memberId: member.id, password, address })
  const newHash = await karat.hasher.hash(normalisePassword(newPassword))
  await karat.db.transaction(async (tx) => {
    const changed = await tx.run(sql`update identity.members set password_hash = ${newHash}
      where id = ${member.id} and password_hash = ${known.passwordHash}`)
    if (changed === 0) throw new Refusal('sign_in_refused')
    await raiseAlarm(tx, karat.config, { memberId: member.id, what: 'password', sessionId: member.sessionId })
  })
  return { changed: true }
}
