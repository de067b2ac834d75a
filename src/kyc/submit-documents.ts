import { sql } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { Refusal } from '../refusals.ts'
import { moveReview } from './move-review.ts'
import { documentKinds } from './review-rules.ts'

/**
 * Hands the member's documents to staff; from then on they stand as they are until it is decided.
 *
 * Refuses documents_missing with what is missing (a real name that is told counts as well); review_state.
 */
export function submitDocuments(karat: Bag<'kyc'>, memberId: string): Promise<{ state: 'submitted' }> {
  return karat.db.transaction(async (tx) => {
    await moveReview(tx, {
      memberId,
      subject: 'documents',
      to: 'submitted',
      actor: `member:${memberId}`,
      reason: 'sent by the member',
    })
    const rows = await tx.rows<{ kind: string }>(sql`
      update kyc.documents set sent_at = coalesce(sent_at, now())
      where member_id = ${memberId} and replaced_at is null and destroyed_at is null returning kind`)
    const there = new Set(rows.map(({ kind }) => kind))
    const name = await tx.row(sql`
      select 1 from kyc.reviews where member_id = ${memberId} and subject = 'real_name' and state in ('submitted', 'approved')`)
    const missing = [...(name ? [] : ['real_name']), ...documentKinds.filter((kind) => !there.has(kind))]
    if (missing.length > 0) throw new Refusal('documents_missing', { missing })
    await queueMail(tx, { ...(await findContact(tx, memberId)), template: 'documents_received', values: {} })
    return { state: 'submitted' as const }
  })
}
