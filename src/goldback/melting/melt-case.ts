/** What a member agreed to melt is melted: one of the house puts it into the crucible, another weighs and assays what comes out. */
import { isStoppedNow } from '../../cases/stops.ts'
import { brokenConstraint, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { parseDecimal, weight, weightText } from '../../money/money.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import type { AssayMethod } from '../case-rules.ts'
import { type HeldCase, holdCase } from '../hold-case.ts'
import { refuseState } from '../move-case.ts'
import { type HeldMelting, holdMelting, type MeltingPiece } from './hold-melting.ts'
import { type Loss, lossOf, sumOfLosses } from './melting-rules.ts'

type OfMelting = { caseId: string; meltingId: string }
type Before = { position: number; weighed: string }
type After = Before & { assayed: number; method: AssayMethod }

/**
 * The pieces go into the crucible: from now on neither is consent taken back nor the case decided before what comes out is recorded. Each
 * weighs what its member agreed to.
 *
 * Refuses not_found; goldback_state; goldback_melting_state without consent; not_possible_now while a case stops the member; invalid_input for a weight that is none, or is missing;
 * goldback_melting_weight for another one than was agreed to; permission_missing.
 */
export const startMelting = (
  { db }: Bag<'goldback'>,
  staff: Staff,
  { weighed, ...of }: OfMelting & { weighed: readonly Before[] },
  key: Once,
): Promise<{ done: true }> =>
  once(db, key, async (tx) => {
    const { held, melting } = await holdBoth(tx, of, 'consented')
    if (await isStoppedNow(tx, held.memberId)) throw new Refusal('not_possible_now')
    for (const piece of melting.pieces) {
      const { units } = readOf(piece, weighed, 'weighed')
      if (units !== piece.gross)
        throw new Refusal('goldback_melting_weight', { weight: weightText(weight(piece.gross)) })
    }
    await tx.run(sql`
      update goldback.meltings set state = 'started', started_by = ${`staff:${staff.id}`}, started_at = now() where id = ${melting.id}`)
    await record(tx, staff, held, { did: 'goldback_melting_started' })
    return { done: true as const }
  })

/**
 * What came out counts as what was measured of each piece, and the loss stands beside it. Somebody else than who began says so.
 *
 * Refuses not_found; goldback_state; goldback_melting_state before melting began; goldback_melting_two for the one who began; invalid_input for a weight that is none, is missing, or is more than went in;
 * goldback_no_picture before there is a picture of what came out; permission_missing.
 */
export const recordMelting = (
  { db }: Bag<'goldback'>,
  staff: Staff,
  { found, ...of }: OfMelting & { found: readonly After[] },
  key: Once,
): Promise<{ done: true }> =>
  once(db, key, async (tx) => {
    const { held, melting } = await holdBoth(tx, of, 'started')
    if (melting.startedBy === `staff:${staff.id}`) throw new Refusal('goldback_melting_two')
    const losses: Loss[] = []
    for (const piece of melting.pieces) losses.push(await writeAfter(tx, held, melting, { piece, found }))
    await tx
      .run(sql`
        update goldback.meltings set state = 'melted', melted_by = ${`staff:${staff.id}`}, melted_at = now() where id = ${melting.id}`)
      .catch((error) => {
        throw brokenConstraint(error) === 'what_was_melted_is_shown' ? new Refusal('goldback_no_picture') : error
      })
    const { gross, fine } = sumOfLosses(losses)
    const loss = `${weightText(weight(gross))} g, ${weightText(weight(fine))} g fine`
    await record(tx, staff, held, { did: 'goldback_melted', loss })
    return { done: true as const }
  })

async function holdBoth(tx: Tx, of: OfMelting, state: HeldMelting['state']) {
  const held = await holdCase(tx, of.caseId)
  if (held.state !== 'inspecting') await refuseState(tx, held.id)
  const melting = await holdMelting(tx, of)
  if (melting.state !== state) throw new Refusal('goldback_melting_state')
  return { held, melting }
}

function readOf<Typed extends Before>({ position }: MeltingPiece, typed: readonly Typed[], field: string) {
  const at = typed.findIndex((one) => one.position === position)
  const one = typed[at]
  const units = one ? parseDecimal(one.weighed, 4) : null
  if (!one || units === null || units <= 0n) throw invalidInput({ [`found.${position}.${field}`]: problem('grams') })
  return { one, units }
}

async function writeAfter(
  tx: Tx,
  { id }: HeldCase,
  melting: HeldMelting,
  { piece, found }: { piece: MeltingPiece; found: readonly After[] },
): Promise<Loss> {
  const { position, gross, fineness } = piece
  const { one, units } = readOf(piece, found, 'weighed')
  if (units > gross) throw invalidInput({ [`found.${position}.weighed`]: problem('melting_weight') })
  const { assayed, method } = one
  await tx.run(sql`
    update goldback.melting_pieces set after_e4 = ${units}, found = ${assayed}, method = ${method}
    where melting_id = ${melting.id} and position = ${position}`)
  await tx.run(sql`
    update goldback.pieces set weighed_e4 = ${units}, assayed = ${assayed}, method = ${method}
    where case_id = ${id} and position = ${position}`)
  return lossOf({ gross, fineness, after: units, found: assayed })
}

type Did = { did: 'goldback_melting_started' } | { did: 'goldback_melted'; loss: string }
const record = (tx: Tx, staff: Staff, { id, number, store }: HeldCase, did: Did) =>
  recordAction(tx, staff, {
    ...{ action: 'goldback.melt', subject: { kind: 'goldback', id }, store },
    details: { ...did, case: number },
  })
