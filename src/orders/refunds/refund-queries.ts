/** Money back as the owner of an order sees it. */
import { showSerial } from '../../catalogue/serial-rules.ts'
import { type Queryable, sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { amountText, type Currency, minor, moneyText } from '../../money/money.ts'
import { listPayments } from '../../payments/open-payment.ts'
import { listRefunds, suspendedRest } from '../../payments/refunds.ts'
import { Refusal } from '../../refusals.ts'
import type { Buyer } from '../core/buyer.ts'
import type { OrderState } from '../core/order-rules.ts'
import { textIn } from '../guarantee/guarantee-view.ts'
import { findChoice } from '../price-windows/window-queries.ts'
import { listOwnReturns, listWaived } from '../returns/return-queries.ts'
import { awaitsPieces, isWithBuyer } from '../returns/return-rules.ts'
import type { RefundRequestView, RefundStatusView } from './refund-contract.ts'
import type { RefundReason, RequestState } from './refund-rules.ts'
import { type Refundable, readRefundable } from './refundable.ts'

type RequestRow = {
  id: string
  state: RequestState
  reason: RefundReason
  note: string
  pictures: string[]
  whole: boolean
  lines: { position: number; quantity: number; granted: number }[]
  stated_minor: bigint
  granted_minor: bigint | null
  answer: string | null
  order_state: OrderState
  created_at: Date
  decided_at: Date | null
  executed_at: Date | null
}

/** Every request of an order, newest first. */
export async function findRequests(db: Queryable, orderId: string, currency: Currency): Promise<RefundRequestView[]> {
  const rows = await db.rows<RequestRow>(sql`
    select r.*, (select jsonb_agg(jsonb_build_object('position', position, 'quantity', quantity, 'granted', granted) order by position)
      from orders.refund_lines l where l.request_id = r.id) as lines, (select o.state from orders.orders o where o.id = r.order_id) as order_state
    from orders.refund_requests r where order_id = ${orderId} order by created_at desc, id desc`)
  if (rows.length === 0) return []
  const [pieces, waived] = await Promise.all([listOwnReturns(db, orderId), listWaived(db, orderId)])
  return rows.map(({ id, stated_minor, granted_minor, ...row }) => ({
    request_id: id,
    state: row.state,
    reason: row.reason,
    note: row.note,
    pictures: row.pictures,
    whole: row.whole,
    lines: row.lines,
    stated: moneyText(minor(stated_minor), currency),
    granted: granted_minor === null ? null : moneyText(minor(granted_minor), currency),
    answer: row.answer,
    send_back:
      row.state === 'granted' &&
      awaitsPieces(row.reason, row.state) &&
      isWithBuyer(row.order_state) &&
      !waived.has(id) &&
      row.lines.reduce((sum, line) => sum + line.granted, 0) >
        pieces.filter(({ requestId, state }) => requestId === id && !['refused', 'sent_back'].includes(state)).length,
    pieces: pieces
      .filter(({ requestId }) => requestId === id)
      .map(({ serial, state, at, answer }) => ({
        serial: serial && showSerial(serial),
        state,
        answer,
        at: at.toISOString(),
      })),
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    executed_at: row.executed_at?.toISOString() ?? null,
  }))
}

/** What may be cancelled, asked back or chosen for an order, and what is on its way. Refuses not_found. */
export async function getRefundStatus(karat: Bag<'orders'>, owner: Buyer, orderId: string): Promise<RefundStatusView> {
  const order = await readRefundable(karat.db, orderId, owner)
  if (!order) throw new Refusal('not_found')
  const [requests, refunds, settlement, difference, payments, choice] = await Promise.all([
    findRequests(karat.db, orderId, order.currency),
    listRefunds(karat.db, orderId),
    karat.db.row<{ kept_minor: bigint; gain_minor: bigint }>(
      sql`select kept_minor, gain_minor from orders.settlements where order_id = ${orderId}`,
    ),
    karat.db.row<{ back: bigint; gain: bigint; at: Date }>(sql`
      select back_minor as back, gain_minor as gain, created_at as at from orders.differences where order_id = ${orderId}`),
    order.reviewUntil ? listPayments(karat.db, orderId) : [],
    findChoice(karat.db, orderId),
  ])
  const text = (amount: bigint) => moneyText(minor(amount), order.currency)
  return {
    order_id: order.id,
    currency: order.currency,
    server_time: order.now.toISOString(),
    cancel: cancelOf(order),
    reasons: order.lines.some((line) => line.free > 0) ? [...order.reasons] : [],
    asks_until: order.closesAt?.toISOString() ?? null,
    order: viewAmounts(order, owner.language, text),
    requests,
    refunds: refunds.map((refund) => ({
      refund_id: refund.id,
      state: refund.state,
      owed: refund.owed,
      ...amountIn(refund.amount_minor, refund.currency),
      created_at: refund.created_at.toISOString(),
      decided_at: refund.decided_at?.toISOString() ?? null,
    })),
    settlement: settlement ? { kept: text(settlement.kept_minor), gain: text(settlement.gain_minor) } : null,
    difference: difference
      ? { back: text(difference.back), gain: text(difference.gain), at: difference.at.toISOString() }
      : null,
    review: order.reviewUntil && {
      until: order.reviewUntil.toISOString(),
      received: payments
        .filter((payment) => suspendedRest(payment) > 0n)
        .map((payment) => amountIn(suspendedRest(payment), payment.captured_currency ?? payment.currency)),
    },
    price_choice: choice
      ? { until: choice.until.toISOString(), paid: text(order.total), right: text(choice.right) }
      : null,
  }
}

const amountIn = (amount: bigint, currency: string) => ({
  amount: amountText(amount, currency),
  currency,
})

function cancelOf(order: Refundable): RefundStatusView['cancel'] {
  if (order.state === 'pending_payment') return { settled: false, until: null }
  if (!order.cancelUntil || order.cancelUntil <= order.now) return null
  return { settled: true, until: order.cancelUntil.toISOString() }
}

const viewAmounts = (order: Refundable, language: string, text: (amount: bigint) => string) => ({
  goods: text(order.goods),
  delivery: text(order.delivery),
  insurance: text(order.insurance),
  returned_goods: text(order.returnedGoods),
  lines: order.lines.map((line) => ({
    position: line.position,
    name: textIn(line.name, language),
    image: line.image,
    attributes: line.attributes,
    quantity: line.quantity,
    free: line.free,
    unit: text(line.unit),
    tax: text(line.tax),
    returned: line.returned,
    returned_tax: text(line.returnedTax),
  })),
})
