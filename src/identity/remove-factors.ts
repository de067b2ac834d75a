import type { Config } from '../config.ts'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { queueMail } from '../mail/send-mail.ts'
import { Refusal } from '../refusals.ts'
import { endMemberSessions } from './end-sessions.ts'
import { issueLink } from './issue-link.ts'
import { pauseOutgoing } from './outgoing-pause.ts'
import { reachOf } from './raise-alarm.ts'
import { noteSecurityEvent } from './security-events.ts'

/** What guards an account besides its password, and when the member last added or used any of it. */
export type Factors = { app: boolean; passkeys: number; lastUsed: string }

/**
 * Refuses not_found for an account without a second factor. A code of the app's next step is taken as well, so a step counts
 * as used half a minute before it begins: no use is later than what comes after it.
 */
export async function getFactors(db: Queryable, memberId: string): Promise<Factors> {
  const row = await db.row<Omit<Factors, 'lastUsed'> & { lastUsed: Date | null }>(sql`
    with own as (
      select 'app' as kind, greatest(confirmed_at, to_timestamp((last_step - 1) * 30)) as at from identity.authenticators
        where member_id = ${memberId} and confirmed_at is not null
      union all select 'passkey', greatest(created_at, last_used_at) from identity.passkeys where member_id = ${memberId}
      union all select 'codes', max(greatest(created_at, used_at)) from identity.recovery_codes where member_id = ${memberId}
        having count(*) > 0)
    select coalesce(bool_or(kind = 'app'), false) as app, count(*) filter (where kind = 'passkey')::int as passkeys,
      max(at) as "lastUsed" from own`)
  if (!row?.lastUsed) throw new Refusal('not_found')
  return { ...row, lastUsed: row.lastUsed.toISOString() }
}

/**
 * Removes every second factor of a member who has lost them, as two people of the house decided: `seen` is what they saw. Every session,
 * known browser and begun sign-in ends, what goes out pauses for a day, every destination is told, with a link that freezes the
 * account. The password stays.
 *
 * Refuses not_found for an account without a second factor; factors_used when one was added or used since it was seen.
 */
export async function removeFactors(
  tx: Tx,
  config: Config,
  { memberId, seen }: { memberId: string; seen: Factors },
): Promise<void> {
  await pauseOutgoing(tx, memberId, 'factor')
  const now = await getFactors(tx, memberId)
  if (now.lastUsed !== seen.lastUsed || now.app !== seen.app || now.passkeys !== seen.passkeys)
    throw new Refusal('factors_used')
  for (const removal of [
    sql`delete from identity.authenticators where member_id = ${memberId}`,
    sql`delete from identity.recovery_codes where member_id = ${memberId}`,
    sql`delete from identity.passkeys where member_id = ${memberId}`,
  ])
    await tx.run(removal)
  await endMemberSessions(tx, { memberId, because: 'factors_removed' })
  await noteSecurityEvent(tx, memberId, 'factors_removed')
  const { language, store, destinations } = await reachOf(tx, memberId)
  for (const to of destinations) {
    const link = await issueLink(tx, config, { purpose: 'freeze', memberId, told: to.destination })
    await queueMail(tx, { ...to, template: 'factors_removed', language, store, values: { link } })
  }
}
