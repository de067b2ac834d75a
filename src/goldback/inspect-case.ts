/** Staff weigh and assay what was handed over, and decide by what they found. */
import { isOurPiece } from '../catalogue/piece-queries.ts'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { parseDecimal, WEIGHT_UNITS_PER_GRAM } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { type AssayMethod, type GoldForm, type Measured, matches, payableFine, worthOf } from './case-rules.ts'
import { requireCertain } from './certain-price.ts'
import { type ConsignedPiece, type HeldCase, holdCase, requireNoneStolen } from './hold-case.ts'
import { requireNoMelting, requireNotInCrucible } from './melting/hold-melting.ts'
import { moveCase, refuseState } from './move-case.ts'
import { hasAssayPicture } from './pictures/picture-queries.ts'
import { tellOfCase } from './tell-of-case.ts'

type Found = {
  position: number
  weighed: string
  assayed: number
  method: AssayMethod
  /** The number that is stamped on it as staff read it; null: none. */
  stamped?: string | null | undefined
}

/**
 * What was measured of each piece stands in the case; it may be measured again until it is decided.
 *
 * Refuses not_found; goldback_state; goldback_melting_holds since melting was asked for; goldback_not_inspected for less or other pieces than there are; invalid_input for a weight that is none,
 * of gold that was not bought here also for more than is bought, and of a bar or coin of it while nothing is said of its stamped number;
 * goldback_is_ours where that is one of ours; permission_missing.
 */
export const inspectCase = (
  { db }: Bag<'goldback'>,
  staff: Staff,
  { caseId, found }: { caseId: string; found: readonly Found[] },
  key: Once,
): Promise<{ done: true }> =>
  once(db, key, async (tx) => {
    const held = await holdCase(tx, caseId)
    if (held.state === 'received')
      await moveCase(tx, {
        caseId,
        from: 'received',
        to: 'inspecting',
        actor: `staff:${staff.id}`,
        reason: 'inspected',
      })
    else if (held.state !== 'inspecting') await refuseState(tx, caseId)
    await requireNoMelting(tx, caseId)
    await writeFound(tx, held, found)
    await recordAction(tx, staff, {
      ...{ action: 'goldback.inspect', subject: { kind: 'goldback', id: caseId }, store: held.store },
      details: {
        did: 'goldback_inspected',
        case: held.number,
        found: found.map(({ weighed, assayed, stamped }) => `${weighed} g ${assayed}${stamped ? ` ${stamped}` : ''}`),
      },
    })
    return { done: true as const }
  })

async function writeFound(tx: Tx, { id, pieces }: HeldCase, found: readonly Found[]): Promise<void> {
  if (found.length !== pieces.length || pieces.some(({ position }) => !found.some((one) => one.position === position)))
    throw new Refusal('goldback_not_inspected')
  for (const one of found) {
    const { position, weighed, assayed, method } = one
    const units = parseDecimal(weighed, 4)
    if (units === null || units <= 0n) throw invalidInput({ [`found.${position}.weighed`]: problem('grams') })
    const form = pieces.find((piece) => piece.position === position)?.form ?? null
    if (form !== null) await requireOther(tx, { ...one, form, units })
    await tx.run(sql`
      update goldback.pieces set weighed_e4 = ${units}, assayed = ${assayed}, method = ${method}
      where case_id = ${id} and position = ${position}`)
  }
}

/** What nobody here sold has no weight but ours: it is bounded, and its number is read again by who has it in hand. */
async function requireOther(
  tx: Tx,
  { position, form, units, stamped }: Found & { form: GoldForm; units: bigint },
): Promise<void> {
  const { grams } = settings.goldback.other
  if (units > BigInt(grams) * WEIGHT_UNITS_PER_GRAM)
    throw invalidInput({ [`found.${position}.weighed`]: problem('other_weight', { most: grams }) })
  if (form !== 'jewellery' && stamped === undefined)
    throw invalidInput({ [`found.${position}.stamped`]: problem('empty') })
  if (stamped && (await isOurPiece(tx, stamped))) throw new Refusal('goldback_is_ours', { serial: stamped })
}

type Decision = { caseId: string; reason: string }

/**
 * Every piece is what it was sold as, or holds the fine gold that was said: the house takes it at the price that is certain, and it waits to be
 * paid.
 *
 * Refuses not_found; goldback_state; goldback_not_inspected; goldback_worthless for a piece that brings nothing at that price; goldback_differs for one
 * that weighs less or is less fine;
 * goldback_no_picture of gold that was not bought here before there is a picture of the assay; goldback_piece_stolen; goldback_no_title for what somebody else bought before title is proven; price_unavailable where no price is certain and none is live; permission_missing.
 */
export const acceptCase = (karat: Bag<'goldback'>, staff: Staff, { caseId, reason }: Decision, key: Once) =>
  once(karat.db, key, async (tx) => {
    const { held, amount, fine } = await judge(tx, karat, caseId)
    if (differs(held)) throw new Refusal('goldback_differs')
    if (held.kind === 'other') await requirePicture(tx, held)
    const move = {
      caseId,
      from: 'inspecting',
      to: 'accepted',
      actor: `staff:${staff.id}`,
      reason: reason || (held.kind === 'other' ? 'as it was found' : 'as it was sold'),
      details: { said: reason },
    } as const
    await moveCase(tx, move, sql`, offer_minor = ${amount}, offer_fine_e4 = ${fine}`)
    await record(tx, staff, { held, reason, did: 'goldback_accepted' })
    return { done: true as const }
  })

/**
 * The member is offered what was found: the measured fine gold at the price that is certain, to be answered within some days.
 *
 * Refuses as acceptCase, and goldback_matches where no piece is less: it is accepted then; goldback_no_picture before there
 * is a picture of the assay, which the member sees.
 */
export const offerForCase = (karat: Bag<'goldback'>, staff: Staff, { caseId, reason }: Decision, key: Once) =>
  once(karat.db, key, async (tx) => {
    const { held, amount, fine } = await judge(tx, karat, caseId)
    await requireShown(tx, held)
    const days = settings.goldback.answerDays
    await moveCase(
      tx,
      {
        caseId,
        from: 'inspecting',
        to: 'counter_offer',
        actor: `staff:${staff.id}`,
        reason,
        details: { told: reason },
      },
      sql`, offer_minor = ${amount}, offer_fine_e4 = ${fine}, answer_until = now() + make_interval(days => ${days}::int)`,
    )
    await record(tx, staff, { held, reason, did: 'goldback_offered' })
    await tellOfCase(tx, caseId, 'goldback_offered')
    return { done: true as const }
  })

/**
 * The house does not buy what is not as it was sold, nor what it does not want of gold that was not bought here, inspected or not: the pieces
 * wait for their member.
 *
 * Refuses as acceptCase but for the price; of own pieces goldback_matches where every piece is what it was sold as: the price binds then,
 * and goldback_no_picture.
 */
export const rejectCase = ({ db }: Bag<'goldback'>, staff: Staff, { caseId, reason }: Decision, key: Once) =>
  once(db, key, async (tx) => {
    const held = await requireRejectable(tx, caseId)
    const move = { caseId, from: held.state, to: 'rejected', actor: `staff:${staff.id}` } as const
    await moveCase(tx, { ...move, reason, details: { told: reason } })
    await record(tx, staff, { held, reason, did: 'goldback_rejected' })
    await tellOfCase(tx, caseId, 'goldback_rejected')
    return { done: true as const }
  })

/**
 * A parcel holds other pieces than were consigned, or fewer: it goes back as it is.
 *
 * Refuses not_found; goldback_state for what no courier brought; permission_missing; invalid_input (reason).
 */
export const refuseParcel = ({ db }: Bag<'goldback'>, staff: Staff, { caseId, reason }: Decision, key: Once) =>
  once(db, key, async (tx) => {
    const held = await holdCase(tx, caseId)
    const move = { caseId, from: 'collected', to: 'rejected', actor: `staff:${staff.id}` } as const
    await moveCase(tx, { ...move, reason, details: { told: reason } }, sql`, received_at = now()`)
    await record(tx, staff, { held, reason, did: 'goldback_rejected' })
    await tellOfCase(tx, caseId, 'goldback_rejected')
    return { done: true as const }
  })

/**
 * A piece is not what it seems, or somebody else's: it stays in the house, and is neither paid nor returned until it is inspected anew.
 *
 * Refuses not_found; goldback_melting_open while something of it is in the crucible; goldback_state; permission_missing; invalid_input (reason).
 */
export const retainCase = ({ db }: Bag<'goldback'>, staff: Staff, { caseId, reason }: Decision, key: Once) =>
  once(db, key, async (tx) => {
    const held = await holdCase(tx, caseId)
    await requireNotInCrucible(tx, caseId)
    await moveCase(tx, {
      caseId,
      from: held.state,
      to: 'retained',
      actor: `staff:${staff.id}`,
      reason,
      details: { said: reason },
    })
    await record(tx, staff, { held, reason, did: 'goldback_retained' })
    return { done: true as const }
  })

/** What was retained is inspected anew. Refuses not_found; goldback_piece_stolen while it is reported; goldback_state; permission_missing; invalid_input (reason). */
export const resumeCase = ({ db }: Bag<'goldback'>, staff: Staff, { caseId, reason }: Decision, key: Once) =>
  once(db, key, async (tx) => {
    const held = await holdCase(tx, caseId)
    await requireNoneStolen(tx, held)
    await moveCase(tx, {
      caseId,
      from: 'retained',
      to: 'inspecting',
      actor: `staff:${staff.id}`,
      reason,
      details: { said: reason },
    })
    await record(tx, staff, { held, reason, did: 'goldback_resumed' })
    return { done: true as const }
  })

type Recorded = {
  held: HeldCase
  reason: string
  did: 'goldback_accepted' | 'goldback_offered' | 'goldback_rejected' | 'goldback_retained' | 'goldback_resumed'
}

const record = (tx: Tx, staff: Staff, { held, reason, did }: Recorded) =>
  recordAction(tx, staff, {
    ...{ action: 'goldback.decide', subject: { kind: 'goldback', id: held.id }, store: held.store, reason },
    details: { did, case: held.number },
  })

type Inspected = HeldCase & { found: { piece: ConsignedPiece; measured: Measured }[] }

/** Refuses goldback_state; goldback_piece_stolen; goldback_melting_open while something of it is in the crucible; goldback_not_inspected. */
async function requireInspected(tx: Tx, held: HeldCase): Promise<Inspected> {
  if (held.state !== 'inspecting') await refuseState(tx, held.id)
  await requireNoneStolen(tx, held)
  await requireNotInCrucible(tx, held.id)
  return { ...held, found: held.pieces.map(measuredOf) }
}

/** Gold that was not bought here goes back from its receipt on; anything else once it is inspected. */
async function requireRejectable(tx: Tx, caseId: string): Promise<HeldCase> {
  const held = await holdCase(tx, caseId)
  if (held.kind === 'other' && (held.state === 'received' || held.state === 'inspecting')) {
    await requireNoneStolen(tx, held)
    await requireNotInCrucible(tx, caseId)
    return held
  }
  const inspected = await requireInspected(tx, held)
  if (held.kind === 'own') await requireShown(tx, inspected)
  return held
}

function measuredOf(piece: ConsignedPiece) {
  const { weighed, assayed } = piece
  if (weighed === null || assayed === null) throw new Refusal('goldback_not_inspected')
  return { piece, measured: { weighed, assayed } }
}

/** What is found to be less is shown to its member. Refuses goldback_matches; goldback_no_picture. */
async function requireShown(tx: Tx, held: Inspected): Promise<void> {
  if (!differs(held)) throw new Refusal('goldback_matches')
  await requirePicture(tx, held)
}

async function requirePicture(tx: Tx, { id }: HeldCase): Promise<void> {
  if (!(await hasAssayPicture(tx, id))) throw new Refusal('goldback_no_picture')
}

const differs = ({ found }: Inspected): boolean => found.some(({ piece, measured }) => !matches(piece, measured))

/** What an inspected case is worth by what was found. */
async function judge(tx: Tx, karat: Bag<'goldback'>, caseId: string) {
  const held = await requireInspected(tx, await holdCase(tx, caseId))
  if (held.title !== null && held.title !== 'proven') throw new Refusal('goldback_no_title')
  const price = await requireCertain(tx, karat, held)
  const fine = held.found.reduce((sum, { piece, measured }) => sum + payableFine(piece, measured), 0n)
  const amount = worthOf(fine, price)
  if (held.found.some(({ piece, measured }) => worthOf(payableFine(piece, measured), price) === 0n))
    throw new Refusal('goldback_worthless')
  return { held, fine, amount }
}
