/** A member consigns pieces of theirs for sale to the house. */
import { v7 as newId } from 'uuid'
import { isStoppedNow } from '../cases/stops.ts'
import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import { findPickupPoint, requirePickupPoint } from '../delivery/address-queries.ts'
import { readSignature } from '../files/signature.ts'
import { type Once, once } from '../http/idempotency.ts'
import { checkPin } from '../identity/check-pin.ts'
import type { Bag } from '../karat.ts'
import { getLevel } from '../kyc/level-queries.ts'
import { levelName, stepsTo } from '../kyc/level-rules.ts'
import { requireMayHold } from '../kyc/take-day-limit.ts'
import { problem } from '../locale/field-rules.ts'
import { getDestination } from '../payouts/destination-queries.ts'
import { holdsGuarantees } from '../pricing/halt-prices.ts'
import type { Quote } from '../pricing/quotes.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type Holder, heldGold, holdPlace } from '../vault/holder.ts'
import { requireAgreed } from '../vault/vault-agreement.ts'
import { sealAddress } from './case-address.ts'
import { readCase } from './case-queries.ts'
import { claimQuote, type QuotedFigures, requireOwn } from './case-quotes.ts'
import { houseNumber, type PaidIn } from './case-rules.ts'
import { requireCollection } from './collection.ts'
import type { GoldBackCaseView } from './contract.ts'
import { fixingOf } from './fixed-grams.ts'
import { moveCase, noteMove } from './move-case.ts'
import { keepPhotographs } from './pictures/add-picture.ts'
import { requirePaidFor } from './require-paid-for.ts'
import { sealSignature } from './signature.ts'
import { tellOfCase } from './tell-of-case.ts'
import { requireStillSold } from './titled-piece.ts'

type Consigned = {
  quoteId: string
  /** Where it is brought to, or the address where a courier collects it: one of them. */
  pickupPointId?: number | undefined
  addressId?: string | undefined
  /** The account that it is paid to; undefined: the cash balance. */
  destinationId: string | undefined
  paidIn: PaidIn
  /** The version that is accepted with it; undefined: none is named. */
  agreement?: string | undefined
  signature: string
  pin: string
}

/**
 * The pieces of a quote are consigned: they stay their member's until they agree to what the inspection finds, and are in no other case.
 * The price is fixed until so many days after this, as long as all that is fixed for the member is within what may be; else the bid of
 * their receipt counts.
 *
 * Refuses, in this order: as checkPin; as readSignature; verification_required below T1; not_found and quote_expired as claimQuote; price_on_hold
 * while staff hold what was promised; pickup_point_unknown; pickup_point_closed; not_found for an account that is not theirs; not_possible_now for somebody whom a case
 * stops; invalid_input for both or neither of counter and address; as requireCollection; goldback_many_open for one more of what was not bought here
 * or by somebody else; goldback_piece_unknown for what is not theirs any more; refund_waiting while its money is asked back, and once all of it went back; payment_disputed, payment_short and payment_uncleared as bars that leave the
 * house: what paid for a piece may still be taken back; in grams agreement_required, agreement_outdated and vault_not_open as requireAgreed, and
 * verification_required where the level does not hold so much; feature_off while the store may keep no gold accounts; goldback_piece_taken for one that is in another case; not_found for a photograph
 * that is not there any more. Titled cases of its pieces that nobody has brought yet lapse, which their members are told. What was not
 * bought here has no order; of what somebody else bought nothing is told of that order (as requireStillSold); the price of neither is fixed.
 */
export async function bookCase(
  karat: Bag<'goldback'>,
  holder: Holder & { language: string },
  { pin, signature, ...consigned }: Consigned,
  request: Once,
): Promise<GoldBackCaseView> {
  await checkPin(karat, holder.memberId, pin)
  const drawn = await readSignature(karat, signature)
  return once(karat.db, request, (tx) => book(tx, karat, holder, { ...consigned, drawn }))
}

type Booking = Omit<Consigned, 'pin' | 'signature'> & { drawn: Buffer }

async function book(
  tx: Tx,
  karat: Bag<'goldback'>,
  holder: Holder & { language: string },
  { quoteId, pickupPointId, addressId, destinationId, paidIn, agreement, drawn }: Booking,
): Promise<GoldBackCaseView> {
  const { memberId, store } = holder
  await requireLevel(tx, memberId)
  const holderId = await holdPlace(tx, holder)
  const quote = await claimQuote(tx, { id: quoteId, holderId, memberId })
  await requirePossible(tx, holder, { pickupPointId, destinationId })
  if ((pickupPointId === undefined) === (addressId === undefined))
    throw invalidInput({ pickup_point_id: problem('counter_or_courier') })
  const estimate = BigInt(quote.figures.amount)
  const address = addressId ? await requireCollection(tx, holder, { addressId, estimate }) : null
  if (quote.figures.kind === 'own') await requireTheirs(tx, holder, quote.figures)
  else await requireRoom(tx, holder)
  if (quote.figures.kind === 'titled') await requireStillSold(tx, holder, quote.figures)
  const fine = BigInt(quote.figures.fine)
  if (paidIn === 'grams') await requireGrams(tx, holder, { fine, agreement })
  if (quote.figures.kind === 'own') await endTitledOf(tx, quote.figures)
  const { fixes } = await fixingOf(tx, holder, { kind: quote.figures.kind, fine })
  const id = newId()
  const own = { memberId, caseId: id }
  await insert(tx, holder, {
    ...{ id, quote, pickupPointId: pickupPointId ?? null, destinationId: destinationId ?? null, paidIn, fixes },
    ...{ sealed: sealSignature(karat, own, drawn), address: address && sealAddress(karat, own, address) },
  })
  await keepPhotographs(tx, karat, { memberId, caseId: id, pieces: quote.figures.pieces })
  await noteMove(tx, { caseId: id, from: 'quoted', to: 'booked', actor: `member:${memberId}`, reason: 'consigned' })
  await tellOfCase(tx, id, 'goldback_booked')
  return readCase(tx, karat, { memberId, store, language: holder.language }, id)
}

async function requireLevel(tx: Tx, memberId: string): Promise<void> {
  const { level, approved } = await getLevel(tx, memberId)
  if (level >= 1) return
  throw new Refusal('verification_required', {
    need: levelName(1),
    level: levelName(level),
    steps: stepsTo(1, approved),
  })
}

async function requirePossible(
  tx: Tx,
  holder: Holder,
  { pickupPointId, destinationId }: Pick<Booking, 'pickupPointId' | 'destinationId'>,
): Promise<void> {
  const { memberId, store } = holder
  const held = await tx.row<{ held: boolean }>(sql`select ${holdsGuarantees(store)} as held`)
  if (held?.held) throw new Refusal('price_on_hold')
  if (pickupPointId !== undefined) await requirePoint(tx, store, pickupPointId)
  if (destinationId !== undefined) await getDestination(tx, holder, destinationId)
  if (await isStoppedNow(tx, memberId)) throw new Refusal('not_possible_now')
}

async function requirePoint(tx: Tx, store: string, id: number): Promise<void> {
  if (!(await findPickupPoint(tx, store, id))) throw new Refusal('pickup_point_unknown')
  await requirePickupPoint(tx, store, id)
}

/** Whoever is paid in grams has a gold account, and their level holds what the pieces weigh now; it is asked again when they are paid. */
async function requireGrams(
  tx: Tx,
  holder: Holder,
  { fine, agreement }: { fine: bigint; agreement: string | undefined },
): Promise<void> {
  await requireAgreed(tx, holder, agreement)
  await requireMayHold(tx, holder, (await heldGold(tx, holder)) + fine)
}

/** Nobody fills the house with pictures of gold that it never sees. The member's place is held. */
async function requireRoom(tx: Tx, { memberId, store }: Holder): Promise<void> {
  const { mostUnvouched: limit } = settings.goldback
  const open = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from goldback.cases
    where member_id = ${memberId} and store = ${store} and kind <> 'own' and ended_at is null`)
  if ((open?.count ?? 0) >= limit) throw new Refusal('goldback_many_open', { limit })
}

async function requireTheirs(tx: Tx, holder: Holder, { pieces }: QuotedFigures): Promise<void> {
  await requireOwn(
    tx,
    holder,
    pieces.flatMap(({ serial }) => serial ?? []),
  )
  await requirePaidFor(
    tx,
    pieces.flatMap(({ orderId }) => orderId ?? []),
  )
}

/** Whoever named a number before its buyer sells the piece, and has not brought it, does not have it. */
async function endTitledOf(tx: Tx, { pieces }: QuotedFigures): Promise<void> {
  const serials = pieces.flatMap(({ serial }) => serial ?? [])
  const named = await tx.rows<{ id: string }>(sql`
    select c.id from goldback.cases c
    where c.kind = 'titled' and c.state = 'booked'
      and exists (select from goldback.pieces p where p.case_id = c.id and p.serial = any(${serials}::text[]) and p.over_at is null)
    order by c.id for no key update of c`)
  for (const { id: caseId } of named) {
    await moveCase(tx, { caseId, from: 'booked', to: 'lapsed', actor: 'system', reason: 'its buyer sells it' })
    await tellOfCase(tx, caseId, 'goldback_lapsed')
  }
}

type Made = {
  pickupPointId: number | null
  address: Buffer | null
  id: string
  quote: Quote<QuotedFigures>
  destinationId: string | null
  paidIn: PaidIn
  fixes: boolean
  sealed: Buffer
}

async function insert(tx: Tx, { memberId, store, currency }: Holder, wish: Made): Promise<void> {
  const { id, quote, pickupPointId, destinationId, paidIn, fixes, sealed, address } = wish
  const { kind, fine, amount, pieces } = quote.figures
  const { fixedDays, comeDays } = settings.goldback
  const made = await tx.row<{ number: string }>(sql`
    insert into goldback.cases (id, number, quote_id, member_id, store, currency, pickup_point_id, destination_id, tick_id, quoted_minor,
      fine_e4, estimate_minor, fixed_until, signature_sealed, come_until, paid_in, address_sealed, kind, title)
    values (${id}, 'GB' || nextval('goldback.case_numbers'), ${quote.id}, ${memberId}, ${store}, ${currency}, ${pickupPointId}, ${destinationId},
      ${quote.tick_id}, ${quote.bid_minor}, ${BigInt(fine)}, ${BigInt(amount)},
      case when ${fixes} then now() + make_interval(days => ${fixedDays}::int) end, ${sealed}, now() + make_interval(days => ${comeDays}::int), ${paidIn}, ${address}, ${kind}, ${kind === 'titled' ? 'asked' : null})
    returning number`)
  const rows = pieces.map((piece, position) => ({
    ...piece,
    position,
    serial: piece.serial ?? houseNumber(made?.number ?? '', position),
  }))
  try {
    await tx.run(sql`
      insert into goldback.pieces (case_id, position, member_id, serial, sku_id, order_id, name, gross_e4, fine_e4, fineness, form, maker, marked, about)
      select ${id}, p.position, ${memberId}, p.serial, p."skuId", p."orderId", p.name, p.gross, p.fine, p.fineness, p.form, p.maker, p.marked, p.about
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as p(position int, serial text, "skuId" int, "orderId" uuid, name jsonb, gross bigint, fine bigint, fineness int, form text,
          maker text, marked text, about text)`)
  } catch (error) {
    const broken = brokenConstraint(error)
    throw broken === 'piece_is_in_one_case' || broken === 'marked_piece_is_in_one_case'
      ? new Refusal('goldback_piece_taken')
      : error
  }
}
