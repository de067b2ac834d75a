import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { endMemberSessions } from './end-sessions.ts'
import { giveBack } from './freeze-account.ts'
import { endLaterAlarms, endLinks } from './issue-link.ts'
import { type Replaced, reachOf, wordsOfChange } from './raise-alarm.ts'
import { spendLink } from './spend-link.ts'
import { takeBackFactors } from './take-back-factors.ts'

/**
 * Cancels a change of e-mail or mobile by the link that its old destination got: what is pending ends; what was done is undone, and second factors that came
 * within the last day are taken back. Every session ends, for somebody is in the account who should not be.
 *
 * Refuses link_expired.
 */
export async function cancelChange(karat: Bag<'identity'>, token: string): Promise<string> {
  return karat.db.transaction(async (tx) => {
    const { memberId, details, createdAt } = await spendLink<{ told: string; replaced: Replaced }>(
      tx,
      'cancel_change',
      token,
    )
    const { replaced } = details
    await giveBack(tx, memberId, replaced)
    await endLinks(tx, memberId, 'verify_email', 'cancelled')
    await tx.run(sql`update identity.codes set expires_at = now()
      where member_id = ${memberId} and purpose = 'change_mobile' and used_at is null and expires_at > now()`)
    await endLaterAlarms(tx, memberId, createdAt)
    await takeBackFactors(tx, memberId, details.told)
    await endMemberSessions(tx, { memberId, because: 'change_cancelled' })
    const { language, store, destinations } = await reachOf(tx, memberId)
    const values = { what: wordsOfChange(replaced.column, language) }
    for (const to of destinations) await queueMail(tx, { ...to, template: 'change_cancelled', language, store, values })
    return memberId
  })
}
