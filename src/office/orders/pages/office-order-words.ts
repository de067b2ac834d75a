/** Words of orders as staff say them. */
import * as m from '../../../locale/paraglide/messages.js'
import type { Document, OfficeTab } from '../../../orders/core/order-rules.ts'
import type { RequestState } from '../../../orders/refunds/refund-rules.ts'

const tabs: Record<OfficeTab, () => string> = {
  to_prepare: m.office_orders_tab_to_prepare,
  preparing: m.office_orders_tab_preparing,
  at_counter: m.office_orders_tab_at_counter,
  shipped: m.office_orders_tab_shipped,
  review: m.office_orders_tab_review,
  unpaid: m.office_orders_tab_unpaid,
  completed: m.office_orders_tab_completed,
  ended: m.office_orders_tab_ended,
  all: m.office_orders_tab_all,
}
export const tabName = (tab: OfficeTab): string => tabs[tab]()

const papers: Record<Document, () => string> = {
  identity_card: m.office_orders_document_identity_card,
  passport: m.office_orders_document_passport,
  driving_licence: m.office_orders_document_driving_licence,
}
export const documentName = (document: Document): string => papers[document]()

const payments: Record<string, () => string> = {
  created: m.office_orders_pay_created,
  pending: m.office_orders_pay_pending,
  unknown: m.office_orders_pay_unknown,
  captured: m.office_orders_pay_captured,
  declined: m.office_orders_pay_declined,
  expired: m.office_orders_pay_expired,
}
/** Whoever tells of the money; a provider by its own name. */
const tellers: Record<string, () => string> = {
  balance: m.vault_cash,
  bank: m.office_orders_by_bank,
  counter: m.office_orders_by_counter,
}
export const providerName = (name: string): string => tellers[name]?.() ?? name
export const paymentName = (state: string): string => payments[state]?.() ?? state

const requests: Record<RequestState, () => string> = {
  requested: m.office_orders_refund_requested,
  granted: m.office_orders_refund_granted,
  executed: m.office_orders_refund_executed,
  rejected: m.office_orders_refund_rejected,
  withdrawn: m.office_orders_refund_withdrawn,
}
export const requestStateName = (state: RequestState): string => requests[state]()

const atProvider = {
  pending: m.office_orders_refund_pending,
  settled: m.office_orders_refund_settled,
  failed: m.office_orders_refund_failed,
}
export const refundAtProvider = (state: keyof typeof atProvider): string => atProvider[state]()
