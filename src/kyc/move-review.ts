import { type Queryable, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import type { Fault } from './fault-rules.ts'
import { type Approved, type Level, levelOf, type Step, steps } from './level-rules.ts'
import { mayMoveTo, type ReviewState } from './review-rules.ts'

type ReviewMove = {
  memberId: string
  subject: Step
  to: Exclude<ReviewState, 'none'>
  actor: string
  reason: string
  /** What staff chose as wrong. */
  fault?: Fault
  /** What staff write to the member with a decision. */
  answer?: string
  /** The last move that whoever decides has seen. */
  seen?: string
}
export type Moved = { from: ReviewState; levelBefore: Level; level: Level }

/**
 * Moves one review of a member, writes who, when and why, and sets the member's level by what is approved now. Moves of one
 * member happen one after the other.
 *
 * Refuses review_moved when it has moved on from `seen`; review_state with the state it is in.
 */
export async function moveReview(tx: Tx, move: ReviewMove): Promise<Moved> {
  const { memberId, subject, to, actor, reason, fault, answer, seen } = move
  await holdReviews(tx, memberId)
  const [states, last] = await Promise.all([statesOf(tx, memberId), lastMove(tx, memberId)])
  const from = states[subject]
  if (seen !== undefined && seen !== last) throw new Refusal('review_moved', { subject, state: from })
  if (!mayMoveTo(subject, from, to)) throw new Refusal('review_state', { subject, state: from })
  await tx.run(sql`
    with moved as (
      insert into kyc.reviews (member_id, subject, state, answer) values (${memberId}, ${subject}, ${to}, ${answer ?? null})
      on conflict (member_id, subject) do update set state = excluded.state, answer = excluded.answer, moved_at = now()
      returning 1)
    insert into kyc.moves (member_id, subject, from_state, to_state, actor, reason, fault, answer)
    select ${memberId}, ${subject}, ${from}, ${to}, ${actor}, ${reason}, ${fault ?? null}, ${answer ?? null} from moved`)
  const level = levelOf(approvedOf({ ...states, [subject]: to }))
  const row = await tx.row<{ before: number; now: number }>(sql`
    with old as (select coalesce(override, level) as before from kyc.levels where member_id = ${memberId}), new as (
      insert into kyc.levels (member_id, level) values (${memberId}, ${level})
      on conflict (member_id) do update set level = excluded.level, changed_at = now()
      returning coalesce(override, level) as now)
    select coalesce((select before from old), 0)::int as before, new.now::int as now from new`)
  return { from, levelBefore: (row?.before ?? 0) as Level, level: (row?.now ?? 0) as Level }
}

/** Until the transaction ends nothing about the member moves but by it. */
export async function holdReviews(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${memberId}, 10))`)
}

/** The last move of anything about a member, '0' where there is none: documents are read beside a name, and prove that name. */
export async function lastMove(db: Queryable, memberId: string): Promise<string> {
  const row = await db.row<{ id: bigint }>(sql`
    select id from kyc.moves where member_id = ${memberId} order by id desc limit 1`)
  return String(row?.id ?? 0)
}

async function statesOf(tx: Tx, memberId: string): Promise<Record<Step, ReviewState>> {
  const rows = await tx.rows<{ subject: Step; state: ReviewState }>(
    sql`select subject, state from kyc.reviews where member_id = ${memberId}`,
  )
  const states: Record<Step, ReviewState> = { real_name: 'none', documents: 'none', funds: 'none' }
  for (const { subject, state } of rows) states[subject] = state
  return states
}

const approvedOf = (states: Record<Step, ReviewState>): Approved =>
  Object.fromEntries(steps.map((step) => [step, states[step] === 'approved'])) as Approved
