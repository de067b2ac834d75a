import { requireGoodPassword } from '../credentials/check-password.ts'
import { normalisePassword } from '../credentials/password-rules.ts'
import { hashOfToken } from '../credentials/session-token.ts'
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { raiseAlarm } from './raise-alarm.ts'
import { spendLink } from './spend-link.ts'
import { forgetTriesOf } from './take-sign-in-try.ts'

/**
 * Sets a new password by the link of a message and answers whose: every session ends, failed sign-ins are forgotten, what goes out pauses,
 * the member is told. A frozen account stays frozen, a locked PIN locked.
 *
 * Refuses link_expired, password_too_short, password_too_common, overloaded.
 */
export async function resetPassword(
  karat: Bag<'identity'>,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const names = await karat.db.row<{ email: string | null; mobile: string | null }>(sql`
    select m.email, m.mobile from identity.links l join identity.members m on m.id = l.member_id
    where l.token_hash = ${hashOfToken(token)} and l.purpose = 'reset_password' and l.ended_at is null
      and l.expires_at > clock_timestamp()`)
  if (!names) throw new Refusal('link_expired')
  for (const name of [names.email, names.mobile]) await requireGoodPassword(password, name ?? '')
  const passwordHash = await karat.hasher.hash(normalisePassword(password))
  return karat.db.transaction(async (tx) => {
    const { memberId, details } = await spendLink<{ account?: string }>(tx, 'reset_password', token)
    await tx.run(sql`update identity.members set password_hash = ${passwordHash} where id = ${memberId}`)
    await forgetTriesOf(tx, memberId, details.account ?? null)
    await raiseAlarm(tx, karat.config, { memberId, what: 'password' })
    return memberId
  })
}
