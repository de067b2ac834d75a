/** What staff do with a paid order until it is in its buyer's hands. Every move is one of the one table, from the state that the page showed. */

import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { clearanceOf } from '../../payments/clearance.ts'
import { Refusal } from '../../refusals.ts'
import type { Did } from '../../staff/did-rules.ts'
import type { Staff } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { recordAction } from '../../staff/record-action.ts'
import type { DeliveryData } from '../contract.ts'
import { isNewBuyer } from '../core/buyer-queries.ts'
import { tryMoveOrder } from '../core/move-order.ts'
import { type Document, type OrderState, orderMoves, staffMoves } from '../core/order-rules.ts'
import { requireUnchanged } from '../delivery/change-delivery.ts'
import { requireNoChoice } from '../price-windows/choose-price.ts'
import type { RefundState } from '../refunds/refund-rules.ts'
import { bookSale } from '../sales/book-sale.ts'
import { checkPickupCode } from './pickup-code.ts'
import { requireCourier } from './require-courier.ts'
import { requireAllScanned } from './scan-piece.ts'

export type Found = {
  id: string
  number: string
  member_id: string
  store: string
  state: OrderState
  delivery: DeliveryData
  invoiced_at: Date | null
  refund_state: RefundState
}

type Step = {
  orderId: string
  /** The state that whoever asks has seen. */
  expected: OrderState
  to: OrderState & Did
  permission: Permission
  /** What the buyer reads in the timeline. */
  says: string
  reason?: string
  details?: Record<string, unknown>
}

/** Moves the order inside `tx`, with the record of who did it; one that is handed over is sold. Refuses not_found, order_state, refund_waiting, price_choice_waiting, payment_disputed, payment_short, payment_uncleared, invoice_not_ready, pieces_unscanned, parcel_lost, parcel_paid_back. */
async function step(tx: Tx, staff: Staff, { orderId, expected, to, permission, says, reason, details }: Step) {
  const order = await tx.row<Found>(sql`
    select id, number, member_id, store, state, delivery, invoiced_at, refund_state from orders.orders where id = ${orderId} for update`)
  if (!order) throw new Refusal('not_found')
  const fits = staffMoves(expected, order.delivery.mode).includes(to)
  if (fits && order.state === expected) await requireReady(tx, order, to)
  const actor = `staff:${staff.id}`
  if (!fits || !(await tryMoveOrder(tx, { orderId, from: expected, to, actor, reason: says })))
    throw new Refusal('order_state', { state: order.state, legal: orderMoves[order.state] })
  await recordAction(tx, staff, {
    action: permission,
    subject: { kind: 'order', id: orderId },
    store: order.store,
    ...(reason ? { reason } : {}),
    details: { did: to, number: order.number, before: expected, after: to, ...details },
  })
  if (to === 'completed') await bookSale(tx, { orderId, actor })
  return order
}

/** Nothing is prepared or handed over of which the money was taken back, and nothing leaves the house while it still may be. */
async function requireClearance(tx: Tx, order: Found, to: OrderState) {
  const { disputed, short, clearsAt } = await clearanceOf(tx, order.id, {
    isNew: await isNewBuyer(tx, order.member_id),
  })
  if (disputed) throw new Refusal('payment_disputed')
  if (short) throw new Refusal('payment_short')
  if (clearsAt && (to === 'shipped' || to === 'ready_for_pickup'))
    throw new Refusal('payment_uncleared', { clears_at: clearsAt.toISOString() })
}

/**
 * Nothing leaves the house while its money is asked back, nor once all of it went back, nor before its invoice is made and its pieces
 * were scanned; nothing lost has arrived.
 */
async function requireReady(tx: Tx, order: Found, to: OrderState) {
  if (order.state === 'shipped') {
    const lost = await tx.row<{ ended: string | null }>(sql`
      select ended from orders.lost_parcels where order_id = ${order.id} and (ended is null or ended = 'paid_back')`)
    if (lost) throw new Refusal(lost.ended ? 'parcel_paid_back' : 'parcel_lost')
  }
  if (order.state === 'shipped') return
  await requireClearance(tx, order, to)
  if (order.refund_state === 'requested') throw new Refusal('refund_waiting')
  if (order.state === 'ready_for_pickup') {
    if (order.refund_state === 'full') throw new Refusal('parcel_paid_back')
    return
  }
  await requireNoChoice(tx, order.id)
  if (to === 'preparing') return
  if (!order.invoiced_at) throw new Refusal('invoice_not_ready')
  await requireAllScanned(tx, order.id)
}

type Known = { orderId: string; expected: OrderState }
type Moved = { order_id: string; state: OrderState }

/** The buyer cannot cancel any more from here on. Refuses as `step`. */
export const prepareOrder = (karat: Bag<'orders'>, staff: Staff, known: Known, key: Once = null): Promise<Moved> =>
  once(karat.db, key, (tx) => prepare(tx, staff, known))

export async function prepare(tx: Tx, staff: Staff, known: Known): Promise<Moved> {
  await step(tx, staff, { ...known, to: 'preparing', permission: 'orders.prepare', says: 'is being prepared' })
  return { order_id: known.orderId, state: 'preparing' }
}

/**
 * Given to a courier; the buyer is told how to follow it. Refuses invalid_input (carrier), edited_meanwhile where it goes elsewhere than when
 * it was packed, and as `step`.
 */
export const shipOrder = (
  karat: Bag<'orders'>,
  staff: Staff,
  {
    carrier,
    tracking,
    deliveryChanges,
    ...known
  }: Known & { carrier: string; tracking: string; deliveryChanges: number },
  key: Once = null,
): Promise<Moved> =>
  once(karat.db, key, async (tx) => {
    const order = await step(tx, staff, {
      ...known,
      ...{ to: 'shipped', permission: 'orders.ship', says: 'given to the courier', details: { carrier, tracking } },
    })
    const courier = await requireCourier(tx, order.store, carrier)
    await requireUnchanged(tx, order.id, deliveryChanges)
    await tx.run(sql`insert into orders.shipments (order_id, carrier, tracking, shipped_by)
      values (${order.id}, ${carrier}, ${tracking}, ${`staff:${staff.id}`})`)
    const contact = await findContact(tx, order.member_id)
    const values = { number: order.number, carrier: courier, tracking }
    const onceKey = `order_shipped:${order.id}`
    await queueMail(tx, { ...contact, template: 'order_shipped', values, store: order.store, onceKey })
    return { order_id: order.id, state: 'shipped' }
  })

/** Waits at the counter; the buyer is told where. Refuses as `step`. */
export const readyOrder = (karat: Bag<'orders'>, staff: Staff, known: Known, key: Once = null): Promise<Moved> =>
  once(karat.db, key, (tx) => makeReady(tx, staff, known))

export async function makeReady(tx: Tx, staff: Staff, known: Known): Promise<Moved> {
  const order = await step(tx, staff, {
    ...known,
    ...{ to: 'ready_for_pickup', permission: 'orders.prepare', says: 'is ready at the counter' },
  })
  const contact = await findContact(tx, order.member_id)
  const place = order.delivery.mode === 'pickup' ? `${order.delivery.name}, ${order.delivery.street}` : ''
  const onceKey = `order_ready:${order.id}`
  const values = { number: order.number, place }
  await queueMail(tx, { ...contact, template: 'order_ready', values, store: order.store, onceKey })
  return { order_id: order.id, state: 'ready_for_pickup' }
}

export type HandOver = Known & { code: string; document: Document }

/**
 * Hands an order over to somebody who said its code and showed who they are. A wrong code takes one of the tries, whatever
 * becomes of the rest.
 *
 * Refuses permission_missing; not_found; order_state; pickup_code_wrong with the tries left; pickup_locked.
 */
export async function handOver(karat: Bag<'orders'>, staff: Staff, input: HandOver, key: Once = null): Promise<Moved> {
  const { orderId, expected, code, document } = input
  if (!staff.may.has('orders.hand_over')) throw new Refusal('permission_missing', { permission: 'orders.hand_over' })
  const check = await checkPickupCode(karat, { orderId, code })
  if (check.outcome === 'wrong') throw new Refusal('pickup_code_wrong', { tries_left: check.left })
  if (check.outcome === 'locked') throw new Refusal('pickup_locked')
  return once(karat.db, key, async (tx) => {
    const permission = 'orders.hand_over'
    const done = { to: 'completed', permission, says: 'collected at the counter', details: { document } } as const
    const order = await step(tx, staff, { orderId, expected, ...done })
    // A courier's parcel is completed by completeOrder: nobody said a code for it.
    if (check.outcome !== 'right')
      throw new Refusal('order_state', { state: order.state, legal: orderMoves[order.state] })
    await tx.run(sql`insert into orders.hand_overs (order_id, document, handed_by)
      values (${orderId}, ${document}, ${`staff:${staff.id}`})`)
    const contact = await findContact(tx, order.member_id)
    const onceKey = `order_collected:${orderId}`
    const values = { number: order.number }
    await queueMail(tx, { ...contact, template: 'order_collected', values, store: order.store, onceKey })
    return { order_id: orderId, state: 'completed' }
  })
}

/** Gives the tries at the code back, once somebody has looked into it. Refuses not_found; invalid_input without a reason. */
export const unlockPickup = (
  karat: Bag<'orders'>,
  staff: Staff,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<{ done: true }> =>
  karat.db.transaction(async (tx) => {
    const changed = await tx.run(
      sql`update orders.pickup_tries set used = 0, last_at = now() where order_id = ${orderId}`,
    )
    if (changed === 0) throw new Refusal('not_found')
    await recordAction(tx, staff, {
      action: 'orders.unlock_pickup',
      subject: { kind: 'order', id: orderId },
      reason,
      details: { did: 'unlock_pickup' },
    })
    return { done: true }
  })

type Delivered = Known & { reason: string }

/** The courier's parcel has arrived; the reason says how that is known. Refuses as `step`. */
export const completeOrder = (karat: Bag<'orders'>, staff: Staff, known: Delivered, key: Once = null): Promise<Moved> =>
  once(karat.db, key, (tx) => complete(tx, staff, known))

export async function complete(tx: Tx, staff: Staff, { reason, ...known }: Delivered): Promise<Moved> {
  if (known.expected !== 'shipped') await refuseOther(tx, known.orderId)
  const done = { to: 'completed', permission: 'orders.complete', says: 'delivered by the courier', reason } as const
  await step(tx, staff, { ...known, ...done })
  return { order_id: known.orderId, state: 'completed' }
}

/** What waits at the counter is completed by its code alone. */
async function refuseOther(tx: Tx, orderId: string): Promise<never> {
  const order = await tx.row<Pick<Found, 'state'>>(sql`select state from orders.orders where id = ${orderId}`)
  if (!order) throw new Refusal('not_found')
  throw new Refusal('order_state', { state: order.state, legal: orderMoves[order.state] })
}
