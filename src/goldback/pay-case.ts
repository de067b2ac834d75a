/** What was agreed is paid, and the pieces are the house's: one commit (G14, decision 0105). */
import { buyBackPiece } from '../catalogue/quarantine.ts'
import { brokenConstraint, type Queryable, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Karat } from '../karat.ts'
import { countSale, requireMayHold } from '../kyc/take-day-limit.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { type Amount, amountOf, minor, moneyText } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { secondFromNow } from '../stores/second-person.ts'
import { storeOf } from '../stores/stores.ts'
import { type Holder, heldGold, holdPlace } from '../vault/holder.ts'
import { payForPieces } from '../vault/pay-for-pieces.ts'
import { matches, type PaidIn, payableFine, sharesOf } from './case-rules.ts'
import { goldBackInGrams, goldBackPaid } from './goldback-postings.ts'
import { type ConsignedPiece, type HeldCase, holdCase, ownerOf, requireNoneStolen } from './hold-case.ts'
import { moveCase, refuseState } from './move-case.ts'
import { keepLot } from './other-gold.ts'
import { requirePaidFor } from './require-paid-for.ts'
import { tellOfCase } from './tell-of-case.ts'

type Paying = Pick<Karat, 'config' | 'db' | 'stores'>
type Wish = { caseId: string; reason: string }
const PAY = 'goldback.pay'

/**
 * An accepted case is paid. From an amount on, and always for gold that was not bought here, a second person is asked for instead:
 * `approval_id` is their request.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; goldback_state; goldback_piece_stolen; refund_waiting; payment_disputed, payment_short
 * and payment_uncleared where what the member once paid for a piece may be taken back; piece_state for one that is not with them any more;
 * not_possible_now while a case stops them; in grams also feature_off while the store may keep no gold accounts, buying_closed while it sells no
 * gold, gold_sold_out and verification_required: the member may take money instead; approval_waiting.
 */
export const payCase = (
  karat: Paying,
  staff: Staff,
  { caseId, reason }: Wish,
  key: Once,
): Promise<{ approval_id: string | null }> =>
  once(karat.db, key, async (tx) => {
    if (!staff.may.has(PAY)) throw new Refusal('permission_missing', { permission: PAY })
    const held = await requirePayable(tx, caseId)
    const { number, store, currency, offer, offerFine, paidIn } = held
    const about = { action: PAY, subject: { kind: 'goldback', id: caseId }, store, reason } as const
    const said = {
      ...{ case: number, amount: amountOf(offer, currency) },
      ...{ paid_in: paidIn, grams: amountOf(offerFine, 'XAU') },
    }
    if (await takesTwo(tx, { kind: held.kind, store, currency, offer }))
      return requestApproval(tx, staff, { ...about, params: said })
    await pay(tx, karat, held, `staff:${staff.id}`)
    await recordAction(tx, staff, { ...about, details: { did: 'goldback_paid', ...said } })
    return { approval_id: null }
  })

/** Of gold that nobody here sold one person has said what it weighs and is: another says that it is paid. */
export async function takesTwo(
  db: Queryable,
  { kind, store, currency, offer }: Pick<HeldCase, 'kind' | 'store' | 'currency'> & { offer: bigint },
): Promise<boolean> {
  return kind === 'other' || offer >= (await secondFromNow(db, 'goldback_from', settings, { store, currency }))
}

/**
 * What the second person has approved: this case, for exactly what they read. Refuses as payCase by what is then, goldback_state where it is
 * paid in something else, and amount_changed with the right amount where it was retained and another offer stands since.
 */
export const payCaseExecutor: Executor = {
  action: PAY,
  async execute(karat, tx, { subject, params }, { requester, approver }) {
    const held = await requirePayable(tx, subject.id)
    // A request of before grams were paid names none: it is of money.
    const { paid_in: asked = 'money', amount, grams } = params as { paid_in?: PaidIn; amount: Amount; grams?: Amount }
    if (asked !== held.paidIn) await refuseState(tx, held.id)
    const { offer, offerFine, currency } = held
    if (amount.minor !== String(offer) || (grams && grams.minor !== String(offerFine)))
      throw new Refusal('amount_changed', { amount: moneyText(minor(offer), currency), currency })
    await pay(tx, karat, held, `staff:${requester.id}+staff:${approver.id}`)
  },
}

type Payable = HeldCase & { offer: bigint; offerFine: bigint; holderId: string }

/** Its member's place is held before it (decision 0104). */
async function requirePayable(tx: Tx, caseId: string): Promise<Payable> {
  const holderId = await holdPlace(tx, await ownerOf(tx, caseId))
  const held = await holdCase(tx, caseId)
  const { offer, offerFine, state } = held
  if (state !== 'accepted' || offer === null || offerFine === null) return refuseState(tx, caseId)
  await requireNoneStolen(tx, held)
  await requirePaidFor(
    tx,
    held.pieces.flatMap(({ orderId }) => orderId ?? []),
  )
  return { ...held, offer, offerFine, holderId }
}

async function pay(tx: Tx, karat: Pick<Karat, 'config' | 'stores'>, held: Payable, actor: string): Promise<void> {
  const { id, memberId, store, currency, offer, destinationId, holderId } = held
  const holder = { memberId, store, currency }
  await moveCase(tx, { caseId: id, from: 'accepted', to: 'paid', actor, reason: 'paid' }).catch((error) => {
    throw brokenConstraint(error) === 'vault_has_grams' ? new Refusal('gold_sold_out') : error
  })
  await takeOver(tx, held, actor)
  await countSale(tx, {
    memberId,
    store: storeOf(karat, store),
    currency,
    amount: minor(offer),
    reference: `goldback:${id}`,
  })
  const paid = { id, store, memberId, currency, amount: offer, actor }
  if (held.paidIn === 'grams') await payInGrams(tx, holder, { ...paid, fine: held.offerFine })
  else {
    await postTransfer(tx, goldBackPaid(paid))
    await payForPieces(tx, karat, holder, { holderId, amount: offer, destinationId })
  }
  await tellOfCase(tx, id, held.paidIn === 'grams' ? 'goldback_paid_in_grams' : 'goldback_paid')
}

/** Refuses verification_required where the member's level does not hold so much; gold_sold_out where the vault has no such grams. */
async function payInGrams(tx: Tx, holder: Holder, paid: Parameters<typeof goldBackInGrams>[0]): Promise<void> {
  await requireMayHold(tx, holder, (await heldGold(tx, holder)) + paid.fine)
  await postTransfer(tx, goldBackInGrams(paid)).catch((error) => {
    throw error instanceof Refusal && error.code === 'balance_too_low' ? new Refusal('gold_sold_out') : error
  })
}

type Priced = ConsignedPiece & { weighed: bigint; assayed: number; cost: bigint }

/** Each piece is the house's and cost its share: in quarantine under its number, or as a lot. */
async function takeOver(tx: Tx, held: Payable, actor: string): Promise<void> {
  const { id, offer, pieces } = held
  const measured = pieces.map((piece) => {
    if (piece.weighed === null || piece.assayed === null) throw new Error(`${piece.serial} was not inspected`)
    return { ...piece, weighed: piece.weighed, assayed: piece.assayed }
  })
  const costs = sharesOf(
    offer,
    measured.map((piece) => payableFine(piece, piece)),
  )
  const priced = measured.map((piece, at) => ({ ...piece, cost: costs[at] ?? 0n }))
  // In the order of their numbers, as others lock them.
  for (const piece of priced.toSorted((one, other) => (one.serial < other.serial ? -1 : 1)))
    await takePiece(tx, held, piece, actor)
  for (const { position, cost } of priced)
    await tx.run(sql`
      update goldback.pieces set paid_minor = ${cost}, over_at = now() where case_id = ${id} and position = ${position}`)
}

async function takePiece(tx: Tx, held: Payable, piece: Priced, actor: string): Promise<void> {
  const { id: caseId, number, store, currency } = held
  const { serial, orderId, position, weighed, assayed, cost } = piece
  if (orderId === null) return keepLot(tx, { caseId, store, currency, actor, position, weighed, assayed, cost })
  const bought = {
    orderId,
    serial,
    cost: { minor: cost, currency },
    isShort: !matches(piece, piece),
    actor,
    reason: number,
  }
  if (!(await buyBackPiece(tx, bought))) throw new Refusal('piece_state')
}
