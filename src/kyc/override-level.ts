import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { findContact } from '../identity/member-queries.ts'
import { getMember } from '../identity/members-for-staff.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { queueMail } from '../mail/send-mail.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { getLevel } from './level-queries.ts'
import { type Level, levelName, levels } from './level-rules.ts'
import { holdReviews } from './move-review.ts'

type Override = { memberId: string; level: Level | null; actor: string; reason: string }
type Params = { level: string; was: string }

const PROVEN = 'as proven'

/**
 * Asks for a second person to set a level that counts instead of the proven one, or with null to take that back.
 *
 * Refuses not_found; invalid_input when it counts already; approval_waiting; permission_missing.
 */
export function askOverride(
  karat: Bag<'kyc'>,
  staff: Staff,
  { memberId, level, reason }: { memberId: string; level: Level | null; reason: string },
  key: Once = null,
): Promise<{ approval_id: string }> {
  return once(karat.db, key, async (tx) => {
    const { store } = await getMember(tx, memberId)
    const set = await overrideOf(tx, memberId)
    if (set === level) throw invalidInput({ level: problem('kyc_level') })
    const was = levelName((await getLevel(tx, memberId)).level)
    const params: Params = { level: level === null ? PROVEN : levelName(level), was }
    const subject = { kind: 'member', id: memberId }
    return requestApproval(tx, staff, { action: 'kyc.override', subject, store, reason, params })
  })
}

/** What the second person has approved; a level that changes is told to the member. Refuses review_state when the member's level is not what they saw. */
export const overrideExecutor: Executor = {
  action: 'kyc.override',
  async execute(_karat, tx, { subject, params, reason }, { requester, approver }) {
    const { level, was } = params as Params
    await holdReviews(tx, subject.id)
    const before = (await getLevel(tx, subject.id)).level
    if (levelName(before) !== was) throw new Refusal('review_state', { level: levelName(before) })
    const to = levels.find((one) => levelName(one) === level) ?? null
    const actor = `staff:${requester.id}+staff:${approver.id}`
    await overrideLevel(tx, { memberId: subject.id, level: to, actor, reason })
    const now = (await getLevel(tx, subject.id)).level
    if (now === before) return
    const template = now > before ? ('level_reached' as const) : ('level_lowered' as const)
    await queueMail(tx, { ...(await findContact(tx, subject.id)), template, values: { level: levelName(now) } })
  },
}

async function overrideOf(tx: Tx, memberId: string): Promise<Level | null> {
  const row = await tx.row<{ override: Level | null }>(
    sql`select override::int from kyc.levels where member_id = ${memberId}`,
  )
  return row?.override ?? null
}

/** Sets the level that counts, or what is proven with null, and writes who and why. The caller holds the approval of two people. */
async function overrideLevel(tx: Tx, { memberId, level, actor, reason }: Override): Promise<void> {
  await tx.run(sql`
    insert into kyc.levels (member_id, level, override) values (${memberId}, 0, ${level}::smallint)
    on conflict (member_id) do update set override = excluded.override, changed_at = now()`)
  await tx.run(sql`
    insert into kyc.moves (member_id, subject, from_state, to_state, actor, reason)
    values (${memberId}, 'level', null, ${level === null ? PROVEN : levelName(level)}, ${actor}, ${reason})`)
}
