/** What somebody of the house does about their own account. */
import { requireGoodPassword } from '../credentials/check-password.ts'
import { normalisePassword } from '../credentials/password-rules.ts'
import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { proveAgain } from './authenticator.ts'
import type { Staff } from './door.ts'
import { recordAction } from './record-action.ts'

/** The session of this very call is over. */
export async function signOutStaff(karat: Bag<'staff'>, staff: Staff): Promise<{ done: true }> {
  return karat.db.transaction(async (tx) => {
    await tx.run(sql`update staff.sessions set ended_at = now(), ended_because = 'signed_out'
      where id = ${staff.sessionId} and ended_at is null`)
    await recordAction(tx, staff, { action: 'account.own', details: { did: 'sign_out' } })
    return { done: true }
  })
}

type NewPassword = { password: string; code: string; newPassword: string }

/** The password is the new one, and the person's other sessions are over. Refuses as `proveAgain`; password_too_short, password_too_common. */
export async function changeOwnPassword(
  karat: Bag<'staff'>,
  staff: Staff,
  input: NewPassword,
): Promise<{ done: true }> {
  await requireGoodPassword(input.newPassword, staff.email)
  await proveAgain(karat, staff, input)
  const hash = await karat.hasher.hash(normalisePassword(input.newPassword))
  return karat.db.transaction(async (tx) => {
    await tx.run(sql`update staff.people set password_hash = ${hash} where id = ${staff.id}`)
    await tx.run(sql`update staff.sessions set ended_at = now(), ended_because = 'password_changed'
      where person_id = ${staff.id} and id <> ${staff.sessionId} and ended_at is null`)
    await recordAction(tx, staff, { action: 'account.own', details: { did: 'change_password' } })
    return { done: true }
  })
}

/** Ends one session of one's own. Refuses not_found. */
export async function endOwnSession(karat: Bag<'staff'>, staff: Staff, sessionId: string): Promise<{ done: true }> {
  return karat.db.transaction(async (tx) => {
    const ended = await tx.run(sql`update staff.sessions set ended_at = now(), ended_because = 'ended_by_owner'
      where id = ${sessionId} and person_id = ${staff.id} and ended_at is null and expires_at > now()`)
    if (ended === 0) throw new Refusal('not_found')
    await recordAction(tx, staff, { action: 'account.own', details: { did: 'end_session' } })
    return { done: true }
  })
}

/** Ends every session of everybody of the house, and sign-ins that have begun; how many sessions there were. */
export async function endStaffSessionsOfAll(tx: Tx): Promise<number> {
  await tx.run(sql`update staff.challenges set used_at = now() where used_at is null`)
  return tx.run(sql`update staff.sessions set ended_at = now(), ended_because = 'ended_for_all'
    where ended_at is null and expires_at > now()`)
}
