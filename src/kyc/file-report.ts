import { sql } from '../db/database.ts'
import { getMember } from '../identity/members-for-staff.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'

/**
 * Puts a large day away, once, with what somebody found out about it.
 *
 * Refuses not_found; report_filed; permission_missing; invalid_input (reason).
 */
export function fileReport(
  karat: Bag<'kyc'>,
  staff: Staff,
  { memberId, day, reason }: { memberId: string; day: string; reason: string },
): Promise<{ done: true }> {
  return karat.db.transaction(async (tx) => {
    const filed = await tx.run(sql`
      update kyc.reports set seen_by = ${`staff:${staff.id}`}, seen_at = now(), note = ${reason.trim()}
      where member_id = ${memberId} and day = ${day}::date and seen_at is null`)
    if (filed === 0) {
      const there = await tx.row(sql`select 1 from kyc.reports where member_id = ${memberId} and day = ${day}::date`)
      throw new Refusal(there ? 'report_filed' : 'not_found')
    }
    const subject = { kind: 'member', id: memberId }
    const { store } = await getMember(tx, memberId)
    await recordAction(tx, staff, { action: 'kyc.file_report', subject, store, reason, details: { did: 'file', day } })
    return { done: true as const }
  })
}
