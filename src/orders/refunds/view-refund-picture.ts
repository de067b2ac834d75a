import { sql, type Tx } from '../../db/database.ts'
import { getImage, type StoredImage } from '../../files/image-queries.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'

export type RefundPicture = { requestId: string; pictureId: string }

/** A picture that a member sent with a request for money back; who looked at it is on record. Refuses permission_missing, not_found. */
export async function viewRefundPicture(
  tx: Tx,
  staff: Staff,
  { requestId, pictureId }: RefundPicture,
): Promise<StoredImage> {
  const request = await tx.row<{ store: string }>(sql`
    select o.store from orders.refund_requests r join orders.orders o on o.id = r.order_id
    where r.id = ${requestId} and ${pictureId}::uuid = any(r.pictures)`)
  if (!request) throw new Refusal('not_found')
  const image = await getImage(tx, pictureId)
  await recordAction(tx, staff, {
    ...{ action: 'refunds.see', subject: { kind: 'refund_request', id: requestId }, store: request.store },
    details: { did: 'view_picture', picture: pictureId },
  })
  return image
}
