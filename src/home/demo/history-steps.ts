/** What becomes of orders of the demo's history: money back, lost parcels, second people. */
import { listPieces } from '../../catalogue/move-pieces.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import type { Karat } from '../../karat.ts'
import { askOverride, overrideExecutor } from '../../kyc/override-level.ts'
import { cancelOrder } from '../../orders/cancel/cancel-order.ts'
import { quoteCancel } from '../../orders/cancel/quote-cancel.ts'
import { settlePieces } from '../../orders/papers/order-papers.ts'
import { completeOrder } from '../../orders/parcels/fulfil-order.ts'
import { reportLost, sendParcelAgain } from '../../orders/parcels/lost-parcel.ts'
import { executeRefund, grantRefund, rejectRefund } from '../../orders/refunds/decide-refund.ts'
import type { RefundReason } from '../../orders/refunds/refund-rules.ts'
import { requestRefund } from '../../orders/refunds/request-refund.ts'
import { judgeReturn } from '../../orders/returns/judge-return.ts'
import { receiveReturn } from '../../orders/returns/receive-return.ts'
import { approve } from '../../staff/approvals.ts'
import { writeNote } from '../../staff/notes.ts'
import { type Customer, ofTheHouse } from './history-scene.ts'

export const arrived = async (karat: Karat, orderId: string, reason: string) =>
  completeOrder(karat, await ofTheHouse(karat, 'siti'), { orderId, expected: 'shipped', reason })

/** By the figures of this moment, as the buyer sees them. */
export async function cancelsPaid(karat: Karat, who: Customer, orderId: string, reason: string) {
  const { quote_id } = await quoteCancel(karat, who, orderId)
  await cancelOrder(karat, who, { orderId, reason, quoteId: quote_id }, null)
}

export async function asksBack(
  karat: Karat,
  who: Customer,
  ask: { orderId: string; reason: RefundReason; note: string },
): Promise<string> {
  const { orderId, reason, note } = ask
  const made = await requestRefund(karat, who, { order_id: orderId, reason, note, pictures: [] }, null)
  return made.request_id
}

export const granted = async (karat: Karat, requestId: string, words: { answer: string; reason: string }) =>
  grantRefund(karat, await ofTheHouse(karat, 'yohanes'), { requestId, ...words })

export const rejected = async (karat: Karat, requestId: string, answer: string) =>
  rejectRefund(karat, await ofTheHouse(karat, 'yohanes'), { requestId, answer })

/** Above the amount of the settings a second person is waited for. */
export const executed = async (karat: Karat, requestId: string, reason: string) =>
  executeRefund(karat, await ofTheHouse(karat, 'hendra'), { requestId, reason })

type CameBack = { orderId: string; requestId: string; found: string }
/** Its pieces are at the desk and are taken back, where their money is granted. */
export async function cameBack(karat: Karat, { orderId, requestId, found }: CameBack) {
  const who = await ofTheHouse(karat, 'hendra')
  await settlePieces(karat, orderId)
  for (const { serial } of await listPieces(karat.db, orderId)) {
    const { return_id: returnId } = await receiveReturn(karat, who, { requestId, number: showSerial(serial) })
    await judgeReturn(karat, who, { returnId, condition: 'sealed', weighed: null, to: 'stocked', reason: found })
  }
}

export const lost = async (karat: Karat, orderId: string, reason: string) =>
  reportLost(karat, await ofTheHouse(karat, 'siti'), { orderId, reason }, null)

type Again = { orderId: string; carrier: string; tracking: string; reason: string }
export const sentAgain = async (karat: Karat, again: Again) =>
  sendParcelAgain(karat, await ofTheHouse(karat, 'hendra'), again, null)

export async function noted(karat: Karat, orderId: string, text: string) {
  const staff = await ofTheHouse(karat, 'yohanes')
  const note = { subject: { kind: 'order', id: orderId }, text, action: 'orders.note' } as const
  await karat.db.transaction((tx) => writeNote(tx, staff, note))
}

/** Two people of the house give somebody a level; the highest one buys without a limit of the day. */
export async function trusted(karat: Karat, who: Customer, reason: string, level: 2 | 3 = 3) {
  const wish = { memberId: who.id, level, reason } as const
  const { approval_id: approvalId } = await askOverride(karat, await ofTheHouse(karat, 'hendra'), wish)
  await approve(
    karat,
    await ofTheHouse(karat, 'diah'),
    { approvalId },
    new Map([[overrideExecutor.action, overrideExecutor]]),
  )
}
