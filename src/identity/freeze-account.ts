import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal, type RefusalCode } from '../refusals.ts'
import { endMemberSessions } from './end-sessions.ts'
import { endLaterAlarms, endLinks } from './issue-link.ts'
import type { Replaced } from './raise-alarm.ts'
import { spendLink } from './spend-link.ts'
import { takeBackFactors } from './take-back-factors.ts'
import { tellMember } from './tell-member.ts'

/** What the link of an alarm knows. */
type Alarm = { told: string; replaced?: Replaced }
type FrozenBy = 'member' | 'staff'
export type MaybeFrozen = { frozen: boolean; frozenBy: FrozenBy | null }

/**
 * Freezes an account: its sessions, known devices and begun sign-ins end, signing in is refused. What a member froze is
 * opened by /unlockAccount; what staff froze, by staff only. Answers who has frozen it: staff, once they have.
 */
export async function freezeAccount(
  tx: Tx,
  { memberId, by }: { memberId: string; by: FrozenBy },
): Promise<{ frozenBy: FrozenBy }> {
  const frozen = await tx.row<{ frozenBy: FrozenBy }>(sql`
    update identity.members set frozen_at = coalesce(frozen_at, now()),
      frozen_by = case when frozen_by = 'staff' then 'staff' else ${by} end where id = ${memberId}
    returning frozen_by as "frozenBy"`)
  if (!frozen) throw new Error('this member does not exist')
  await endMemberSessions(tx, { memberId, because: 'frozen' })
  for (const purpose of ['reset_password', 'verify_email'] as const) await endLinks(tx, memberId, purpose, 'frozen')
  return frozen
}

/**
 * Whoever has shown that the account is theirs is told that staff froze it. Refuses account_frozen_by_staff; `otherwise` where its member
 * did, and where there is no such member.
 */
export function refuseFrozen(member: MaybeFrozen | undefined, otherwise: RefusalCode): void {
  if (member?.frozenBy === 'staff') throw new Refusal('account_frozen_by_staff')
  if (!member || member.frozen) throw new Refusal(otherwise)
}

/** Tells the member, wherever they are reached, that their account is frozen and who can open it: they themselves, or our staff alone. */
export function tellFrozen(tx: Tx, memberId: string, { frozenBy }: { frozenBy: FrozenBy }): Promise<void> {
  const template = frozenBy === 'staff' ? 'account_frozen_by_staff' : 'account_frozen'
  return tellMember(tx, memberId, { template, values: {} })
}

/**
 * Does what the link of an alarm promises: freezes the account and, where the alarm told of a new e-mail address or mobile number, gives
 * the old one back, so that unlocking leads to its owner. Second factors that came within the last day are taken back. Everybody concerned is told. Answers whose account it is.
 *
 * Refuses link_expired.
 */
export async function freezeByLink(karat: Bag<'identity'>, token: string): Promise<string> {
  return karat.db.transaction(async (tx) => {
    const { memberId, details, createdAt } = await spendLink<Alarm>(tx, 'freeze', token)
    const frozen = await freezeAccount(tx, { memberId, by: 'member' })
    await endLaterAlarms(tx, memberId, createdAt)
    if (details.replaced) await giveBack(tx, memberId, details.replaced)
    await takeBackFactors(tx, memberId, details.told)
    await tellFrozen(tx, memberId, frozen)
    return memberId
  })
}

/**
 * Gives a replaced e-mail address or mobile number back to the account, whatever came after it. One that another account has by now is
 * not given back: the account is left without, where it has another name. Refuses link_expired when somebody takes it at this moment.
 */
export async function giveBack(tx: Tx, memberId: string, { column, before }: Replaced): Promise<void> {
  try {
    await tx.run(
      column === 'email'
        ? sql`update identity.members m set email = case
            when not exists (select from identity.members where email = ${before} and id <> m.id) then ${before}::text
            when mobile is null then email end where id = ${memberId}`
        : sql`update identity.members m set mobile = case
            when not exists (select from identity.members where mobile = ${before} and id <> m.id) then ${before}::text
            when email is null then mobile end where id = ${memberId}`,
    )
  } catch (error) {
    if (brokenConstraint(error)) throw new Refusal('link_expired')
    throw error
  }
}
