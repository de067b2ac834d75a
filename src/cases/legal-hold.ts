/** Death, court, guardianship, authority: a case that stops everything of a member until two people end it (decision 0082). */
import { v7 as newId } from 'uuid'
import { brokenConstraint, type Queryable, sql } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { freezeAccount } from '../identity/freeze-account.ts'
import { findContact } from '../identity/member-queries.ts'
import { getMember, holdMemberAlone } from '../identity/members-for-staff.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { type HoldKind, holdRules } from './case-rules.ts'
import { holdCase, moveCase } from './decide-hit.ts'

type NewHold = { memberId: string; kind: HoldKind; reason: string }

/**
 * The member's movements are stopped. Where the member is not to act any more they cannot sign in either; where they may know of it they
 * are told.
 *
 * Refuses not_found; hold_stands when there is one of this kind; permission_missing; invalid_input (reason).
 */
export const openHold = (
  karat: Bag<'cases'>,
  staff: Staff,
  { memberId, kind, reason }: NewHold,
  key: Once = null,
): Promise<{ case_id: string }> =>
  once(karat.db, key, async (tx) => {
    await holdMemberAlone(tx, memberId)
    const { store } = await getMember(tx, memberId)
    const id = newId()
    const made = await tx
      .row<{ number: string }>(sql`
        insert into cases.cases (id, number, kind, member_id, store, hold_kind)
        values (${id}, 'C' || nextval('cases.case_numbers'), 'legal_hold', ${memberId}, ${store}, ${kind}) returning number`)
      .catch((error) => {
        throw brokenConstraint(error) === 'one_hold_of_a_kind' ? new Refusal('hold_stands') : error
      })
    await tx.run(sql`
      insert into cases.events (case_id, did, actor, words) values (${id}, 'opened', ${`staff:${staff.id}`}, ${reason.trim()})`)
    await recordAction(tx, staff, {
      ...{ action: 'cases.hold', subject: { kind: 'member', id: memberId }, store, reason },
      details: { did: 'open_hold', case: made?.number, kind },
    })
    if (!holdRules[kind].signsIn) await freezeAccount(tx, { memberId, by: 'staff' })
    if (holdRules[kind].isTold)
      await queueMail(tx, { ...(await findContact(tx, memberId)), template: 'movements_paused', values: {} })
    return { case_id: id }
  })

/**
 * Asks for the second person who ends a hold.
 *
 * Refuses not_found; case_state; approval_waiting; permission_missing; invalid_input (reason).
 */
export const askEndHold = (
  karat: Bag<'cases'>,
  staff: Staff,
  { caseId, reason }: { caseId: string; reason: string },
  key: Once = null,
): Promise<{ approval_id: string }> =>
  once(karat.db, key, async (tx) => {
    const { id, number, memberId, store, state } = await holdCase(tx, caseId, 'legal_hold')
    if (state !== 'open') throw new Refusal('case_state', { state })
    return requestApproval(tx, staff, {
      ...{ action: 'cases.end_hold', subject: { kind: 'case', id }, store, reason },
      params: { case: number, member: memberId },
    })
  })

/** What the second person has approved; the account that the hold froze is opened by itself on its member's page. Refuses case_state. */
export const endHoldExecutor: Executor = {
  action: 'cases.end_hold',
  async execute(_karat, tx, { subject, reason }, { requester, approver }) {
    const found = await holdCase(tx, subject.id, 'legal_hold')
    const actor = `staff:${requester.id}+staff:${approver.id}`
    await moveCase(tx, found, { from: 'open', to: 'ended', actor, words: reason })
  },
}

/** Whether a member is held by a case that they were told of. */
export async function isToldHeld(db: Queryable, memberId: string): Promise<boolean> {
  const told = Object.entries(holdRules).flatMap(([kind, { isTold }]) => (isTold ? kind : []))
  const row = await db.row(sql`
    select 1 as one from cases.cases where member_id = ${memberId} and stops and hold_kind = any(${told}::text[]) limit 1`)
  return row !== undefined
}

/** Whether a case about a member is not ended, whatever its kind. */
export async function hasCase(db: Queryable, memberId: string): Promise<boolean> {
  const row = await db.row(
    sql`select 1 as one from cases.cases where member_id = ${memberId} and state <> 'ended' limit 1`,
  )
  return row !== undefined
}
