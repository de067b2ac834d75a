/** Staff decide whether a list means a member: nobody of the list, who moves again, or them, who stay stopped. */
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import type { CaseState } from './case-rules.ts'

type Decided = { caseId: string; verdict: 'clear' | 'confirm'; reason: string }
export type FoundCase = { id: string; number: string; kind: string; memberId: string; store: string; state: CaseState }

/**
 * A hit that waits is cleared (another person of that name; the same entry does not stop this member again) or confirmed (they stay stopped).
 *
 * Refuses not_found; case_state; permission_missing; invalid_input (reason).
 */
export const decideHit = (
  karat: Bag<'cases'>,
  staff: Staff,
  { caseId, verdict, reason }: Decided,
  key: Once = null,
): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const found = await holdCase(tx, caseId, 'screening')
    const to = verdict === 'clear' ? 'ended' : 'confirmed'
    await moveCase(tx, found, { from: 'open', to, actor: `staff:${staff.id}`, words: reason })
    await recordAction(tx, staff, {
      ...{ action: 'cases.decide', subject: { kind: 'member', id: found.memberId }, store: found.store, reason },
      details: { did: verdict === 'clear' ? 'clear_hit' : 'confirm_hit', case: found.number },
    })
    return { done: true as const }
  })

/**
 * Asks for the second person who lets a member move again whom staff had confirmed to be the one of the list.
 *
 * Refuses not_found; case_state; approval_waiting; permission_missing; invalid_input (reason).
 */
export const askRelease = (
  karat: Bag<'cases'>,
  staff: Staff,
  { caseId, reason }: { caseId: string; reason: string },
  key: Once = null,
): Promise<{ approval_id: string }> =>
  once(karat.db, key, async (tx) => {
    const { id, number, memberId, store, state } = await holdCase(tx, caseId, 'screening')
    if (state !== 'confirmed') throw new Refusal('case_state', { state })
    const subject = { kind: 'case', id }
    return requestApproval(tx, staff, {
      ...{ action: 'cases.release', subject, store, reason },
      params: { case: number, member: memberId },
    })
  })

/** What the second person has approved. Refuses case_state when it is not confirmed any more. */
export const releaseExecutor: Executor = {
  action: 'cases.release',
  async execute(_karat, tx, { subject, reason }, { requester, approver }) {
    const found = await holdCase(tx, subject.id, 'screening')
    const actor = `staff:${requester.id}+staff:${approver.id}`
    await moveCase(tx, found, { from: 'confirmed', to: 'ended', actor, words: reason })
  },
}

/** A case of this kind, held until the transaction ends. Refuses not_found. */
export async function holdCase(tx: Tx, caseId: string, kind: string): Promise<FoundCase> {
  const found = await tx.row<FoundCase>(sql`
    select id, number, kind, member_id as "memberId", store, state from cases.cases where id = ${caseId} and kind = ${kind} for no key update`)
  if (!found) throw new Refusal('not_found')
  return found
}

/** Keeps in the history of a case, which is held, what was posted for it. */
export async function noteMove(
  tx: Tx,
  { id }: Pick<FoundCase, 'id'>,
  { actor, words }: { actor: string; words: string },
): Promise<void> {
  await tx.run(sql`insert into cases.events (case_id, did, actor, words) values (${id}, 'moved', ${actor}, ${words})`)
}

type CaseMove = { from: CaseState; to: CaseState; actor: string; words: string }

/** Moves a case that is held, and writes who and why. Refuses case_state. */
export async function moveCase(tx: Tx, { id, state }: FoundCase, { from, to, actor, words }: CaseMove): Promise<void> {
  if (state !== from) throw new Refusal('case_state', { state })
  await tx.run(sql`
    with moved as (
      update cases.cases set state = ${to}, ended_at = ${to === 'ended' ? sql`now()` : null} where id = ${id} returning id)
    insert into cases.events (case_id, did, actor, words) select id, ${to}, ${actor}, ${words} from moved`)
}
