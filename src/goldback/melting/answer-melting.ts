/** A consignor agrees to melting with their signature, says no, or takes their consent back before it begins. */
import { isStoppedNow } from '../../cases/stops.ts'
import { sql } from '../../db/database.ts'
import { readSignature } from '../../files/signature.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { checkPin } from '../../identity/check-pin.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import type { Holder } from '../../vault/holder.ts'
import { readCase } from '../case-queries.ts'
import type { GoldBackCaseView } from '../contract.ts'
import { holdOwnCase } from '../hold-case.ts'
import { refuseState } from '../move-case.ts'
import { sealConsent } from '../signature.ts'
import { holdMelting } from './hold-melting.ts'

type Member = Holder & { language: string }
type Consent = { caseId: string; meltingId: string; signature: string; pin: string }

/**
 * The member agrees that the pieces of the request, as they were weighed, are melted: signed, and owed as a paper of the case.
 *
 * Refuses as checkPin; as readSignature; not_found; not_possible_now for somebody whom a case stops; goldback_state where the case was decided;
 * goldback_melting_state for a request that is over; goldback_too_late after its time.
 */
export async function consentToMelting(
  karat: Bag<'goldback'>,
  member: Member,
  { caseId, meltingId, signature, pin }: Consent,
  request: Once,
): Promise<GoldBackCaseView> {
  await checkPin(karat, member.memberId, pin)
  const drawn = await readSignature(karat, signature)
  return once(karat.db, request, async (tx) => {
    const held = await holdOwnCase(tx, member, caseId)
    if (await isStoppedNow(tx, member.memberId)) throw new Refusal('not_possible_now')
    if (held.state !== 'inspecting') await refuseState(tx, held.id)
    const { state, isLate } = await holdMelting(tx, { caseId: held.id, meltingId })
    if (state !== 'asked') throw new Refusal('goldback_melting_state')
    if (isLate) throw new Refusal('goldback_too_late')
    const sealed = sealConsent(karat, { memberId: member.memberId, meltingId }, drawn)
    await tx.run(sql`
      update goldback.meltings set state = 'consented', answered_at = now(), signature_sealed = ${sealed} where id = ${meltingId}`)
    return readCase(tx, karat, member, held.id)
  })
}

/**
 * The member says no, or takes back what they agreed to: nothing is melted, and the case goes on without it.
 *
 * Refuses not_found; goldback_melting_state once melting began, or where the request is over.
 */
export const refuseMelting = (
  karat: Bag<'goldback'>,
  member: Member,
  { caseId, meltingId }: Pick<Consent, 'caseId' | 'meltingId'>,
  request: Once,
): Promise<GoldBackCaseView> =>
  once(karat.db, request, async (tx) => {
    const held = await holdOwnCase(tx, member, caseId)
    const { state } = await holdMelting(tx, { caseId: held.id, meltingId })
    if (state === 'asked')
      await tx.run(sql`
        update goldback.meltings set state = 'declined', answered_at = now(), ended_at = now() where id = ${meltingId}`)
    else if (state === 'consented')
      await tx.run(sql`update goldback.meltings set state = 'withdrawn', ended_at = now() where id = ${meltingId}`)
    else throw new Refusal('goldback_melting_state')
    return readCase(tx, karat, member, held.id)
  })
