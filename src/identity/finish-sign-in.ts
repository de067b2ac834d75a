/** The second step of a sign-in, or the only one of a sign-in by code. */
import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { Refusal } from '../refusals.ts'
import { DEFAULT_STORE } from '../stores/stores.ts'
import type { Destination } from './account-rules.ts'
import { beginSignIn } from './begin-sign-in.ts'
import type { SecondStepView, SignedInView } from './contract.ts'
import { type MaybeFrozen, refuseFrozen } from './freeze-account.ts'
import { issueCode } from './issue-code.ts'
import { type Caller, openSession } from './open-session.ts'
import { waysOf } from './second-step-ways.ts'
import { takeSending } from './take-sending.ts'
import { spendCode, tryCode } from './try-code.ts'

export type SignIn = Destination & {
  memberId: string | null
  proven: 'nothing' | 'password' | 'code'
  language: string
  store: string
}

/** A sign-in that has begun and lives. Refuses sign_in_expired. */
export async function findSignIn(karat: Bag<'identity'>, signInId: string): Promise<SignIn> {
  const row = await karat.db.row<SignIn>(sql`
    select s.member_id as "memberId", s.destination, s.channel, s.proven, coalesce(m.language, 'id') as language,
      coalesce(m.store, ${DEFAULT_STORE}) as store
    from identity.sign_ins s left join identity.members m on m.id = s.member_id
    where s.id = ${signInId} and s.ended_at is null and s.expires_at > clock_timestamp()`)
  if (!row) throw new Refusal('sign_in_expired')
  return row
}

/**
 * Sends the code of a second step to the e-mail address or number that was signed in with. Refuses sign_in_expired, also for a sign-in
 * without a right password and for a member whose authenticator app is asked for; code_too_soon.
 */
export async function sendSecondStepCode(
  karat: Bag<'identity'>,
  signInId: string,
  device: string,
): Promise<{ expires_at: string }> {
  const { memberId, proven, language, store, channel, destination } = await findSignIn(karat, signInId)
  const open = proven === 'password' && (!memberId || (await waysOf(karat.db, memberId, proven)).includes('code'))
  if (!open) throw new Refusal('sign_in_expired')
  const to = { channel, destination }
  return karat.db.transaction(async (tx) => {
    await takeSending(tx, destination, 'second_step', { is: 'proven' })
    const issued = await issueCode(tx, karat.config, { purpose: 'second_step', to, memberId, boundTo: signInId })
    const { code, minutes, expiresAt } = issued
    const whose = memberId ? { memberId } : {}
    const values = { code, minutes, device }
    await queueMail(tx, { ...to, ...whose, template: 'second_step_code', language, store, values })
    return { expires_at: expiresAt.toISOString() }
  })
}

/**
 * Ends a sign-in with the code that was sent for it. After a password, or for a member who has no stronger factor, a session is
 * open; else the stronger factor is asked for, in every browser.
 *
 * Refuses sign_in_expired, code_expired, code_wrong with the tries left, account_locked, account_frozen_by_staff.
 */
export async function signInWithCode(
  karat: Bag<'identity'>,
  { signInId, code, caller }: { signInId: string; code: string; caller: Caller },
): Promise<SignedInView | SecondStepView> {
  const signIn = await findSignIn(karat, signInId)
  const purpose = signIn.proven === 'password' ? 'second_step' : 'sign_in'
  const right = await tryCode(karat.db, karat.config, { purpose, boundTo: signInId, code })
  const { memberId } = right
  if (!memberId) throw new Refusal('code_expired')
  return karat.db.transaction(async (tx) => {
    await endSignIn(tx, signInId, memberId)
    await spendCode(tx, right.id)
    if (signIn.proven === 'password' || (await waysOf(tx, memberId, 'code')).length === 0)
      return openSession(karat, tx, memberId, caller, 'code')
    const { channel, destination } = signIn
    return beginSignIn(tx, { memberId, to: { channel, destination }, proven: 'code', address: caller.address })
  })
}

/**
 * Ends a sign-in because it goes on now; of any number at once one does. The member's row is held first, so that a change of
 * their password or a freeze either came before, and has ended the sign-in, or comes after and ends the session.
 *
 * Refuses account_frozen_by_staff, account_locked for an account that its member froze, sign_in_expired.
 */
export async function endSignIn(tx: Tx, signInId: string, memberId: string): Promise<void> {
  const member = await tx.row<MaybeFrozen>(sql`
    select frozen_at is not null as frozen, frozen_by as "frozenBy" from identity.members where id = ${memberId} for share`)
  refuseFrozen(member, 'account_locked')
  const ended = await tx.run(sql`update identity.sign_ins set ended_at = now()
    where id = ${signInId} and member_id = ${memberId} and ended_at is null and expires_at > clock_timestamp()`)
  if (ended === 0) throw new Refusal('sign_in_expired')
}
