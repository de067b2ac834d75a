/**
 * What takes two people. One asks, with exact parameters and a reason; another with the same permission approves; then it is
 * executed, once and with exactly those parameters, in the transaction of the approval. An area says how by an `Executor`.
 */

import { v7 as newId } from 'uuid'
import { brokenConstraint, type Queryable, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag, Karat } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { requirePermission, type Staff } from './door.ts'
import { endNotices, giveNoticeOfRequest } from './notices/give-notice.ts'
import { type Permission, permissionsOf, type Role, type SecondPermission } from './permission-rules.ts'
import { recordAction, type Subject } from './record-action.ts'

export type Asked = {
  id: string
  action: Permission
  subject: Subject
  store: string | null
  params: unknown
  reason: string
}
/** Who asked, for an effect that keeps its author. */
type Requester = { id: string; name: string }

export type Executor = {
  action: SecondPermission
  /**
   * Does what was asked, inside the transaction of the approval; a refusal of it rolls the approval back. `approver` has the
   * permission. What must follow the commit goes to `tx.afterCommit`. It records nothing: the approval is the record.
   */
  execute(karat: Karat, tx: Tx, asked: Asked, people: { requester: Requester; approver: Staff }): Promise<unknown>
}

export type Request = {
  action: SecondPermission
  subject: Subject
  store?: string
  reason: string
  params: Record<string, unknown>
}

/** Asks for a second person. Refuses permission_missing; invalid_input without a reason; approval_waiting for the same thing twice. */
export async function requestApproval(tx: Tx, staff: Staff, request: Request): Promise<{ approval_id: string }> {
  const { action, subject, store, reason, params } = request
  if (!reason.trim()) throw invalidInput({ reason: problem('empty') })
  await recordAction(tx, staff, {
    action,
    subject,
    ...(store ? { store } : {}),
    reason,
    details: { did: 'request', ...params },
  })
  const id = newId()
  await closeExpired(tx, request, staff.id)
  try {
    await tx.run(sql`
      insert into staff.approvals (id, action, subject_kind, subject_id, store, params, reason, requested_by, expires_at)
      values (${id}, ${action}, ${subject.kind}, ${subject.id}, ${store ?? null}, ${JSON.stringify(params)}, ${reason.trim()},
        ${staff.id}, now() + make_interval(secs => ${settings.staff.approvalSeconds}::int))`)
  } catch (error) {
    if (brokenConstraint(error) === 'one_open_approval') throw new Refusal('approval_waiting')
    throw error
  }
  const about = { occasion: id, subject: { id, number: action }, store: store ?? null }
  await giveNoticeOfRequest(tx, about, { permission: action, exceptFor: staff.id })
  return { approval_id: id }
}

/** An expired request for the same thing makes room for a new one. */
async function closeExpired(tx: Tx, { action, subject }: Request, by: string): Promise<void> {
  const closed = await tx.rows<{ id: string }>(sql`
    update staff.approvals set state = 'withdrawn', decided_by = ${by}, decided_at = now(), decided_because = 'expired'
    where action = ${action} and subject_kind = ${subject.kind} and subject_id = ${subject.id}
      and state = 'waiting' and expires_at <= now() returning id`)
  await endNotices(
    tx,
    closed.map(({ id }) => id),
  )
}

/** Of these subjects those for which a second person is waited for. */
export async function findWaiting(db: Queryable, action: Permission, subjects: string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(sql`select subject_id as id from staff.approvals
    where action = ${action} and subject_id = any(${subjects}::text[]) and state = 'waiting' and expires_at > now()`)
  return new Set(rows.map(({ id }) => id))
}

type Row = Asked & { requestedBy: string; requester: string }
type Decision = { approvalId: string; reason?: string }

async function readApproval(tx: Queryable, approvalId: string): Promise<Row | null> {
  const row = await tx.row<Omit<Row, 'subject'> & { kind: string; subjectId: string }>(sql`
    select a.id, a.action, a.subject_kind as kind, a.subject_id as "subjectId", a.store, a.params, a.reason,
      a.requested_by as "requestedBy", p.name as requester
    from staff.approvals a join staff.people p on p.id = a.requested_by where a.id = ${approvalId}`)
  if (!row) return null
  const { kind, subjectId, ...rest } = row
  return { ...rest, subject: { kind, id: subjectId } }
}

async function findApproval(tx: Queryable, approvalId: string): Promise<Row> {
  const found = await readApproval(tx, approvalId)
  if (!found) throw new Refusal('not_found')
  return found
}

/** Takes the request out of waiting; of any number at once one does. Refuses approval_closed. */
async function close(
  tx: Tx,
  approvalId: string,
  to: 'executed' | 'rejected' | 'withdrawn',
  by: string,
  because: string | null,
) {
  const closed = await tx.run(sql`update staff.approvals
    set state = ${to}, decided_by = ${by}, decided_at = now(), decided_because = ${because}
    where id = ${approvalId} and state = 'waiting' and expires_at > now()`)
  if (closed === 0) throw new Refusal('approval_closed')
  await endNotices(tx, [approvalId])
}

/** Two people stand for it now: disabling one of them, or taking the permission away, waits until this is decided, or is seen. */
async function requireRequester(tx: Tx, { action, requestedBy, requester }: Row) {
  const now = await tx.row<{ roles: Role[]; disabled: boolean }>(sql`
    select roles, disabled_at is not null as disabled from staff.people where id = ${requestedBy} for share`)
  if (!now || now.disabled || !permissionsOf(now.roles).has(action))
    throw new Refusal('requester_gone', { by: requester })
}

/** Whoever approves is one of the house still, may it still, and did not come in within the last day: asked of the database, held until the effect stands. */
async function requireApprover(tx: Tx, action: Permission, personId: string) {
  const now = await tx.row<{ roles: Role[]; isNew: boolean }>(sql`
    select roles, approves_from > clock_timestamp() as "isNew" from staff.people
    where id = ${personId} and disabled_at is null for share`)
  if (!now || !permissionsOf(now.roles).has(action)) throw new Refusal('permission_missing', { permission: action })
  if (now.isNew) throw new Refusal('approver_too_new')
}

/**
 * Executes what was asked, as asked. The approval, the effect and the record of it commit together or not at all.
 *
 * Refuses not_found; second_person_required to whoever asked; permission_missing; approval_closed when it was decided,
 * withdrawn or has expired; requester_gone when whoever asked could not ask for it any more; approver_too_new within a day of coming in; whatever the effect
 * refuses.
 */
export async function approve(
  karat: Karat,
  staff: Staff,
  { approvalId }: Decision,
  executors: ReadonlyMap<Permission, Executor>,
  key: Once = null,
): Promise<{ done: true }> {
  const known = await readApproval(karat.db, approvalId)
  if (known) await requirePermission(karat, staff, known.action)
  return once(karat.db, key, async (tx) => {
    const asked = await findApproval(tx, approvalId)
    const { action, subject, store, reason } = asked
    if (asked.requestedBy === staff.id) throw new Refusal('second_person_required')
    const executor = executors.get(action)
    if (!executor) throw new Error(`nobody executes ${action}`)
    await close(tx, approvalId, 'executed', staff.id, null)
    await requireRequester(tx, asked)
    await requireApprover(tx, asked.action, staff.id)
    const people = { requester: { id: asked.requestedBy, name: asked.requester }, approver: staff }
    await executor.execute(karat, tx, asked, people)
    const details = {
      did: 'approve' as const,
      approval: approvalId,
      requested_by: asked.requester,
      ...(asked.params as object),
    }
    await recordAction(tx, staff, { action, subject, ...(store ? { store } : {}), reason, details })
    return { done: true }
  })
}

/** Whether the request is about what this person of the house is; a new link for them they may refuse. */
const putsOut = ({ action, subject, params }: Row, { id }: Staff) =>
  action === 'staff.change' && subject.id === id && (params as { did?: string }).did !== 'invite_again'

/** Another person says no, with a reason; nobody keeps themselves in by it. Refuses as `approve`. */
export const rejectApproval = (karat: Bag<'staff'>, staff: Staff, decision: { approvalId: string; reason: string }) =>
  decide(karat, staff, decision, 'rejected')

/** Whoever asked takes it back. Refuses not_found for somebody else's; approval_closed. */
export const withdrawApproval = (karat: Bag<'staff'>, staff: Staff, decision: { approvalId: string }) =>
  decide(karat, staff, decision, 'withdrawn')

async function decide(
  karat: Bag<'staff'>,
  staff: Staff,
  { approvalId, reason }: Decision,
  to: 'rejected' | 'withdrawn',
): Promise<{ done: true }> {
  const asked = await findApproval(karat.db, approvalId)
  const isOwn = asked.requestedBy === staff.id
  if (to === 'withdrawn' && !isOwn) throw new Refusal('not_found')
  await requirePermission(karat, staff, asked.action)
  if (to === 'rejected' && (isOwn || putsOut(asked, staff))) throw new Refusal('second_person_required')
  return karat.db.transaction(async (tx) => {
    await close(tx, approvalId, to, staff.id, reason ?? null)
    const { action, subject } = asked
    const details = { did: to === 'rejected' ? ('reject' as const) : ('withdraw' as const), approval: approvalId }
    await recordAction(tx, staff, { action, subject, reason: reason ?? asked.reason, details })
    return { done: true }
  })
}
