/** Which pieces of a request are granted, and what they return. */
import { type Queryable, sql } from '../../db/database.ts'
import { problem } from '../../locale/field-rules.ts'
import { type Currency, type Minor, moneyText } from '../../money/money.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { type AmountBack, type AskedPieces, amountBack, type RefundReason, type RequestState } from './refund-rules.ts'
import { type Refundable, readRefundable } from './refundable.ts'

type Asked = { id: string; whole: boolean; reason: RefundReason }

/**
 * What granting `chosen` of a request returns; absent, all that was asked for. Refuses invalid_input for pieces that were not
 * asked for, and for some of an order that only goes back whole.
 */
export async function grantOf(
  db: Queryable,
  request: Asked,
  order: Refundable,
  chosen: AskedPieces | undefined,
): Promise<AmountBack> {
  const asked = await db.rows<{ position: number; quantity: number }>(
    sql`select position, quantity from orders.refund_lines where request_id = ${request.id} order by position`,
  )
  return amountBack(order, grantedPieces(request, asked, chosen), request.reason)
}

function grantedPieces(request: Asked, asked: AskedPieces, chosen: AskedPieces | undefined): AskedPieces {
  if (!chosen) return asked
  const fits = chosen.every((one) => asked.some((a) => a.position === one.position && a.quantity >= one.quantity))
  const isWhole = asked.every((a) => chosen.some((one) => one.position === a.position && one.quantity === a.quantity))
  if (!fits || chosen.length === 0) throw invalidInput({ pieces: problem('lines_of_order') })
  if (request.whole && !isWhole) throw invalidInput({ pieces: problem('lines_whole') })
  return chosen
}

/** `total` goes back; `kept` is what leaving the sale costs, `delivery` with the insurance of it is in the total. In major units. */
type GrantForeseen = { total: string; kept: string | null; delivery: string | null; currency: Currency }

/**
 * What a grant would return now, for whoever is about to give it; nothing is changed. Refuses not_found; refund_state unless the
 * request waits for a decision; invalid_input as grantOf does.
 */
export async function foreseeGrant(
  db: Queryable,
  { requestId, pieces }: { requestId: string; pieces: AskedPieces | undefined },
): Promise<GrantForeseen> {
  const request = await db.row<Asked & { order_id: string; state: RequestState }>(
    sql`select id, order_id, state, whole, reason from orders.refund_requests where id = ${requestId}`,
  )
  const order = request && (await readRefundable(db, request.order_id, null))
  if (!order) throw new Refusal('not_found')
  if (request.state !== 'requested') throw new Refusal('refund_state', { state: request.state })
  const { total, kept, delivery, insurance } = await grantOf(db, request, order, pieces)
  const text = (amount: bigint) => (amount > 0n ? moneyText(amount as Minor, order.currency) : null)
  return {
    total: moneyText(total, order.currency),
    kept: text(kept),
    delivery: text(delivery + insurance),
    currency: order.currency,
  }
}
