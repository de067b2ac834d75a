import { sql, type Tx } from '../db/database.ts'
import { getMember, holdMember } from '../identity/members-for-staff.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'

/**
 * Notes that a member has left for good: from now on the years count after which their documents are destroyed. Only of an
 * account that staff have frozen, so that nobody goes on buying meanwhile; unfreezing it stops the years.
 *
 * Refuses not_found; relation_not_open; permission_missing; invalid_input (reason).
 */
export function endRelation(
  karat: Bag<'kyc'>,
  staff: Staff,
  { memberId, reason }: { memberId: string; reason: string },
): Promise<{ done: true }> {
  return karat.db.transaction(async (tx) => {
    // Held: unfreezing waits, and finds what it has to take back.
    await holdMember(tx, memberId)
    const { frozen_by: frozenBy, store } = await getMember(tx, memberId)
    if (frozenBy !== 'staff') throw new Refusal('relation_not_open')
    const ended = await tx.run(sql`
      insert into kyc.levels (member_id, level, relation_ended_at) values (${memberId}, 0, now())
      on conflict (member_id) do update set relation_ended_at = now() where kyc.levels.relation_ended_at is null`)
    if (ended === 0) throw new Refusal('relation_not_open')
    const subject = { kind: 'member', id: memberId }
    await recordAction(tx, staff, { action: 'kyc.end_relation', subject, store, reason, details: { did: 'end' } })
    return { done: true as const }
  })
}

/** The member is back: nothing of theirs is destroyed for having left. */
export async function resumeRelation(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`update kyc.levels set relation_ended_at = null where member_id = ${memberId}`)
}

/** The years begin for a member whose account is closed, unless they have begun. */
export async function closeRelation(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`insert into kyc.levels (member_id, level, relation_ended_at) values (${memberId}, 0, now())
    on conflict (member_id) do update set relation_ended_at = coalesce(kyc.levels.relation_ended_at, now())`)
}
