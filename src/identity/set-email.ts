/** The first e-mail address of an account that was opened with a mobile number: confirmed by a code in the same session. */

import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { queueMail } from '../mail/send-mail.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { readEmail } from './account-rules.ts'
import type { Member } from './door.ts'
import { issueCode } from './issue-code.ts'
import { requireOwnPassword } from './own-password.ts'
import { raiseAlarm, reachOf } from './raise-alarm.ts'
import { takeSending } from './take-sending.ts'
import { spendCode, tryCode } from './try-code.ts'

export type EmailWish = { email: string; password: string; address: string }

/**
 * Sends a code to the address. One that another account has is told so, with the same answer here.
 *
 * Refuses invalid_input, sign_in_wait, sign_in_refused for a wrong password, email_already_set, code_too_soon, overloaded.
 */
export async function sendSettingEmailCode(
  karat: Bag<'identity'>,
  member: Member,
  { email: typed, password, address }: EmailWish,
): Promise<{ expires_at: string }> {
  const email = readEmail(typed)
  if (!email) throw invalidInput({ email: problem('email') })
  await requireOwnPassword(karat, { memberId: member.id, password, address })
  const to = { channel: 'email', destination: email } as const
  return karat.db.transaction(async (tx) => {
    const own = await tx.row<{ email: string | null }>(sql`select email from identity.members where id = ${member.id}`)
    if (own?.email) throw new Refusal('email_already_set')
    const owner = await tx.row<{ language: string; store: string }>(
      sql`select language, store from identity.members where email = ${email}`,
    )
    await takeSending(tx, email, 'set_email', { is: 'proven' })
    const { code, minutes, expiresAt } = await issueCode(tx, karat.config, {
      purpose: 'set_email',
      to,
      memberId: owner ? null : member.id,
      boundTo: member.sessionId,
    })
    if (owner) await queueMail(tx, { ...to, template: 'destination_taken', ...owner, values: {} })
    else
      await queueMail(tx, {
        ...{ ...to, template: 'set_email_code', language: member.language, store: member.store },
        values: { code, minutes },
      })
    return { expires_at: expiresAt.toISOString() }
  })
}

/**
 * Makes the address whose code this is the member's. Their other sessions end, what goes out pauses, and the number they had before
 * is told.
 *
 * Refuses code_expired (also for an address that somebody else has), code_wrong with the tries left, email_already_set.
 */
export async function settingEmail(karat: Bag<'identity'>, member: Member, code: string): Promise<{ verified: true }> {
  const guess = { purpose: 'set_email', boundTo: member.sessionId, code } as const
  const { id, memberId, destination } = await tryCode(karat.db, karat.config, guess)
  if (memberId !== member.id) throw new Refusal('code_expired')
  await karat.db.transaction(async (tx) => {
    const { destinations } = await reachOf(tx, memberId)
    await setEmail(tx, memberId, destination)
    await spendCode(tx, id)
    const replaced = { column: 'email', before: null, after: destination } as const
    const change = { memberId, what: 'email', sessionId: member.sessionId, replaced } as const
    await raiseAlarm(tx, karat.config, { ...change, told: destinations })
  })
  return { verified: true }
}

async function setEmail(tx: Tx, memberId: string, email: string) {
  try {
    const set = await tx.run(sql`update identity.members set email = ${email} where id = ${memberId} and email is null`)
    if (set === 0) throw new Refusal('email_already_set')
  } catch (error) {
    if (brokenConstraint(error) === 'email_is_taken') throw new Refusal('code_expired')
    throw error
  }
}
