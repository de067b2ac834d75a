import { empty, type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { type BeforeOrIn, type CaseState, caseMoves, isOver } from './case-rules.ts'

type Move = {
  caseId: string
  from: CaseState
  to: CaseState
  actor: string
  reason: string
  /** What a reader of the timeline is told beside it: facts, no secrets. */
  details?: Record<string, unknown>
}

/**
 * Moves a case from the state it is expected to be in, with who, when and why; its pieces are free again once it is over. `set` are further
 * columns, as ", answer_until = now()".
 *
 * Refuses goldback_state with the state it is in and the moves that are legal from there.
 */
export async function moveCase(tx: Tx, move: Move, set: Sql = empty): Promise<void> {
  if (!(await tryMoveCase(tx, move, set))) await refuseState(tx, move.caseId)
}

/** The same, answering false instead of refusing. Of any number at once one finds the expected state. */
async function tryMoveCase(tx: Tx, { caseId, from, to, actor, reason, details }: Move, set: Sql): Promise<boolean> {
  if (!caseMoves[from].includes(to)) return false
  const moved = await tx.run(sql`
    update goldback.cases set state = ${to}, ended_at = ${isOver(to) ? sql`now()` : sql`null`} ${set}
    where id = ${caseId} and state = ${from}`)
  if (moved !== 1) return false
  await Promise.all([
    noteMove(tx, { caseId, from, to, actor, reason, ...(details ? { details } : {}) }),
    isOver(to) && to !== 'paid' ? tx.run(sql`update goldback.pieces set over_at = now() where case_id = ${caseId}`) : 0,
  ])
  return true
}

export const noteMove = (
  tx: Tx,
  { caseId, from, to, actor, reason, details = {} }: Omit<Move, 'from'> & { from: BeforeOrIn },
): Promise<number> =>
  tx.run(sql`
    insert into goldback.moves (case_id, from_state, to_state, actor, reason, details)
    values (${caseId}, ${from}, ${to}, ${actor}, ${reason}, ${JSON.stringify(details)}::jsonb)`)

/** Refuses goldback_state, or not_found, by what the case is now. */
export async function refuseState(db: Queryable, caseId: string): Promise<never> {
  const found = await db.row<{ state: CaseState }>(sql`select state from goldback.cases where id = ${caseId}`)
  if (!found) throw new Refusal('not_found')
  throw new Refusal('goldback_state', { state: found.state, legal: caseMoves[found.state] })
}
