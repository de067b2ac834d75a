/** What staff do with a request for money back: grant, reject, and, as a second permission, execute (G10). */

import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag, Karat } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf, type Currency, moneyText } from '../../money/money.ts'
import type { Payment } from '../../payments/contract.ts'
import { lockCaptured } from '../../payments/open-payment.ts'
import { sumOfParts } from '../../payments/refund-parts-rules.ts'
import { isDisputed, requireComplete } from '../../payments/return-money.ts'
import { paying, returnTenders } from '../../payments/tenders.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { requireSelling, sellAtPrice } from '../../pricing/require-selling.ts'
import { Refusal } from '../../refusals.ts'
import { type Executor, requestApproval } from '../../staff/approvals.ts'
import type { Did } from '../../staff/did-rules.ts'
import type { Staff } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { recordAction } from '../../staff/record-action.ts'
import { secondFromNow } from '../../stores/second-person.ts'
import { returnGrams } from '../../vault/redeem-gold.ts'
import { refuseState } from '../core/move-order.ts'
import { giveUpOrder, lockPaidOrder, type PaidAmounts } from '../core/settle-order.ts'
import { settleNow } from '../guarantee/settlement-now.ts'
import { endPaidBack } from '../parcels/end-paid-back.ts'
import { missesPieces, requireNoneHere, requirePieces } from '../returns/pieces-first.ts'
import { awaitsPieces, isWithBuyer } from '../returns/return-rules.ts'
import { bookSale } from '../sales/book-sale.ts'
import { freePieces, lockOrder, renewRefundState } from './asked-pieces.ts'
import { grantOf } from './granted-pieces.ts'
import { type AskedPieces, type RefundReason, type RequestState, requestMoves } from './refund-rules.ts'
import { type Refundable, readRefundable } from './refundable.ts'

type Request = {
  id: string
  order_id: string
  member_id: string
  state: RequestState
  reason: RefundReason
  whole: boolean
  granted_minor: bigint | null
  kept_minor: bigint
  delivery_minor: bigint
  insurance_minor: bigint
  granted_by: string | null
}

function requirePermission(staff: Staff, permission: Permission) {
  if (!staff.may.has(permission)) throw new Refusal('permission_missing', { permission })
}

async function findRequest(tx: Tx, requestId: string): Promise<Request> {
  const request = await tx.row<Request>(sql`select * from orders.refund_requests where id = ${requestId} for update`)
  if (!request) throw new Refusal('not_found')
  return request
}

/** Locks the order first and its request after it, as the member's own calls do. */
async function lockRequest(tx: Tx, requestId: string, to: RequestState): Promise<Request> {
  const known = await tx.row<{ order_id: string }>(
    sql`select order_id from orders.refund_requests where id = ${requestId}`,
  )
  if (!known) throw new Refusal('not_found')
  await lockOrder(tx, known.order_id)
  const request = await findRequest(tx, requestId)
  if (!requestMoves[request.state].includes(to)) throw new Refusal('refund_state', { state: request.state })
  return request
}

/** `amount`: what whoever grants was shown. */
export type Grant = {
  requestId: string
  pieces?: AskedPieces | undefined
  amount?: string | undefined
  answer: string
  reason: string
}

/**
 * Grants a request, in full or for fewer pieces of it; its amount is fixed now, and what was not granted can be asked for
 * again. The last pieces of a line take what rounding left, the last of the order delivery and insurance.
 *
 * Refuses permission_missing; not_found; refund_state unless it waits for a decision; order_state when an order that was
 * to be given up has been handed over meanwhile; invalid_input for pieces that were not asked for; amount_changed with the
 * right amount when whoever grants was shown another; for a change of mind price_unavailable, and cancel_fallen as cancelling does: it is settled in the transaction of the grant, at the price then.
 */
export async function grantRefund(
  karat: Bag<'orders'>,
  staff: Staff,
  grant: Grant,
  key: Once = null,
): Promise<{ amount_minor: string }> {
  requirePermission(staff, 'refunds.grant')
  const leaving = await karat.db.row<{ store: string; currency: Currency }>(sql`
    select o.store, o.currency from orders.refund_requests r join orders.orders o on o.id = r.order_id
    where r.id = ${grant.requestId} and r.state = 'requested' and r.reason = 'changed_mind'`)
  if (!leaving) return grantAt(karat, staff, grant, key, null)
  return sellAtPrice(karat, leaving, (price) => grantAt(karat, staff, grant, key, price))
}

/** `price`: what a change of mind is judged by; nothing else is. */
function grantAt(karat: Bag<'orders'>, staff: Staff, grant: Grant, key: Once, price: PriceNow | null) {
  return once(karat.db, key, async (tx) => {
    const request = await lockRequest(tx, grant.requestId, 'granted')
    const order = await readRefundable(tx, request.order_id, null)
    if (!order) throw new Refusal('not_found')
    if (price && !order.allInGrams) {
      await requireSelling(tx, karat, price)
      await settleNow(tx, karat, order, price)
    }
    if (request.whole && order.state !== 'paid' && order.state !== 'preparing') return refuseState(tx, order.id)
    const back = await grantOf(tx, request, order, grant.pieces)
    const total = moneyText(back.total, order.currency)
    if (grant.amount !== undefined && grant.amount !== total)
      throw new Refusal('amount_changed', { amount: total, currency: order.currency })
    await writeGranted(tx, request.id, back.lines)
    await tx.run(sql`
      update orders.refund_requests set state = 'granted', granted_minor = ${back.total}, kept_minor = ${back.kept},
        delivery_minor = ${back.delivery}, insurance_minor = ${back.insurance}, granted_by = ${staff.id}, answer = ${grant.answer},
        decided_at = now() where id = ${request.id}`)
    await freePieces(tx, request.id)
    await renewRefundState(tx, order.id)
    await record(tx, staff, order, { requestId: request.id, reason: grant.reason, did: 'grant', amount: back.total })
    await askForPieces(tx, order, request)
    return { amount_minor: String(back.total) }
  })
}

/** Its buyer is told to send back what the money waits for, unless all of it is here. */
async function askForPieces(tx: Tx, { state, number, store }: Refundable, { id, reason, member_id }: Request) {
  if (!awaitsPieces(reason, 'granted') || !isWithBuyer(state) || !(await missesPieces(tx, id))) return
  const contact = { ...(await findContact(tx, member_id)), store }
  await queueMail(tx, {
    ...contact,
    template: 'refund_send_back',
    values: { number },
    onceKey: `refund_send_back:${id}`,
  })
}

const record = (
  tx: Tx,
  staff: Staff,
  order: { number: string; store: string; currency: Currency },
  { requestId, reason, did, amount }: { requestId: string; reason: string; did: Did; amount: bigint },
) =>
  recordAction(tx, staff, {
    ...{ action: 'refunds.grant', subject: { kind: 'refund', id: requestId }, store: order.store, reason },
    details: { did, order: order.number, ...(amount > 0n ? { amount: amountOf(amount, order.currency) } : {}) },
  })

const writeGranted = (
  tx: Tx,
  requestId: string,
  lines: { position: number; quantity: number; goods: bigint; tax: bigint }[],
) =>
  tx.run(sql`
    update orders.refund_lines l set granted = given.quantity, goods_minor = given.goods, tax_minor = given.tax
    from unnest(${lines.map((l) => l.position)}::smallint[], ${lines.map((l) => l.quantity)}::int[],
      ${lines.map((l) => l.goods)}::bigint[], ${lines.map((l) => l.tax)}::bigint[]) as given(position, quantity, goods, tax)
    where l.request_id = ${requestId} and l.position = given.position`)

/**
 * Rejects a request, or takes back a grant that nobody has executed, with a reason that the member reads; its pieces can be
 * asked for again. Refuses as granting does, and return_in_house while pieces of it are here.
 */
export async function rejectRefund(
  karat: Bag<'orders'>,
  staff: Staff,
  { requestId, answer }: { requestId: string; answer: string },
  key: Once = null,
): Promise<{ state: 'rejected' }> {
  requirePermission(staff, 'refunds.grant')
  return once(karat.db, key, async (tx) => {
    const request = await lockRequest(tx, requestId, 'rejected')
    await requireNoneHere(tx, requestId)
    await (request.state === 'granted' ? takeGrantBack(tx, requestId) : freePieces(tx, requestId))
    await tx.run(sql`
      update orders.refund_requests set state = 'rejected', granted_by = ${staff.id}, answer = ${answer}, decided_at = now(),
        granted_minor = null, kept_minor = 0, delivery_minor = 0, insurance_minor = 0 where id = ${requestId}`)
    await renewRefundState(tx, request.order_id)
    const order = await lockPaidOrder(tx, request.order_id)
    if (!order) throw new Refusal('not_found')
    await record(tx, staff, order, { requestId, reason: answer, did: 'reject', amount: 0n })
    const contact = { ...(await findContact(tx, request.member_id)), store: order.store }
    const values = { number: order.number, answer }
    await queueMail(tx, { ...contact, template: 'refund_rejected', values, onceKey: `refund_rejected:${requestId}` })
    return { state: 'rejected' as const }
  })
}

/** What was not granted is free already; what was, can be asked for again now. */
async function takeGrantBack(tx: Tx, requestId: string) {
  await tx.run(sql`
    update orders.claimed_pieces c set claimed = c.claimed - l.granted
    from orders.refund_lines l where l.request_id = ${requestId} and c.order_id = l.order_id and c.position = l.position`)
  await tx.run(
    sql`update orders.refund_lines set granted = 0, goods_minor = 0, tax_minor = 0 where request_id = ${requestId}`,
  )
}

/**
 * Executes a granted request: its money is on its way back. An order that was not handed over yet is cancelled with it and
 * its pieces are for sale again; of one that was, so much less is sold; a lost parcel that is all paid back is over. Once what an order returns reaches the setting's amount, with everything returned before,
 * a second person is asked for instead: `approval_id` is their request.
 *
 * Refuses permission_missing; not_found; refund_state unless granted; pieces_come_first; invalid_input without a reason; approval_waiting;
 * order_state; payment_disputed, payment_short, paid_at_bank and refund_exceeds_captured where the money is not all there; second_person_required when another refund of the order came first and made it so much.
 */
export async function executeRefund(
  karat: Bag<'orders'>,
  staff: Staff,
  { requestId, reason }: { requestId: string; reason: string },
  key: Once = null,
): Promise<{ amount_minor: string; approval_id: string | null }> {
  requirePermission(staff, 'refunds.execute')
  return once(karat.db, key, async (tx) => {
    const seen = await returnsOf(tx, requestId)
    if (!seen) throw new Refusal('not_found')
    if (seen.state !== 'granted') throw new Refusal('refund_state', { state: seen.state })
    await requirePieces(tx, requestId)
    const { amount, number, store } = seen
    const subject = { kind: 'refund', id: requestId }
    if (await takesTwo(tx, karat, seen)) {
      const params = { order: number, amount: amountOf(amount, seen.currency), amount_minor: String(amount) }
      const asked = { action: 'refunds.execute', subject, store, reason, params } as const
      return { amount_minor: String(amount), ...(await requestApproval(tx, staff, asked)) }
    }
    await executeGranted(tx, requestId, {
      actor: `staff:${staff.id}`,
      mayReturn: async () => !(await takesTwo(tx, karat, await returnsOf(tx, requestId))),
    })
    const details = { did: 'execute' as const, order: number, amount: amountOf(amount, seen.currency) }
    await recordAction(tx, staff, { action: 'refunds.execute', subject, store, reason, details })
    return { amount_minor: String(amount), approval_id: null }
  })
}

type Returns = {
  state: RequestState
  number: string
  store: string
  currency: Currency
  amount: bigint
  before: bigint
}

/** What a request returns, and what its order has returned before it. */
const returnsOf = (db: Queryable, requestId: string) =>
  db.row<Returns>(sql`
    select r.state, o.number, o.store, o.currency, coalesce(r.granted_minor, 0)::bigint as amount,
      coalesce((select sum(other.granted_minor) from orders.refund_requests other
        where other.order_id = r.order_id and other.state = 'executed' and other.id <> r.id), 0)::bigint as before
    from orders.refund_requests r join orders.orders o on o.id = r.order_id where r.id = ${requestId}`)

/** Counted by order, so that many small refunds are no way around the second person. */
async function takesTwo(tx: Tx, { settings }: Pick<Karat, 'settings'>, returns: Returns | undefined): Promise<boolean> {
  if (!returns) return false
  return returns.amount + returns.before >= (await secondFromNow(tx, 'back_from', settings, returns))
}

/** What the second person has approved, with exactly the amount that they saw. */
export const refundExecutor: Executor = {
  action: 'refunds.execute',
  async execute(_karat, tx, { subject, params }, { approver }) {
    const { amount } = await executeGranted(tx, subject.id, { actor: `staff:${approver.id}` })
    if (String(amount) !== (params as { amount_minor?: string }).amount_minor)
      throw new Error(`the refund ${subject.id} is not what was approved`)
  },
}

/** The payment's row before the order's: the order in which a late capture takes them too (settle-payment.ts). */
async function executeGranted(
  tx: Tx,
  requestId: string,
  { actor, mayReturn }: { actor: string; mayReturn?: () => Promise<boolean> },
): Promise<{ amount: bigint }> {
  const known = await tx.row<{ order_id: string }>(
    sql`select order_id from orders.refund_requests where id = ${requestId}`,
  )
  const payments = known ? paying(await lockCaptured(tx, known.order_id)) : []
  const request = await lockRequest(tx, requestId, 'executed')
  const order = await lockPaidOrder(tx, request.order_id)
  if (!order || payments.length === 0) throw new Error('a granted refund of an order that was never paid')
  if (mayReturn && !(await mayReturn())) throw new Refusal('second_person_required')
  await requirePieces(tx, requestId)
  const amount = request.granted_minor ?? 0n
  await tx.run(sql`
    update orders.refund_requests set state = 'executed', executed_by = ${actor.replace('staff:', '')}, executed_at = now() where id = ${requestId}`)
  const returned = await payBack(tx, order, payments, request, actor)
  await renewRefundState(tx, order.id)
  await endPaidBack(tx, { orderId: order.id, actor })
  await bookSale(tx, { orderId: order.id, actor })
  if (returned > 0n) await tellReturning(tx, order, requestId, returned)
  return { amount }
}

/**
 * How much of it goes back: what its provider or a bank took before is set off. The whole of an order that is given up must be
 * there, and nothing that was handed over is returned while a bank has its money, or had it.
 */
async function payBack(
  tx: Tx,
  order: PaidAmounts,
  payments: Payment[],
  request: Request,
  actor: string,
): Promise<bigint> {
  const occasion = `request:${request.id}`
  if (request.whole) {
    if (order.state !== 'paid' && order.state !== 'preparing') return refuseState(tx, order.id)
    const reason = 'the money goes back as the member asked'
    payments.forEach(requireComplete)
    const giving = { from: order.state, kept: request.kept_minor, gain: 0n, quoteId: null, occasion, actor, reason }
    await giveUpOrder(tx, order, { ...giving, because: 'request' })
    return request.granted_minor ?? 0n
  }
  if (payments.some(isDisputed)) throw new Refusal('payment_disputed')
  if (order.grams_e4 > 0n) await returnGramsOf(tx, order.id, { requestId: request.id, occasion, actor })
  const tax = await tx.row<{ sum: bigint }>(
    sql`select sum(tax_minor)::bigint as sum from orders.refund_lines where request_id = ${request.id}`,
  )
  const parts = {
    delivery_fees: request.delivery_minor,
    insurance_fees: request.insurance_minor,
    tax_payable: tax?.sum ?? 0n,
  }
  const goods = (request.granted_minor ?? 0n) - sumOfParts(parts)
  return returnTenders(tx, order.id, { parts: { ...parts, order_money: goods }, occasion, actor })
}

/** Of the pieces that come back and were paid in grams. */
async function returnGramsOf(
  tx: Tx,
  orderId: string,
  { requestId, ...back }: { requestId: string; occasion: string; actor: string },
): Promise<void> {
  const of = await tx.row<{ grams: bigint }>(sql`
    select coalesce(sum(r.granted * l.fine_weight_e4), 0)::bigint as grams from orders.refund_lines r
    join orders.lines l on l.order_id = r.order_id and l.position = r.position and l.in_grams where r.request_id = ${requestId}`)
  if (of && of.grams > 0n) await returnGrams(tx, orderId, { ...back, weight: of.grams })
}

async function tellReturning(
  tx: Tx,
  order: { number: string; member_id: string; store: string; currency: Currency },
  id: string,
  amount: bigint,
) {
  const contact = { ...(await findContact(tx, order.member_id)), store: order.store }
  const values = { number: order.number, total: amountOf(amount, order.currency) }
  await queueMail(tx, { ...contact, template: 'money_returning', values, onceKey: `money_returning:${id}` })
}
