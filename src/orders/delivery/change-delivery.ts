/** A paid order goes elsewhere, until it leaves the house. */
import { sql, type Tx } from '../../db/database.ts'
import { newAddresses, requirePickupPoint } from '../../delivery/address-queries.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact } from '../../identity/member-queries.ts'
import { requireNoPause } from '../../identity/outgoing-pause.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { queueMail } from '../../mail/send-mail.ts'
import type { Currency } from '../../money/money.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { type SettingsSaid, settingsSaid } from '../../stores/stores.ts'
import type { DeliveryData } from '../contract.ts'
import type { DeliveryWish } from '../core/buyer.ts'
import { chooseDelivery, type Place, placeOf } from '../core/choose-delivery.ts'
import { type OrderState, orderMoves } from '../core/order-rules.ts'
import { barrierOf, isSamePlace, mayChange, placeText } from './delivery-change-rules.ts'

type Wish = {
  orderId: string
  /** How often it had been changed when whoever changes it now has read it. */
  seen: number
  to: NonNullable<DeliveryWish>
  reason: string
}
type Order = {
  number: string
  member_id: string
  store: string
  currency: Currency
  state: OrderState
  delivery: DeliveryData
}

/**
 * To an address of the buyer's own book for the same recipient, or to a pickup point; nothing is charged or paid back, and the buyer is
 * told where it went and where it goes.
 *
 * Refuses permission_missing; invalid_input without a reason, and where nothing changes; not_found, of an address that is not the buyer's as
 * well; order_state; edited_meanwhile; outgoing_paused; pickup_point_unknown; pickup_point_closed; delivery_not_served; courier_unpaid; other_recipient;
 * address_too_new.
 */
export const changeDelivery = (
  karat: Bag<'orders'>,
  staff: Staff,
  { orderId, seen, to, reason }: Wish,
  key: Once,
): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const order = await lockHere(tx, orderId)
    await requireUnchanged(tx, orderId, seen)
    await requireNoPause(tx, order.member_id)
    const became = await placeFor(tx, order, to)
    await tx.run(sql`update orders.orders set delivery = ${JSON.stringify(became)}::jsonb where id = ${orderId}`)
    const change = await tx.row<{ id: bigint }>(sql`
      insert into orders.delivery_changes (order_id, was, became, changed_by)
      select ${orderId}, ${JSON.stringify(order.delivery)}::jsonb, ${JSON.stringify(became)}::jsonb, ${`staff:${staff.id}`} returning id`)
    await recordAction(tx, staff, {
      action: 'orders.change_delivery',
      subject: { kind: 'order', id: orderId },
      ...{ store: order.store, reason },
      details: { did: 'change_delivery', number: order.number, before: order.delivery.mode, after: became.mode },
    })
    const contact = { ...(await findContact(tx, order.member_id)), store: order.store }
    const values = { number: order.number, was: placeText(order.delivery), place: placeText(became) }
    await queueMail(tx, {
      ...contact,
      ...{ template: 'order_delivery', values, onceKey: `order_delivery:${orderId}:${change?.id}` },
    })
    return { done: true }
  })

/** Held, so that whoever hands it over comes before or after. */
async function lockHere(tx: Tx, orderId: string): Promise<Order> {
  const order = await tx.row<Order>(sql`
    select number, member_id, store, currency, state, delivery from orders.orders where id = ${orderId} for update`)
  if (!order) throw new Refusal('not_found')
  if (!mayChange(order.state)) throw new Refusal('order_state', { state: order.state, legal: orderMoves[order.state] })
  return order
}

/** What stands on a label is what whoever typed or packed has read. Refuses edited_meanwhile. */
export async function requireUnchanged(tx: Tx, orderId: string, seen: number): Promise<void> {
  const row = await tx.row<{ changes: number }>(
    sql`select count(*)::int as changes from orders.delivery_changes where order_id = ${orderId}`,
  )
  if (row?.changes !== seen) throw new Refusal('edited_meanwhile')
}

async function placeFor(tx: Tx, order: Order, to: Wish['to']): Promise<DeliveryData> {
  const { member_id: memberId, store, currency, delivery: was } = order
  const buyer = { memberId, store, currency, language: '' }
  if (to.mode === 'pickup') await requirePickupPoint(tx, store, to.pickup_point_id)
  const found = await tx.row<{ place: Place; said: SettingsSaid }>(
    sql`select ${placeOf(buyer, to)} as place, ${settingsSaid(sql`${store}`, ['delivery', 'zones'])} as said`,
  )
  const chosen = chooseDelivery(found?.said ?? {}, buyer, to, found?.place ?? null)
  if (!chosen) throw new Refusal('not_found')
  // What was paid for stays what was sold: the share of insurance and the tariff.
  const sold = was.mode === 'courier' ? { insurance_bps: was.insurance_bps, tariff: was.tariff } : {}
  const became = chosen.mode === 'courier' ? { ...chosen, ...sold } : chosen
  if (isSamePlace(was, became)) throw invalidInput({ to: problem('other_place') })
  const isNew = to.mode === 'courier' && (await newAddresses(tx, [to.address_id])).has(to.address_id)
  const barrier = barrierOf(was, { became, isNew })
  if (barrier) throw new Refusal(barrier)
  return became
}
