import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import type { Member } from '../identity/door.ts'
import { issueLink } from '../identity/issue-link.ts'
import { holdMember } from '../identity/members-for-staff.ts'
import { requireOwnPassword } from '../identity/own-password.ts'
import { reachOf } from '../identity/raise-alarm.ts'
import { noteSecurityEvent } from '../identity/security-events.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { Refusal } from '../refusals.ts'
import { collectHeld } from './collect-held.ts'
import type { DataCopyView } from './contract.ts'
import { countCopies } from './request-queries.ts'

/**
 * Makes a copy of everything that is held about a member, for themselves, at once: it is read for this answer and stored nowhere. That
 * it was made stands among their requests, and every destination of theirs is told, with a link that freezes the account.
 *
 * Refuses sign_in_wait, sign_in_refused for a wrong password, overloaded; data_copy_limit, also for copies at the same moment.
 */
export async function makeCopy(
  karat: Bag<'rights'>,
  member: Member,
  { password, address }: { password: string; address: string },
): Promise<DataCopyView> {
  await requireOwnPassword(karat, { memberId: member.id, password, address })
  return karat.db.transaction(async (tx) => {
    await holdMember(tx, member.id)
    if ((await countCopies(tx, member.id)) >= karat.settings.rights.copiesPerDay)
      throw new Refusal('data_copy_limit', { retry_after: 3600 })
    const made = await tx.row<{ at: Date }>(sql`
      insert into rights.requests (id, member_id, store, kind, state, asked_at, due_at, decided_at)
      values (${newId()}, ${member.id}, ${member.store}, 'access', 'granted', now(),
        now() + make_interval(hours => ${karat.settings.rights.hours}::int), now()) returning asked_at as at`)
    const copy = await collectHeld(tx, member.id)
    await noteSecurityEvent(tx, member.id, 'data_copied')
    await tellOfCopy(tx, karat, member.id)
    const at = made?.at.toISOString() ?? ''
    return { file_name: `karat-${at.slice(0, 10)}.json`, copy: { made_at: at, about: member.id, ...copy } }
  })
}

async function tellOfCopy(tx: Tx, { config }: Bag<'rights'>, memberId: string) {
  const { language, store, destinations } = await reachOf(tx, memberId)
  for (const to of destinations) {
    const link = await issueLink(tx, config, { purpose: 'freeze', memberId, told: to.destination })
    await queueMail(tx, { ...to, template: 'data_copy_made', language, store, values: { link } })
  }
}
