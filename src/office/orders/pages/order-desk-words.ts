/** Words of orders as staff say them. */
import * as m from '../../../locale/paraglide/messages.js'
import type { DeskTab, Document } from '../../../orders/core/order-rules.ts'
import type { RequestState } from '../../../orders/refunds/refund-rules.ts'

const tabs: Record<DeskTab, () => string> = {
  to_prepare: m.desk_tab_to_prepare,
  preparing: m.desk_tab_preparing,
  at_counter: m.desk_tab_at_counter,
  shipped: m.desk_tab_shipped,
  review: m.desk_tab_review,
  unpaid: m.desk_tab_unpaid,
  completed: m.desk_tab_completed,
  ended: m.desk_tab_ended,
  all: m.desk_tab_all,
}
export const tabName = (tab: DeskTab): string => tabs[tab]()

const papers: Record<Document, () => string> = {
  identity_card: m.desk_document_identity_card,
  passport: m.desk_document_passport,
  driving_licence: m.desk_document_driving_licence,
}
export const documentName = (document: Document): string => papers[document]()

const payments: Record<string, () => string> = {
  created: m.desk_pay_created,
  pending: m.desk_pay_pending,
  unknown: m.desk_pay_unknown,
  captured: m.desk_pay_captured,
  declined: m.desk_pay_declined,
  expired: m.desk_pay_expired,
}
export const paymentName = (state: string): string => payments[state]?.() ?? state

const requests: Record<RequestState, () => string> = {
  requested: m.desk_refund_requested,
  granted: m.desk_refund_granted,
  executed: m.desk_refund_executed,
  rejected: m.desk_refund_rejected,
  withdrawn: m.desk_refund_withdrawn,
}
export const requestStateName = (state: RequestState): string => requests[state]()

const atProvider = { pending: m.desk_refund_pending, settled: m.desk_refund_settled, failed: m.desk_refund_failed }
export const refundAtProvider = (state: keyof typeof atProvider): string => atProvider[state]()
