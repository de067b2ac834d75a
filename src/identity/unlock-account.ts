/** /unlockAccount: for a PIN locked after three tries, a sign-in locked after twenty, and an account that its member froze. */
import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type MaybeFrozen, refuseFrozen } from './freeze-account.ts'
import { issueCode } from './issue-code.ts'
import { matchPassword } from './match-password.ts'
import { askerOf, type CodeWish, findMember, requireAccount, tell } from './send-log-in-code.ts'
import { takeSending } from './take-sending.ts'
import { forgetTriesOf } from './take-sign-in-try.ts'
import { tellMember } from './tell-member.ts'
import { spendCode, tryCode } from './try-code.ts'

/** Sends the code of an unlocking. Answer and work are the same for an account that nobody has. Refuses invalid_input, code_too_soon. */
export async function sendUnlockCode(
  karat: Bag<'identity'>,
  wish: CodeWish,
): Promise<{ unlock_id: string; expires_at: string }> {
  const to = requireAccount(wish)
  return karat.db.transaction(async (tx) => {
    const member = await findMember(tx, to)
    await takeSending(tx, to.destination, 'unlock', await askerOf(tx, wish, member?.id ?? null))
    const memberId = member?.id ?? null
    const { id, code, minutes, expiresAt } = await issueCode(tx, karat.config, { purpose: 'unlock', to, memberId })
    await tell(tx, to, member ?? wish, member && { template: 'unlock_code', values: { code, minutes } })
    return { unlock_id: id, expires_at: expiresAt.toISOString() }
  })
}

export type Unlock = { unlockId: string; code: string; password: string; address: string }

/**
 * Unlocks with the code and the password and answers whose account: PIN tries and sign-in tries are free again, a freeze by the member ends. At most
 * three times in 24 hours. What staff froze stays frozen. No password is compared before the code was right.
 *
 * Refuses code_expired, code_wrong, sign_in_wait, sign_in_refused for a wrong password, unlock_limit, account_frozen_by_staff,
 * overloaded.
 */
export async function unlockAccount(
  karat: Bag<'identity'>,
  { unlockId, code, password, address }: Unlock,
): Promise<string> {
  const { memberId, destination } = await tryCode(karat.db, karat.config, { purpose: 'unlock', id: unlockId, code })
  if (!memberId) throw new Refusal('code_expired')
  const member = await karat.db.row<{ passwordHash: string }>(
    sql`select password_hash as "passwordHash" from identity.members where id = ${memberId}`,
  )
  await matchPassword(karat, { account: `unlock ${memberId}`, address }, member?.passwordHash, password)
  await karat.db.transaction(async (tx) => {
    await requireUnlockLeft(tx, memberId, member?.passwordHash ?? '')
    await spendCode(tx, unlockId)
    await tx.run(sql`insert into identity.unlocks (member_id, address) values (${memberId}, ${address})`)
    await tx.run(sql`update identity.members
      set pin_locked_at = null, pin_tries_used = 0, pin_wrong = 0, frozen_at = null, frozen_by = null where id = ${memberId}`)
    await forgetTriesOf(tx, memberId, destination)
    await tellMember(tx, memberId, { template: 'account_unlocked', values: {} })
  })
  return memberId
}

/** Holds the member's row, so that of any number of unlockings at once those over the limit find the others. */
async function requireUnlockLeft(tx: Tx, memberId: string, passwordHash: string) {
  const member = await tx.row<Pick<MaybeFrozen, 'frozenBy'>>(sql`
    select frozen_by as "frozenBy" from identity.members where id = ${memberId} and password_hash = ${passwordHash}
    for update`)
  // What its member froze is what this opens.
  refuseFrozen(member && { ...member, frozen: false }, 'sign_in_refused')
  const done = await tx.row<{ count: number; wait: number | null }>(sql`
    select count(*)::int as count, ceil(86400 - extract(epoch from clock_timestamp() - min(unlocked_at)))::int as wait
    from identity.unlocks where member_id = ${memberId} and unlocked_at > clock_timestamp() - interval '1 day'`)
  if (done && done.count >= settings.unlocks.perDay) {
    const wait = done.wait ?? 1
    throw new Refusal('unlock_limit', { retry_after: wait, hours: Math.ceil(wait / 3600) })
  }
}
