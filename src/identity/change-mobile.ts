/** The change of a mobile number, or the first one of an account: asked for and confirmed by a code in the same session. */

import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { queueMail } from '../mail/send-mail.ts'
import { takeNewNumber } from '../mail/sms-budget.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { readMobile } from './account-rules.ts'
import type { Member } from './door.ts'
import { issueCode } from './issue-code.ts'
import { requireOwnPassword } from './own-password.ts'
import { raiseAlarm, reachOf } from './raise-alarm.ts'
import { takeSending } from './take-sending.ts'
import { tellOfWish } from './tell-of-wish.ts'
import { spendCode, tryCode } from './try-code.ts'

type MobileWish = { mobile: string; password: string; country: string; address: string }
type Details = { before: string | null }

/**
 * Sends a code to the new number, and to every old destination a notice with a link that cancels. A number that another account has is told so,
 * with the same answer here.
 *
 * Refuses invalid_input, sign_in_wait, sign_in_refused for a wrong password, destination_same, sms_country, sms_spent, code_too_soon, overloaded.
 */
export async function changeMobile(
  karat: Bag<'identity'>,
  member: Member,
  { mobile: typed, password, country, address }: MobileWish,
): Promise<{ expires_at: string }> {
  const mobile = readMobile(typed, country)
  if (!mobile) throw invalidInput({ mobile: problem('phone') })
  await requireOwnPassword(karat, { memberId: member.id, password, address })
  const to = { channel: 'sms', destination: mobile } as const
  return karat.db.transaction(async (tx) => {
    const before = await ownMobile(tx, member.id)
    if (before === mobile) throw new Refusal('destination_same')
    await takeNewNumber(tx, karat, { store: member.store, number: mobile, asker: address })
    const owner = await tx.row<{ language: string; store: string }>(
      sql`select language, store from identity.members where mobile = ${mobile}`,
    )
    await takeSending(tx, mobile, 'change_mobile', { is: 'proven' })
    const details: Details = { before }
    const { code, minutes, expiresAt } = await issueCode(tx, karat.config, {
      purpose: 'change_mobile',
      to,
      memberId: owner ? null : member.id,
      boundTo: member.sessionId,
      details,
    })
    if (owner) await queueMail(tx, { ...to, template: 'destination_taken', ...owner, values: {} })
    else
      await queueMail(tx, {
        ...to,
        template: 'change_mobile_code',
        language: member.language,
        store: member.store,
        values: { code, minutes },
      })
    const replaced = { column: 'mobile', before, after: mobile } as const
    await tellOfWish(tx, karat.config, { memberId: member.id, replaced })
    return { expires_at: expiresAt.toISOString() }
  })
}

async function ownMobile(tx: Tx, memberId: string): Promise<string | null> {
  const row = await tx.row<{ mobile: string | null }>(
    sql`select mobile from identity.members where id = ${memberId} for no key update`,
  )
  return row?.mobile ?? null
}

/**
 * Makes the number whose code this is the member's. Their other sessions end, what goes out pauses, and the destinations they had before are
 * told.
 *
 * Refuses code_expired (also for a number that somebody else has), code_wrong with the tries left.
 */
export async function confirmMobile(karat: Bag<'identity'>, member: Member, code: string): Promise<{ verified: true }> {
  const guess = { purpose: 'change_mobile', boundTo: member.sessionId, code } as const
  const { id, memberId, destination, details } = await tryCode<Details>(karat.db, karat.config, guess)
  if (memberId !== member.id) throw new Refusal('code_expired')
  await karat.db.transaction(async (tx) => {
    const { destinations } = await reachOf(tx, memberId)
    await setMobile(tx, memberId, { before: details.before, after: destination })
    await spendCode(tx, id)
    await raiseAlarm(tx, karat.config, {
      memberId,
      what: 'mobile',
      sessionId: member.sessionId,
      told: destinations,
      replaced: { column: 'mobile', before: details.before, after: destination },
    })
  })
  return { verified: true }
}

async function setMobile(tx: Tx, memberId: string, { before, after }: { before: string | null; after: string }) {
  try {
    const set = await tx.run(sql`update identity.members set mobile = ${after}
      where id = ${memberId} and mobile is not distinct from ${before}`)
    if (set === 0) throw new Refusal('code_expired')
  } catch (error) {
    if (brokenConstraint(error) === 'mobile_is_taken') throw new Refusal('code_expired')
    throw error
  }
}
