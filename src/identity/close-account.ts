import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { CLOSED_DOMAIN } from '../mail/send-mail.ts'
import { Refusal } from '../refusals.ts'
import { endMemberSessions } from './end-sessions.ts'

/**
 * Holds a member's row alone: whoever signs them in, or writes something that names them, waits until the transaction ends.
 * Refuses not_found for an account that is closed already.
 */
export async function holdForClosing(tx: Tx, memberId: string): Promise<void> {
  const open = await tx.row(
    sql`select 1 as one from identity.members where id = ${memberId} and closed_at is null for update`,
  )
  if (!open) throw new Refusal('not_found')
}

/**
 * Closes an account for good, in the transaction that holds it: nobody signs in any more, e-mail and mobile are free for another account, and the
 * row stays under a pseudonym for what names it. `passwordHash` is of a password that nobody knows.
 */
export async function closeAccount(
  tx: Tx,
  { memberId, passwordHash }: { memberId: string; passwordHash: string },
): Promise<void> {
  await endMemberSessions(tx, { memberId, because: 'account_closed' })
  const own = sql`(select unnest(array[email, mobile]) from identity.members where id = ${memberId})`
  await tx.run(sql`delete from identity.codes where member_id = ${memberId} or destination in ${own}`)
  await tx.run(sql`delete from identity.sendings where destination in ${own}`)
  for (const statement of [
    sql`delete from identity.sessions where member_id = ${memberId}`,
    sql`delete from identity.shared_browsers where ${memberId} in (member_id, other_id)`,
    sql`delete from identity.devices where member_id = ${memberId}`,
    sql`delete from identity.sign_ins where member_id = ${memberId}`,
    sql`delete from identity.links where member_id = ${memberId}`,
    sql`delete from identity.authenticators where member_id = ${memberId}`,
    sql`delete from identity.recovery_codes where member_id = ${memberId}`,
    sql`delete from identity.passkeys where member_id = ${memberId}`,
    sql`delete from identity.passkey_challenges where member_id = ${memberId}`,
    sql`delete from identity.audit_keys where member_id = ${memberId}`,
    sql`delete from identity.unlocks where member_id = ${memberId}`,
    sql`delete from identity.outgoing_pauses where member_id = ${memberId}`,
    sql`delete from foundation.idempotency_keys where scope like ${`${memberId} %`}`,
  ])
    await tx.run(statement)
  await tx.run(sql`update identity.members set name = ${`Deleted account ${memberId.slice(-8)}`},
    email = ${`${newId()}${CLOSED_DOMAIN}`}, mobile = null, password_hash = ${passwordHash}, pin_hash = null,
    pin_tries_used = 0, pin_wrong = 0, pin_locked_at = null, invited_by = null, referred_by = null,
    frozen_at = coalesce(frozen_at, now()), frozen_by = 'staff', closed_at = now() where id = ${memberId}`)
  // What the change above wrote itself.
  await tx.run(sql`delete from identity.security_events where member_id = ${memberId}`)
}
