/** The change of an e-mail address, or the first one of an account: asked for inside a session, done by the link to the new address. */

import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { queueMail } from '../mail/send-mail.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { readEmail } from './account-rules.ts'
import type { Member } from './door.ts'
import { issueLink } from './issue-link.ts'
import { requireOwnPassword } from './own-password.ts'
import { raiseAlarm, reachOf } from './raise-alarm.ts'
import { spendLink } from './spend-link.ts'
import { takeSending } from './take-sending.ts'
import { tellOfWish } from './tell-of-wish.ts'

export type EmailWish = { email: string; password: string; address: string }
/** How whoever has the address already is written to. */
type Owner = { language: string; store: string }
type Details = { email: string; before: string | null; sessionId: string }

/**
 * Sends a link to the new address, and to every old destination a notice with a link that cancels. An address that another account has is told
 * so, with the same answer here.
 *
 * Refuses invalid_input, sign_in_wait, sign_in_refused for a wrong password, destination_same, code_too_soon, overloaded.
 */
export async function changeEmail(karat: Bag<'identity'>, member: Member, wish: EmailWish): Promise<{ sent: true }> {
  const email = readEmail(wish.email)
  if (!email) throw invalidInput({ email: problem('email') })
  await requireOwnPassword(karat, { memberId: member.id, password: wish.password, address: wish.address })
  await karat.db.transaction(async (tx) => {
    const before = await ownEmail(tx, member.id)
    if (before === email) throw new Refusal('destination_same')
    const owner = await tx.row<Owner>(sql`select language, store from identity.members where email = ${email}`)
    await takeSending(tx, email, 'change_email', { is: 'proven' })
    const to = { channel: 'email', destination: email } as const
    const details: Details = { email, before, sessionId: member.sessionId }
    // For an address that is taken a link of nobody's is written and sent to nobody: the same work.
    const memberId = owner ? null : member.id
    const link = await issueLink(tx, karat.config, { purpose: 'verify_email', memberId, details })
    if (owner) await queueMail(tx, { ...to, template: 'destination_taken', ...owner, values: {} })
    else {
      const minutes = String(settings.link.lifeSeconds / 60)
      const { language, store } = member
      await queueMail(tx, { ...to, template: 'verify_email', language, store, values: { link, minutes } })
    }
    const replaced = { column: 'email', before, after: email } as const
    await tellOfWish(tx, karat.config, { memberId: member.id, replaced })
  })
  return { sent: true }
}

/** Holds the member's row, so that changes of one account come one after the other. */
async function ownEmail(tx: Tx, memberId: string): Promise<string | null> {
  const row = await tx.row<{ email: string | null }>(
    sql`select email from identity.members where id = ${memberId} for no key update`,
  )
  return row?.email ?? null
}

/**
 * Makes the address whose link this is the member's. Their other sessions end, what goes out pauses, and the destinations they had before are
 * told.
 *
 * Refuses link_expired, also when somebody else has taken the address meanwhile.
 */
export async function verifyEmail(karat: Bag<'identity'>, token: string): Promise<string> {
  return karat.db.transaction(async (tx) => {
    const { memberId, details } = await spendLink<Details>(tx, 'verify_email', token)
    const { destinations } = await reachOf(tx, memberId)
    await setEmail(tx, memberId, details)
    await raiseAlarm(tx, karat.config, {
      memberId,
      what: 'email',
      sessionId: details.sessionId,
      told: destinations,
      replaced: { column: 'email', before: details.before, after: details.email },
    })
    return memberId
  })
}

async function setEmail(tx: Tx, memberId: string, { email, before }: Details) {
  try {
    const set = await tx.run(sql`update identity.members set email = ${email}
      where id = ${memberId} and email is not distinct from ${before}`)
    if (set === 0) throw new Refusal('link_expired')
  } catch (error) {
    if (brokenConstraint(error) === 'email_is_taken') throw new Refusal('link_expired')
    throw error
  }
}
