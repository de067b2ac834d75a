import { empty, type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { type ActivityState, activityMoves, isOver, mayMove, type NoneOrState } from './activity-rules.ts'

export type Move = {
  activityId: string
  from: ActivityState
  to: ActivityState
  /** `member:…`, `staff:…` or `system`. */
  actor: string
  reason: string
}

/**
 * Moves an activity from the state it is expected to be in, and writes who, when and why in the same statement. `set` are further columns, as
 * ", code = …"; `only` what else has to hold. Of any number at once one finds the expected state.
 * Answers the move, by which what it causes is named.
 *
 * Refuses activity_state with the state it is in and the moves that are legal from there.
 */
export async function moveActivity(
  tx: Tx,
  move: Move,
  { set = empty, only = empty }: { set?: Sql; only?: Sql } = {},
): Promise<bigint> {
  const { activityId, from, to, actor, reason } = move
  const moved = mayMove(from, to)
    ? await tx.row<{ id: bigint }>(sql`
      with moved as (
        update activities.activities set state = ${to}, over_at = ${isOver(to) ? sql`now()` : sql`null`} ${set}
        where id = ${activityId} and state = ${from} ${only} returning id, revision
      )
      insert into activities.moves (activity_id, from_state, to_state, revision, actor, reason)
      select id, ${from}, ${to}, revision, ${actor}, ${reason} from moved returning id`)
    : undefined
  return moved?.id ?? refuseState(tx, activityId)
}

/** The first row of its history. */
export const noteMade = (tx: Tx, activityId: string, actor: string): Promise<number> =>
  tx.run(sql`
    insert into activities.moves (activity_id, from_state, to_state, revision, actor, reason)
    values (${activityId}, ${'none' satisfies NoneOrState}, 'draft', 1, ${actor}, 'made')`)

/** Refuses activity_state, or not_found, by what the activity is now. */
export async function refuseState(db: Queryable, activityId: string): Promise<never> {
  const found = await db.row<{ state: ActivityState }>(
    sql`select state from activities.activities where id = ${activityId}`,
  )
  if (!found) throw new Refusal('not_found')
  throw new Refusal('activity_state', { state: found.state, legal: activityMoves[found.state] })
}
