/** A tracking number that was typed wrong is put right; what it was is kept. */
import { sql } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { lockShipped } from './lost-parcel.ts'
import { requireCourier } from './require-courier.ts'
import { carrierNow, trackingNow } from './tracking-queries.ts'

type Correction = {
  orderId: string
  /** The number that whoever corrects it has read. */
  seen: string
  carrier: string
  tracking: string
  reason: string
}

/**
 * The newest parcel of an order on its way is followed by another number, or with another courier, from here on; its buyer is
 * told.
 *
 * Refuses permission_missing; invalid_input without a reason, for an unknown courier, and where nothing changes; not_found;
 * order_state; parcel_paid_back; edited_meanwhile where somebody else corrected it since it was read.
 */
export const correctTracking = (
  karat: Bag<'orders'>,
  staff: Staff,
  { orderId, seen, carrier, tracking, reason }: Correction,
  key: Once,
): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const { parcel, number, store, member_id } = await lockShipped(tx, orderId)
    const courier = await requireCourier(tx, store, carrier)
    const was = await tx.row<{ carrier: string; tracking: string }>(sql`
      select ${carrierNow} as carrier, ${trackingNow} as tracking from orders.shipments s
      where s.order_id = ${orderId} and s.parcel = ${parcel}`)
    if (was?.tracking !== seen) throw new Refusal('edited_meanwhile')
    if (was.tracking === tracking && was.carrier === carrier)
      throw invalidInput({ tracking: problem('other_tracking') })
    const kept = await tx.row<{ id: bigint }>(sql`
      insert into orders.tracking_corrections (order_id, parcel, was_carrier, was_tracking, carrier, tracking, corrected_by)
      values (${orderId}, ${parcel}, ${was.carrier}, ${was.tracking}, ${carrier}, ${tracking}, ${`staff:${staff.id}`}) returning id`)
    await recordAction(tx, staff, {
      action: 'orders.correct_tracking',
      subject: { kind: 'order', id: orderId },
      ...{ store, reason },
      details: { did: 'correct_tracking', number, parcel, before: was.tracking, after: tracking, carrier },
    })
    const contact = await findContact(tx, member_id)
    const values = { number, carrier: courier, tracking }
    const onceKey = `order_tracking:${orderId}:${kept?.id}`
    await queueMail(tx, { ...contact, template: 'order_tracking', values, store, onceKey })
    return { done: true }
  })
