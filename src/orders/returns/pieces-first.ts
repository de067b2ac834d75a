/** Money follows its pieces: it goes back once they are here and kept, or somebody decided that it goes before them or without them. */
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { linesOf, lockReturn } from './lock-return.ts'
import { awaitsPieces, isWithBuyer, type WaiverKind } from './return-rules.ts'

type Asked = { id: string; order_id: string; reason: Parameters<typeof awaitsPieces>[0] }

/** Refuses pieces_come_first with how many of a granted request are not kept yet. The database asks once more (migration 518). */
export async function requirePieces(db: Queryable, requestId: string): Promise<void> {
  const request = await db.row<Asked & { orderState: Parameters<typeof isWithBuyer>[0]; waived: boolean }>(sql`
    select r.id, r.order_id, r.reason, o.state as "orderState", exists (select from orders.return_waivers w where w.request_id = r.id) as waived
    from orders.refund_requests r join orders.orders o on o.id = r.order_id where r.id = ${requestId}`)
  if (!request || request.waived || !awaitsPieces(request.reason, 'granted') || !isWithBuyer(request.orderState)) return
  const missing = (await linesOf(db, requestId)).reduce(
    (sum, { granted, kept }) => sum + Math.max(0, granted - kept),
    0,
  )
  if (missing > 0) throw new Refusal('pieces_come_first', { missing })
}

/** Whether money of a granted request still waits for pieces that are not at the desk. */
export async function missesPieces(db: Queryable, requestId: string): Promise<boolean> {
  const waived = await db.row(sql`select 1 as one from orders.return_waivers where request_id = ${requestId}`)
  return !waived && (await linesOf(db, requestId)).some(({ granted, here }) => granted > here)
}

/** Refuses return_in_house while pieces of the request are here: they are paid for, or refused one by one. */
export async function requireNoneHere(tx: Tx, requestId: string): Promise<void> {
  const here = await tx.row(sql`
    select 1 as one from orders.returns where request_id = ${requestId} and state in ('received', 'stocked', 'quarantined') limit 1`)
  if (here) throw new Refusal('return_in_house')
}

type Waiver = { requestId: string; kind: WaiverKind; reason: string }

/**
 * The money of a request goes back before its pieces, or its buyer keeps them. Refuses permission_missing; invalid_input without a reason;
 * not_found; return_not_asked where the request waits for no pieces; refund_state once it is executed; edited_meanwhile where somebody decided it already.
 */
export const waivePieces = (
  karat: Bag<'orders'>,
  staff: Staff,
  { requestId, kind, reason }: Waiver,
  key: Once = null,
): Promise<{ done: true }> =>
  once(karat.db, key, async (tx) => {
    const request = await lockReturn(tx, requestId)
    if (!awaitsPieces(request.reason, request.state)) throw new Refusal('return_not_asked')
    if (request.state === 'executed') throw new Refusal('refund_state', { state: request.state })
    const waived = await tx.run(sql`
      insert into orders.return_waivers (request_id, kind, reason, waived_by) values (${requestId}, ${kind}, ${reason}, ${`staff:${staff.id}`})
      on conflict (request_id) do nothing`)
    if (waived === 0) throw new Refusal('edited_meanwhile')
    await recordAction(tx, staff, {
      ...{ action: 'returns.waive', subject: { kind: 'order', id: request.orderId }, store: request.store, reason },
      details: { did: 'waive_return', number: request.number, kind },
    })
    return { done: true as const }
  })
