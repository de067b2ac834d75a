/** States of orders as the staff read them. */
import * as m from '../../../locale/paraglide/messages.js'
import type { OrderState } from '../../../orders/core/order-rules.ts'

const words: Record<OrderState, () => string> = {
  pending_payment: m.office_order_pending_payment,
  payment_review: m.office_order_payment_review,
  paid: m.office_order_paid,
  preparing: m.office_order_preparing,
  shipped: m.office_order_shipped,
  ready_for_pickup: m.office_order_ready_for_pickup,
  completed: m.office_order_completed,
  cancelled: m.office_order_cancelled,
  expired: m.office_order_expired,
}
export const orderStateName = (state: OrderState): string => words[state]()
