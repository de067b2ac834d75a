import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'

/** Keeps what somebody found out about a case, whatever its state. Refuses not_found; permission_missing. */
export const noteCase = (
  karat: Bag<'cases'>,
  staff: Staff,
  { caseId, text }: { caseId: string; text: string },
): Promise<{ done: true }> =>
  karat.db.transaction(async (tx) => {
    const found = await tx.row<{ number: string; memberId: string; store: string }>(sql`
      select number, member_id as "memberId", store from cases.cases where id = ${caseId}`)
    if (!found) throw new Refusal('not_found')
    await tx.run(sql`
      insert into cases.events (case_id, did, actor, words) values (${caseId}, 'noted', ${`staff:${staff.id}`}, ${text.trim()})`)
    await recordAction(tx, staff, {
      ...{ action: 'cases.note', subject: { kind: 'member', id: found.memberId }, store: found.store },
      details: { did: 'note', case: found.number },
    })
    return { done: true as const }
  })
