import { sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { type Approved, type Level, levelOf, type Step, steps } from './level-rules.ts'
import { mayMoveTo, type ReviewState } from './review-rules.ts'

export type ReviewMove = {
  memberId: string
  subject: Step
  to: Exclude<ReviewState, 'none'>
  actor: string
  reason: string
  /** What staff write to the member with a decision. */
  answer?: string
}
export type Moved = { from: ReviewState; levelBefore: Level; level: Level }

/**
 * Moves one review of a member, writes who, when and why, and sets the member's level by what is approved now. Moves of one
 * member happen one after the other.
 *
 * Refuses review_state with the state it is in.
 */
export async function moveReview(tx: Tx, { memberId, subject, to, actor, reason, answer }: ReviewMove): Promise<Moved> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${memberId}, 10))`)
  const states = await statesOf(tx, memberId)
  const from = states[subject]
  if (!mayMoveTo(subject, from, to)) throw new Refusal('review_state', { subject, state: from })
  await tx.run(sql`
    with moved as (
      insert into kyc.reviews (member_id, subject, state, answer) values (${memberId}, ${subject}, ${to}, ${answer ?? null})
      on conflict (member_id, subject) do update set state = excluded.state, answer = excluded.answer, moved_at = now()
      returning 1)
    insert into kyc.moves (member_id, subject, from_state, to_state, actor, reason)
    select ${memberId}, ${subject}, ${from}, ${to}, ${actor}, ${reason} from moved`)
  const level = levelOf(approvedOf({ ...states, [subject]: to }))
  const row = await tx.row<{ before: number; now: number }>(sql`
    with old as (select coalesce(override, level) as before from kyc.levels where member_id = ${memberId}), new as (
      insert into kyc.levels (member_id, level) values (${memberId}, ${level})
      on conflict (member_id) do update set level = excluded.level, changed_at = now()
      returning coalesce(override, level) as now)
    select coalesce((select before from old), 0)::int as before, new.now::int as now from new`)
  return { from, levelBefore: (row?.before ?? 0) as Level, level: (row?.now ?? 0) as Level }
}

async function statesOf(tx: Tx, memberId: string): Promise<Record<Step, ReviewState>> {
  const rows = await tx.rows<{ subject: Step; state: ReviewState }>(
    sql`select subject, state from kyc.reviews where member_id = ${memberId}`,
  )
  const states: Record<Step, ReviewState> = { real_name: 'none', documents: 'none', funds: 'none' }
  for (const { subject, state } of rows) states[subject] = state
  return states
}

export const approvedOf = (states: Record<Step, ReviewState>): Approved =>
  Object.fromEntries(steps.map((step) => [step, states[step] === 'approved'])) as Approved
