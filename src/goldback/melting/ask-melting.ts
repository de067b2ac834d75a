/** Staff ask a consignor for consent to melting, and take the request back. */
import { v7 as newId } from 'uuid'
import { brokenConstraint, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { type HeldCase, holdCase } from '../hold-case.ts'
import { refuseState } from '../move-case.ts'
import { tellOfCase } from '../tell-of-case.ts'
import { holdMelting } from './hold-melting.ts'
import { isOpenMelting } from './melting-rules.ts'

type Asked = { caseId: string; positions: readonly number[]; reason: string }

/**
 * The member is asked to agree that these pieces are melted, with the weights that were found, and answers within some days; until then
 * nothing of it is weighed anew.
 *
 * Refuses not_found; goldback_state for what is not inspected, or is a numbered piece of ours; goldback_not_inspected before it is weighed;
 * invalid_input for a piece that is not there; goldback_melting_asked while one is asked, and once the member has answered; permission_missing.
 */
export const askMelting = (
  { db }: Bag<'goldback'>,
  staff: Staff,
  { caseId, positions, reason }: Asked,
  key: Once,
): Promise<{ done: true }> =>
  once(db, key, async (tx) => {
    const held = await holdCase(tx, caseId)
    if (held.state !== 'inspecting' || held.kind !== 'other') await refuseState(tx, caseId)
    await insert(tx, staff, held, { positions, reason })
    await record(tx, staff, held, { did: 'goldback_melting_asked', reason })
    await tellOfCase(tx, caseId, 'goldback_melting_asked')
    return { done: true as const }
  })

async function insert(
  tx: Tx,
  staff: Staff,
  { id: caseId, pieces }: HeldCase,
  { positions, reason }: Omit<Asked, 'caseId'>,
): Promise<void> {
  const chosen = pieces.filter(({ position }) => positions.includes(position))
  if (chosen.length !== new Set(positions).size) throw invalidInput({ positions: problem('empty') })
  if (chosen.some(({ weighed }) => weighed === null)) throw new Refusal('goldback_not_inspected')
  const id = newId()
  try {
    await tx.run(sql`
      insert into goldback.meltings (id, case_id, reason, asked_by, answer_until)
      values (${id}, ${caseId}, ${reason}, ${`staff:${staff.id}`}, now() + make_interval(days => ${settings.goldback.answerDays}::int))`)
  } catch (error) {
    throw brokenConstraint(error) === 'melting_is_answered_once' ? new Refusal('goldback_melting_asked') : error
  }
  await tx.run(sql`
    insert into goldback.melting_pieces (melting_id, case_id, position, gross_e4, fineness)
    select ${id}, case_id, position, weighed_e4, assayed from goldback.pieces
    where case_id = ${caseId} and position = any(${chosen.map(({ position }) => position)}::smallint[])`)
}

type TakenBack = { caseId: string; meltingId: string; reason: string }

/**
 * The request counts no more, agreed to or not; what was measured may be measured again.
 *
 * Refuses not_found; goldback_melting_state once melting began, or where it is over; permission_missing; invalid_input (reason).
 */
export const withdrawMelting = (
  { db }: Bag<'goldback'>,
  staff: Staff,
  { caseId, meltingId, reason }: TakenBack,
  key: Once,
): Promise<{ done: true }> =>
  once(db, key, async (tx) => {
    const held = await holdCase(tx, caseId)
    const { state } = await holdMelting(tx, { caseId, meltingId })
    if (!isOpenMelting(state)) throw new Refusal('goldback_melting_state')
    await tx.run(sql`update goldback.meltings set state = 'withdrawn', ended_at = now() where id = ${meltingId}`)
    await record(tx, staff, held, { did: 'goldback_melting_withdrawn', reason })
    return { done: true as const }
  })

type Did = 'goldback_melting_asked' | 'goldback_melting_withdrawn'
const record = (tx: Tx, staff: Staff, { id, number, store }: HeldCase, { did, reason }: { did: Did; reason: string }) =>
  recordAction(tx, staff, {
    ...{ action: 'goldback.melt', subject: { kind: 'goldback', id }, store, reason },
    details: { did, case: number },
  })
