/** The audit log: what the staff did, in the transaction that did it, and what they were refused. Never changed afterwards. */

import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Details } from './did-rules.ts'
import type { Staff } from './door.ts'
import { needsReason, needsSecond, type Permission } from './permission-rules.ts'

/** What an action is done to, as `{ kind: 'member', id }`. */
export type Subject = { kind: string; id: string }
export type Action = {
  action: Permission
  subject?: Subject
  store?: string
  reason?: string
  /** What changed, for a reader of the log. No secret, no document number, no personal data that the page masks. */
  details?: Details
}

/** What an action that always takes two people may be recorded as: approvals.ts writes these, and no command by itself. */
const ofApproval = new Set<string | undefined>(['request', 'approve', 'reject', 'withdraw'] satisfies Details['did'][])

/**
 * Writes the action into the log; it stands there if and only if the effect of the same transaction does.
 *
 * Refuses permission_missing; invalid_input (reason) where the permission asks for one. Throws for an action that always takes
 * two people and is not recorded by its approval: then nothing of the transaction stands.
 */
export const recordAction = (tx: Tx, staff: Staff, entry: Action): Promise<void> => recordActions(tx, staff, [entry])

/** Writes several actions of one request into the log, in the order given. Refuses as `recordAction`. */
export async function recordActions(tx: Tx, staff: Staff, entries: Action[]): Promise<void> {
  for (const { action, reason, details } of entries) {
    if (!staff.may.has(action)) throw new Refusal('permission_missing', { permission: action })
    if (needsReason(action) && !reason?.trim()) throw invalidInput({ reason: problem('empty') })
    if (needsSecond(action) === 'always' && !ofApproval.has(details?.did)) throw new Error(`${action} takes two people`)
  }
  await write(tx, staff, entries, 'done')
}

/** Keeps that somebody asked for what they may not do in the log that the owner reads. */
export async function recordRefusal({ db }: Bag<'staff'>, staff: Staff, permission: Permission): Promise<void> {
  await write(db, staff, [{ action: permission }], 'refused')
}

async function write(db: Queryable, staff: Staff, entries: Action[], outcome: 'done' | 'refused'): Promise<void> {
  const { id, name, address, requestId } = staff
  const rows = entries.map(({ action, subject, store, reason, details }) => ({
    ...{ action, kind: subject?.kind, subject: subject?.id, store, details: details ?? {} },
    reason: reason?.trim() || null,
  }))
  await db.run(sql`
    insert into staff.actions (person_id, person_name, action, outcome, subject_kind, subject_id, store, reason, details,
      address, request_id)
    select ${id}, ${name}, action, ${outcome}, kind, subject, store, reason, details, ${address}, ${requestId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as entry(action text, kind text, subject text, store text, reason text, details jsonb)`)
}

/** How often this person did so within the last `seconds`, and in how many seconds the oldest of it is out of them. */
export const countOwn = (
  on: Queryable,
  { id }: Pick<Staff, 'id'>,
  { did, seconds }: { did: Details['did']; seconds: number },
): Promise<{ times: number; wait: number } | undefined> =>
  on.row(sql`
    select count(*)::int as times, ceil(extract(epoch from min(at) - now()) + ${seconds}::int)::int as wait from staff.actions
    where person_id = ${id} and details ->> 'did' = ${did} and at > now() - make_interval(secs => ${seconds}::int)`)
