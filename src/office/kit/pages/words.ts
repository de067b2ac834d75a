/** Permissions, roles and states in the reader's language. */
import * as m from '../../../locale/paraglide/messages.js'
import type { ApprovalView } from '../../../staff/contract.ts'
import { isPermission, type Permission, type Role } from '../../../staff/permission-rules.ts'
import { capital } from '../../../ui/format.ts'

/** Every permission has words: a new line of the table does not compile without them. */
const permissionWords: Record<Permission, () => string> = {
  'account.own': m.permission_account_own,
  'dashboard.see': m.permission_dashboard_see,
  'staff.see': m.permission_staff_see,
  'staff.invite': m.permission_staff_invite,
  'staff.change': m.permission_staff_change,
  'audit.see': m.permission_audit_see,
  'approvals.see': m.permission_approvals_see,
  'members.see': m.permission_members_see,
  'members.reveal': m.permission_members_reveal,
  'members.note': m.permission_members_note,
  'members.end_sessions': m.permission_members_end_sessions,
  'members.freeze': m.permission_members_freeze,
  'members.unfreeze': m.permission_members_unfreeze,
  'members.remove_factors': m.permission_members_remove_factors,
  'rights.see': m.permission_rights_see,
  'rights.decide': m.permission_rights_decide,
  'rights.delete': m.permission_rights_delete,
  'kyc.see': m.permission_kyc_see,
  'kyc.view_document': m.permission_kyc_view_document,
  'kyc.decide': m.permission_kyc_decide,
  'kyc.override': m.permission_kyc_override,
  'kyc.file_report': m.permission_kyc_file_report,
  'kyc.end_relation': m.permission_kyc_end_relation,
  'prices.see': m.permission_prices_see,
  'prices.halt': m.permission_prices_halt,
  'prices.resume': m.permission_prices_resume,
  'prices.accept': m.permission_prices_accept,
  'prices.reject': m.permission_prices_reject,
  'prices.window': m.permission_prices_window,
  'prices.leave': m.permission_prices_leave,
  'prices.difference': m.permission_prices_difference,
  'prices.spread': m.permission_prices_spread,
  'orders.see': m.permission_orders_see,
  'orders.export': m.permission_orders_export,
  'orders.prepare': m.permission_orders_prepare,
  'orders.ship': m.permission_orders_ship,
  'orders.hand_over': m.permission_orders_hand_over,
  'orders.complete': m.permission_orders_complete,
  'orders.lose': m.permission_orders_lose,
  'orders.send_again': m.permission_orders_send_again,
  'orders.give_up': m.permission_orders_give_up,
  'orders.unlock_pickup': m.permission_orders_unlock_pickup,
  'orders.note': m.permission_orders_note,
  'catalogue.see': m.permission_catalogue_see,
  'catalogue.add': m.permission_catalogue_add,
  'catalogue.edit': m.permission_catalogue_edit,
  'catalogue.publish': m.permission_catalogue_publish,
  'catalogue.price': m.permission_catalogue_price,
  'catalogue.export': m.permission_catalogue_export,
  'stock.see': m.permission_stock_see,
  'stock.count': m.permission_stock_count,
  'stock.receive': m.permission_stock_receive,
  'stock.return': m.permission_stock_return,
  'stock.move': m.permission_stock_move,
  'stock.steal': m.permission_stock_steal,
  'stock.import': m.permission_stock_import,
  'stock.export': m.permission_stock_export,
  'refunds.see': m.permission_refunds_see,
  'refunds.grant': m.permission_refunds_grant,
  'refunds.execute': m.permission_refunds_execute,
  'disputes.see': m.permission_disputes_see,
  'disputes.note_paid': m.permission_disputes_note_paid,
  'disputes.write_off': m.permission_disputes_write_off,
  'disputes.take_back': m.permission_disputes_take_back,
  'testimonials.see': m.permission_testimonials_see,
  'testimonials.publish': m.permission_testimonials_publish,
  'testimonials.reject': m.permission_testimonials_reject,
  'inbox.see': m.permission_inbox_see,
  'inbox.answer': m.permission_inbox_answer,
  'inbox.close': m.permission_inbox_close,
  'events.see': m.permission_events_see,
  'events.retry': m.permission_events_retry,
  'outbox.see': m.permission_outbox_see,
  'outbox.send': m.permission_outbox_send,
  'outbox.drop': m.permission_outbox_drop,
  'content.see': m.permission_content_see,
  'content.edit': m.permission_content_edit,
  'content.agreement': m.permission_content_agreement,
}

/** "Execute a refund"; an action of an older release, which has no words any more, by its name. */
export function actionName(action: string): string {
  const words = isPermission(action) ? permissionWords[action]() : action
  return capital(words)
}

const roleWords: Record<Role, () => string> = {
  owner: m.role_owner,
  desk: m.role_desk,
  fulfilment: m.role_fulfilment,
  support: m.role_support,
  content: m.role_content,
}
export const roleName = (role: Role): string => roleWords[role]()
export const roleNames = (roles: readonly Role[]): string => roles.map(roleName).join(', ')

const approvalWords: Record<ApprovalView['state'], () => string> = {
  waiting: m.office_approval_waiting,
  executed: m.office_approval_executed,
  rejected: m.office_approval_rejected,
  withdrawn: m.office_approval_withdrawn,
  expired: m.office_approval_expired,
}
export const approvalStateName = (state: ApprovalView['state']): string => approvalWords[state]()
