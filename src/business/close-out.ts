/** The desk ends a large trade that was agreed on and not paid in time: closed out at its price, or the deposit given back whole. */
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { type HoldPurpose, releaseHold } from '../ledger/holds.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf, type Currency, weight } from '../money/money.ts'
import type { PriceNow } from '../pricing/current-prices.ts'
import { requireSelling, sellAtPrice } from '../pricing/require-selling.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { endBound } from '../vault/business-quotes.ts'
import { holdPlace } from '../vault/holder.ts'
import { figuresOf } from '../vault/trade-rules.ts'
import { dealClosedOut } from './close-postings.ts'
import { moveRequest } from './move-request.ts'
import type { OfficeRequestView } from './office-contract.ts'
import { readOfficeRequest } from './office-queries.ts'
import { closedOutAt, type RequestState } from './request-rules.ts'

type Wish = { requestId: string; reason: string }
type Waiting = {
  number: string
  store: string
  memberId: string
  currency: Currency
  state: RequestState
  quoteId: string
  holdId: string
  weight: bigint
  amount: bigint
  deposit: bigint
  isLate: boolean
}

/**
 * The house buys the grams for the buyer at its price of this moment: what that is less than was agreed on is kept of the deposit, the rest
 * is given back, and what the deposit does not cover is a claim.
 *
 * Refuses not_found; price_unavailable, also while the market is closed; business_not_late before its time; permission_missing; business_state
 * unless it waits for its money; not_possible_now for a member whom a case stops.
 */
export async function closeOut(
  karat: Bag<'business'>,
  staff: Staff,
  { requestId, reason }: Wish,
  key: Once,
): Promise<OfficeRequestView> {
  const { store, currency } = await findWaiting(karat.db, requestId)
  return sellAtPrice(karat, { store, currency }, (price) =>
    once(karat.db, key, async (tx) => {
      if (price.state !== 'live') throw new Refusal('price_unavailable', { state: price.state })
      const held = await hold(tx, requestId)
      if (held.state === 'agreed' && !held.isLate) throw new Refusal('business_not_late')
      await requireSelling(tx, karat, price)
      await end(tx, staff, held, { requestId, reason, price })
      return readOfficeRequest(tx, requestId)
    }),
  )
}

/** The deposit is the member's again, and nobody owes anything. Refuses not_found; permission_missing; business_state. */
export const giveBack = (
  karat: Bag<'business'>,
  staff: Staff,
  { requestId, reason }: Wish,
  key: Once,
): Promise<OfficeRequestView> =>
  once(karat.db, key, async (tx) => {
    await end(tx, staff, await hold(tx, requestId), { requestId, reason, price: null })
    return readOfficeRequest(tx, requestId)
  })

type Ending = Wish & { price: PriceNow | null }

async function end(tx: Tx, staff: Staff, held: Waiting, { requestId, reason, price }: Ending): Promise<void> {
  const { number, store, memberId, currency } = held
  await recordAction(tx, staff, {
    ...{ action: 'business.close_out', subject: { kind: 'business_request', id: requestId }, store, reason },
    details: { did: price ? 'close_out' : 'give_back', number },
  })
  const actor = `staff:${staff.id}`
  const at = price && closeAt(held, price)
  await finish(tx, held, { requestId, actor, reason: reason.trim(), at }, async () => {
    await releaseHold(tx, held.holdId, actor)
    if (at && at.kept > 0n)
      await postTransfer(tx, dealClosedOut({ requestId, store, memberId, currency, kept: at.kept, actor, reason }))
  })
}

type End = { requestId: string; actor: string; reason: string; at: ClosedAt | null }

/** `settle`: what becomes of the deposit, once nobody else can end it. */
async function finish(tx: Tx, held: Waiting, { at, ...by }: End, settle?: () => Promise<void>): Promise<void> {
  await moveRequest(tx, { ...by, from: held.state, to: 'closed_out' })
  await settle?.()
  await write(tx, by.requestId, at)
  await endBound(tx, held.quoteId)
  await tell(tx, held, at)
}

type ClosedAt = ReturnType<typeof closedOutAt> & { price: bigint }

function closeAt({ weight: grams, amount, deposit }: Waiting, price: PriceNow): ClosedAt {
  const { amount: worth } = figuresOf('sell', { by: 'weight', weight: weight(grams) }, price)
  return { price: price.bid, ...closedOutAt({ amount, worth, deposit }) }
}

const write = (tx: Tx, requestId: string, at: ClosedAt | null) =>
  tx.run(sql`
    update business.agreements set ended = ${at ? 'closed_out' : 'given_back'}, ended_at = clock_timestamp(), close_price_minor = ${at?.price ?? null},
      difference_minor = ${at?.difference ?? null}, kept_minor = ${at?.kept ?? null} where request_id = ${requestId}`)

async function tell(tx: Tx, { number, store, memberId, currency, deposit }: Waiting, at: ClosedAt | null) {
  const contact = await findContact(tx, memberId)
  const money = (units: bigint) => amountOf(units, currency)
  const back = money(deposit - (at?.kept ?? 0n))
  if (!at || at.kept === 0n)
    return queueMail(tx, { ...contact, store, template: 'business_given_back', values: { number, back } })
  const closed = { number, difference: money(at.difference), kept: money(at.kept) }
  if (at.claim === 0n)
    return queueMail(tx, { ...contact, store, template: 'business_closed_out', values: { ...closed, back } })
  const values = { ...closed, claim: money(at.claim) }
  return queueMail(tx, { ...contact, store, template: 'business_closed_out_owed', values })
}

async function findWaiting(db: Pick<Tx, 'row'>, requestId: string): Promise<Waiting> {
  const row = await db.row<Waiting>(sql`
    select r.number, r.store, r.member_id as "memberId", r.currency, r.state, r.weight_e4 as weight, a.quote_id as "quoteId", a.hold_id as "holdId",
      p.amount_minor as amount, a.deposit_minor as deposit, a.pay_by <= clock_timestamp() as "isLate"
    from business.requests r join business.agreements a on a.request_id = r.id join business.openings p on p.quote_id = a.quote_id
    where r.id = ${requestId}`)
  if (!row) throw new Refusal('not_found')
  return row
}

/** With its member's place, which is held first: as everywhere in the vault. */
async function hold(tx: Tx, requestId: string): Promise<Waiting> {
  await holdPlace(tx, await findWaiting(tx, requestId))
  await tx.row(sql`select 1 from business.agreements where request_id = ${requestId} for no key update`)
  return findWaiting(tx, requestId)
}

/** Nobody has closed it out for so long that the deposit ends by itself: it is the member's again. */
export const depositHolds: HoldPurpose = {
  before: (tx, holder) => holdPlace(tx, holder),
  async expired(tx, { subject: requestId }) {
    await finish(tx, await hold(tx, requestId), { requestId, actor: 'system', reason: '', at: null })
  },
}
