/** What a member does with a case of theirs: takes it back before it is handed over, and answers a counter-offer. */
import { isStoppedNow } from '../cases/stops.ts'
import { empty, type Sql, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { checkPin } from '../identity/check-pin.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Holder } from '../vault/holder.ts'
import { readCase } from './case-queries.ts'
import { atLowerPrice } from './certain-price.ts'
import type { GoldBackCaseView } from './contract.ts'
import { type HeldCase, holdOwnCase } from './hold-case.ts'
import { moveCase, refuseState } from './move-case.ts'

type Member = Holder & { language: string }

/** The case is over before anything was handed over; where its price was fixed none is fixed for some time. Refuses not_found; goldback_state. */
export const cancelCase = (
  karat: Bag<'goldback'>,
  member: Member,
  caseId: string,
  request: Once,
): Promise<GoldBackCaseView> =>
  once(karat.db, request, async (tx) => {
    const { id } = await holdOwnCase(tx, member, caseId)
    await moveCase(tx, { caseId: id, from: 'booked', to: 'cancelled', actor: actorOf(member), reason: 'taken back' })
    return readCase(tx, karat, member, id)
  })

type Answer = { caseId: string; accept: boolean; pin: string }

/**
 * The member sells for what was offered, or wants the pieces back, which wait for them then. What was not bought here and is paid in money is
 * sold at the price that is certain or at the bid of this moment, whichever is lower.
 *
 * Refuses as checkPin; not_found; not_possible_now for somebody whom a case stops; goldback_too_late once its deadline has passed: the pieces go
 * back; price_unavailable where that bid counts and is not live; goldback_state.
 */
export async function answerOffer(
  karat: Bag<'goldback'>,
  member: Member,
  { caseId, accept, pin }: Answer,
  request: Once,
): Promise<GoldBackCaseView> {
  await checkPin(karat, member.memberId, pin)
  return once(karat.db, request, (tx) => answer(tx, karat, member, { caseId, accept }))
}

async function answer(
  tx: Tx,
  karat: Bag<'goldback'>,
  member: Member,
  { caseId, accept }: Omit<Answer, 'pin'>,
): Promise<GoldBackCaseView> {
  const held = await holdOwnCase(tx, member, caseId)
  const { id, state, isLate } = held
  if (await isStoppedNow(tx, member.memberId)) throw new Refusal('not_possible_now')
  if (state === 'counter_offer' && isLate) throw new Refusal('goldback_too_late')
  const move = { caseId: id, from: 'counter_offer', actor: actorOf(member) } as const
  if (accept)
    await moveCase(tx, { ...move, to: 'accepted', reason: 'the offer was accepted' }, await acceptedAt(tx, karat, held))
  else await moveCase(tx, { ...move, to: 'rejected', reason: 'the pieces are wanted back' })
  return readCase(tx, karat, member, id)
}

/** Of pieces of ours the price binds. */
async function acceptedAt(tx: Tx, karat: Bag<'goldback'>, held: HeldCase): Promise<Sql> {
  const { kind, state, paidIn, price, offerFine } = held
  if (kind !== 'other' || state !== 'counter_offer' || paidIn !== 'money' || price === null || offerFine === null)
    return empty
  return atLowerPrice(tx, karat, held, { price, offerFine })
}

/**
 * An accepted case that was to be paid in grams is paid in money, to the cash balance or the usual account: at its price or at the bid of this
 * moment, whichever is lower, or whoever signs for grams would have an option on the price.
 *
 * Refuses as checkPin; not_found; goldback_state for one that is not accepted, or is paid in money anyway; price_unavailable.
 */
export async function takeMoney(
  karat: Bag<'goldback'>,
  member: Member,
  { caseId, pin }: { caseId: string; pin: string },
  request: Once,
): Promise<GoldBackCaseView> {
  await checkPin(karat, member.memberId, pin)
  return once(karat.db, request, async (tx) => {
    const held = await holdOwnCase(tx, member, caseId)
    const { id, price, offerFine } = held
    if (held.paidIn !== 'grams' || held.state !== 'accepted' || price === null || offerFine === null)
      return refuseState(tx, id)
    const lower = await atLowerPrice(tx, karat, held, { price, offerFine })
    await tx.run(sql`update goldback.cases set paid_in = 'money' ${lower} where id = ${id}`)
    return readCase(tx, karat, member, id)
  })
}

const actorOf = ({ memberId }: Holder) => `member:${memberId}`
