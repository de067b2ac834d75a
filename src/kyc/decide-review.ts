import { sql } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Karat } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { invalidInput } from '../refusals.ts'
import { type Level, levelName, type Step } from './level-rules.ts'
import { moveReview } from './move-review.ts'

export type Decision = {
  memberId: string
  subject: Step
  to: 'approved' | 'rejected'
  /** `staff:…`. */
  actor: string
  /** Why, for the record. */
  reason: string
  /** What the member is told; a rejection says something. */
  answer: string
}

const told = {
  real_name: 'real_name_rejected',
  documents: 'documents_rejected',
  funds: 'funds_rejected',
} as const

/**
 * Approves or rejects what a member has sent, or takes an approval back, and tells the member. A rejected name gives its
 * number free. What the member owns is not touched: a lower level stops buying, never selling or taking out.
 *
 * Refuses review_state; invalid_input for a rejection without words.
 */
export async function decideReview(karat: Karat, decision: Decision): Promise<{ level: Level }> {
  const { memberId, subject, to, actor, reason, answer } = decision
  if (to === 'rejected' && !answer.trim()) throw invalidInput({ answer: 'must not be empty' })
  return karat.db.transaction(async (tx) => {
    const moved = await moveReview(tx, { memberId, subject, to, actor, reason, ...(answer ? { answer } : {}) })
    if (subject === 'real_name' && to === 'rejected')
      await tx.run(sql`update kyc.real_names set number_hash = null where member_id = ${memberId}`)
    const contact = await findContact(tx, memberId)
    if (to === 'rejected') await queueMail(tx, { ...contact, template: told[subject], values: { answer } })
    else if (moved.level > moved.levelBefore)
      await queueMail(tx, { ...contact, template: 'level_reached', values: { level: levelName(moved.level) } })
    return { level: moved.level }
  })
}
