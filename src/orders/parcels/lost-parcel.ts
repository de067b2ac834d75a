/** A parcel that the courier lost: reported, found again, sent once more with other pieces, or paid back. */

import { findPieces, losePieces, replaceLostPieces } from '../../catalogue/lose-pieces.ts'
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf, type Currency } from '../../money/money.ts'
import { clearanceOf } from '../../payments/clearance.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { type Executor, requestApproval } from '../../staff/approvals.ts'
import type { Did } from '../../staff/did-rules.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { secondFromNow } from '../../stores/second-person.ts'
import { type OrderState, orderMoves } from '../core/order-rules.ts'
import { isPaidBack } from '../refunds/paid-back-queries.ts'
import type { RefundState } from '../refunds/refund-rules.ts'
import { endPaidBack } from './end-paid-back.ts'
import { nameOfCourier, requireCourier } from './require-courier.ts'

type Told = { orderId: string; reason: string }
type Parcel = { carrier: string; tracking: string }
type Order = {
  id: string
  number: string
  member_id: string
  store: string
  state: OrderState
  refund_state: RefundState
  currency: Currency
  total_minor: bigint
  /** The newest parcel of the order, and whether it is reported. */
  parcel: number | null
  carrier: string | null
  lost: boolean
  paid_back: boolean
}

/** The order, held. Refuses not_found; order_state unless it is with a courier; parcel_paid_back once that is over. */
export async function lockShipped(tx: Tx, orderId: string): Promise<Order & { parcel: number; carrier: string }> {
  await tx.run(sql`select 1 from orders.orders where id = ${orderId} for update`)
  const order = await tx.row<Order>(sql`
    select o.id, o.number, o.member_id, o.store, o.state, o.refund_state, o.currency, o.total_minor, s.parcel, s.carrier,
      exists (select from orders.lost_parcels l where l.order_id = o.id and l.ended is null) as lost,
      ${isPaidBack} as paid_back
    from orders.orders o left join lateral (
      select parcel, carrier from orders.shipments s where s.order_id = o.id order by parcel desc limit 1) s on true
    where o.id = ${orderId}`)
  if (!order) throw new Refusal('not_found')
  const { parcel, carrier, state } = order
  if (state !== 'shipped' || parcel === null || carrier === null)
    throw new Refusal('order_state', { state, legal: orderMoves[state] })
  if (order.paid_back) throw new Refusal('parcel_paid_back')
  return { ...order, parcel, carrier }
}

const linesOf = (tx: Tx, orderId: string) =>
  tx.rows<{ skuId: number; quantity: number }>(
    sql`select sku_id as "skuId", quantity from orders.lines where order_id = ${orderId} order by position`,
  )

const actorOf = (staff: Staff) => `staff:${staff.id}`

/**
 * The courier has lost the parcel: its buyer is told, the passport page warns of its pieces, and it cannot be completed. Its
 * money can be asked back as before, or it is sent again. When all of it was paid back before, that is the end of it.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; order_state; parcel_lost when it is reported already;
 * parcel_paid_back.
 */
export const reportLost = (
  karat: Bag<'orders'>,
  staff: Staff,
  { orderId, reason }: Told,
  key: Once,
): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const order = await lockShipped(tx, orderId)
    if (order.lost) throw new Refusal('parcel_lost')
    await tx.run(sql`insert into orders.lost_parcels (order_id, parcel, reported_by, reason)
      values (${orderId}, ${order.parcel}, ${actorOf(staff)}, ${reason.trim()})`)
    await losePieces(tx, { orderId, actor: actorOf(staff), reason })
    await record(tx, staff, order, 'report_lost', reason)
    if (order.refund_state === 'full') await endPaidBack(tx, { orderId, actor: actorOf(staff) })
    else await tell(tx, order, 'order_lost')
    return { done: true }
  })

/**
 * The parcel was found: it is on its way again.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; order_state; parcel_not_lost; refund_waiting;
 * parcel_partly_paid once some of its money went back: the buyer would have both; parcel_paid_back.
 */
export const parcelFound = (
  karat: Bag<'orders'>,
  staff: Staff,
  { orderId, reason }: Told,
  key: Once,
): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const order = await lockShipped(tx, orderId)
    await endLoss(tx, order, 'found', actorOf(staff))
    if (order.refund_state === 'requested') throw new Refusal('refund_waiting')
    if (order.refund_state === 'partial') throw new Refusal('parcel_partly_paid')
    await findPieces(tx, { orderId, actor: actorOf(staff), reason })
    await tell(tx, order, 'order_found')
    await record(tx, staff, order, 'parcel_found', reason)
    return { done: true }
  })

/** Of any number at once one ends it. */
async function endLoss(tx: Tx, { id }: Order, how: 'found' | 'sent_again', by: string) {
  const ended = await tx.run(sql`update orders.lost_parcels set ended = ${how}, ended_by = ${by}, ended_at = now()
    where order_id = ${id} and ended is null`)
  if (ended === 0) throw new Refusal('parcel_not_lost')
}

/**
 * The same pieces leave once more, by other serial numbers where they are numbered. From the amount on from which a refund
 * takes two people, counted with what the order was sent before, a second person is asked for instead: `approval_id` is
 * their request.
 *
 * Refuses permission_missing; invalid_input (carrier; reason); not_found; order_state; parcel_not_lost; refund_waiting while
 * money of it is asked back; refund_pieces_taken once some was paid back; parcels_used_up; payment_disputed;
 * payment_short; parcel_paid_back; out_of_stock; approval_waiting.
 */
export async function sendParcelAgain(
  karat: Bag<'orders'>,
  staff: Staff,
  { orderId, reason, carrier, tracking }: Told & Parcel,
  key: Once,
): Promise<{ approval_id: string | null }> {
  const answer = await once(karat.db, key, async (tx) => {
    const order = await lockShipped(tx, orderId)
    await requireResendable(tx, order, carrier)
    if (givesAway(order) >= (await secondFromNow(tx, 'back_from', karat.settings, order))) {
      const params = {
        ...{ order: order.number, amount: amountOf(order.total_minor, order.currency), carrier, tracking },
        parcel: order.parcel,
      }
      const subject = { kind: 'order', id: orderId }
      return requestApproval(tx, staff, { action: 'orders.send_again', subject, store: order.store, reason, params })
    }
    await sendAgain(tx, order, { carrier, tracking, actor: actorOf(staff), reason })
    await recordAction(tx, staff, {
      ...{ action: 'orders.send_again', subject: { kind: 'order', id: orderId }, store: order.store, reason },
      details: { did: 'send_again', number: order.number, carrier, tracking },
    })
    return { approval_id: null }
  })
  await karat.catalogue.refresh()
  return answer
}

/** What the second person has approved: that very parcel replaced by the one they saw. */
export const sendAgainExecutor: Executor = {
  action: 'orders.send_again',
  async execute(_karat, tx, { subject, params, reason }, { approver }) {
    const { carrier, tracking, parcel } = params as Parcel & { parcel: number }
    const order = await lockShipped(tx, subject.id)
    if (order.parcel !== parcel) throw new Refusal('parcel_not_lost')
    await requireResendable(tx, order, carrier)
    await sendAgain(tx, order, { carrier, tracking, actor: actorOf(approver), reason })
  },
}

/** With this parcel, and with those that were sent in place of lost ones before it. */
const givesAway = ({ total_minor, parcel }: { total_minor: bigint; parcel: number }) => total_minor * BigInt(parcel)

async function requireResendable(tx: Tx, order: Order & { parcel: number }, carrier: string) {
  await requireCourier(tx, order.store, carrier)
  if (!order.lost) throw new Refusal('parcel_not_lost')
  if (order.refund_state === 'requested') throw new Refusal('refund_waiting')
  if (order.refund_state === 'partial' || order.refund_state === 'full') throw new Refusal('refund_pieces_taken')
  if (order.parcel >= settings.order.maxParcels) throw new Refusal('parcels_used_up', { parcels: order.parcel })
  const { disputed, short } = await clearanceOf(tx, order.id, { isNew: false })
  if (disputed) throw new Refusal('payment_disputed')
  if (short) throw new Refusal('payment_short')
}

type Sending = Parcel & { actor: string; reason: string }

async function sendAgain(tx: Tx, order: Order & { parcel: number }, { carrier, tracking, actor, reason }: Sending) {
  const orderId = order.id
  await endLoss(tx, order, 'sent_again', actor)
  await replaceLostPieces(tx, { orderId, actor, reason, lines: await linesOf(tx, orderId) })
  const parcel = order.parcel + 1
  await tx.run(sql`insert into orders.shipments (order_id, parcel, carrier, tracking, shipped_by)
    values (${orderId}, ${parcel}, ${carrier}, ${tracking}, ${actor})`)
  const contact = { ...(await findContact(tx, order.member_id)), store: order.store }
  const values = { number: order.number, carrier: await nameOfCourier(tx, order.store, carrier), tracking }
  await queueMail(tx, {
    ...contact,
    template: 'order_sent_again',
    values,
    onceKey: `order_shipped:${orderId}:${parcel}`,
  })
}

const record = (tx: Tx, staff: Staff, order: Order, did: Did, reason: string) =>
  recordAction(tx, staff, {
    ...{ action: 'orders.lose', subject: { kind: 'order', id: order.id }, store: order.store, reason },
    details: { did, number: order.number, parcel: order.parcel },
  })

async function tell(tx: Tx, order: Order & { carrier: string }, template: 'order_lost' | 'order_found') {
  const contact = { ...(await findContact(tx, order.member_id)), store: order.store }
  await queueMail(tx, {
    ...contact,
    template,
    values: { number: order.number, carrier: await nameOfCourier(tx, order.store, order.carrier) },
  })
}
