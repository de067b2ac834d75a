/** Permissions, roles and states in the reader's language. */
import * as m from '../../../locale/paraglide/messages.js'
import type { ApprovalView } from '../../../staff/contract.ts'
import { isPermission, type Permission, type Role } from '../../../staff/permission-rules.ts'
import { capital } from '../../../ui/format.ts'

/** Every permission has words: a new line of the table does not compile without them. */
const permissionWords: Record<Permission, () => string> = {
  'account.own': m.office_permission_account_own,
  'dashboard.see': m.office_permission_dashboard_see,
  'staff.see': m.office_permission_staff_see,
  'staff.invite': m.office_permission_staff_invite,
  'staff.change': m.office_permission_staff_change,
  'audit.see': m.office_permission_audit_see,
  'approvals.see': m.office_permission_approvals_see,
  'members.see': m.office_permission_members_see,
  'members.reveal': m.office_permission_members_reveal,
  'members.note': m.office_permission_members_note,
  'members.end_sessions': m.office_permission_members_end_sessions,
  'members.freeze': m.office_permission_members_freeze,
  'members.unfreeze': m.office_permission_members_unfreeze,
  'members.remove_factors': m.office_permission_members_remove_factors,
  'rights.see': m.office_permission_rights_see,
  'rights.decide': m.office_permission_rights_decide,
  'rights.delete': m.office_permission_rights_delete,
  'kyc.see': m.office_permission_kyc_see,
  'kyc.view_document': m.office_permission_kyc_view_document,
  'kyc.decide': m.office_permission_kyc_decide,
  'kyc.override': m.office_permission_kyc_override,
  'kyc.file_report': m.office_permission_kyc_file_report,
  'kyc.end_relation': m.office_permission_kyc_end_relation,
  'prices.see': m.office_permission_prices_see,
  'prices.halt': m.office_permission_prices_halt,
  'prices.resume': m.office_permission_prices_resume,
  'prices.accept': m.office_permission_prices_accept,
  'prices.reject': m.office_permission_prices_reject,
  'prices.window': m.office_permission_prices_window,
  'prices.leave': m.office_permission_prices_leave,
  'prices.difference': m.office_permission_prices_difference,
  'prices.spread': m.office_permission_prices_spread,
  'orders.see': m.office_permission_orders_see,
  'orders.export': m.office_permission_orders_export,
  'orders.prepare': m.office_permission_orders_prepare,
  'orders.ship': m.office_permission_orders_ship,
  'orders.hand_over': m.office_permission_orders_hand_over,
  'orders.complete': m.office_permission_orders_complete,
  'orders.lose': m.office_permission_orders_lose,
  'orders.send_again': m.office_permission_orders_send_again,
  'orders.give_up': m.office_permission_orders_give_up,
  'orders.unlock_pickup': m.office_permission_orders_unlock_pickup,
  'orders.note': m.office_permission_orders_note,
  'catalogue.see': m.office_permission_catalogue_see,
  'catalogue.add': m.office_permission_catalogue_add,
  'catalogue.edit': m.office_permission_catalogue_edit,
  'catalogue.publish': m.office_permission_catalogue_publish,
  'catalogue.price': m.office_permission_catalogue_price,
  'catalogue.export': m.office_permission_catalogue_export,
  'stock.see': m.office_permission_stock_see,
  'stock.count': m.office_permission_stock_count,
  'stock.receive': m.office_permission_stock_receive,
  'stock.return': m.office_permission_stock_return,
  'stock.move': m.office_permission_stock_move,
  'stock.steal': m.office_permission_stock_steal,
  'stock.import': m.office_permission_stock_import,
  'stock.export': m.office_permission_stock_export,
  'cases.see': m.office_permission_cases_see,
  'cases.note': m.office_permission_cases_note,
  'cases.decide': m.office_permission_cases_decide,
  'cases.release': m.office_permission_cases_release,
  'cases.read_list': m.office_permission_cases_read_list,
  'vault.see': m.office_permission_vault_see,
  'vault.receive': m.office_permission_vault_receive,
  'vault.lose': m.office_permission_vault_lose,
  'vault.unfreeze': m.office_permission_vault_unfreeze,
  'refunds.see': m.office_permission_refunds_see,
  'refunds.grant': m.office_permission_refunds_grant,
  'refunds.execute': m.office_permission_refunds_execute,
  'disputes.see': m.office_permission_disputes_see,
  'disputes.note_paid': m.office_permission_disputes_note_paid,
  'disputes.write_off': m.office_permission_disputes_write_off,
  'disputes.take_back': m.office_permission_disputes_take_back,
  'payouts.see': m.office_permission_payouts_see,
  'payouts.retry': m.office_permission_payouts_retry,
  'payouts.give_back': m.office_permission_payouts_give_back,
  'testimonials.see': m.office_permission_testimonials_see,
  'testimonials.publish': m.office_permission_testimonials_publish,
  'testimonials.reject': m.office_permission_testimonials_reject,
  'inbox.see': m.office_permission_inbox_see,
  'inbox.answer': m.office_permission_inbox_answer,
  'inbox.close': m.office_permission_inbox_close,
  'events.see': m.office_permission_events_see,
  'events.retry': m.office_permission_events_retry,
  'outbox.see': m.office_permission_outbox_see,
  'outbox.send': m.office_permission_outbox_send,
  'outbox.drop': m.office_permission_outbox_drop,
  'content.see': m.office_permission_content_see,
  'content.edit': m.office_permission_content_edit,
  'content.agreement': m.office_permission_content_agreement,
}

/** "Execute a refund"; an action of an older release, which has no words any more, by its name. */
export function actionName(action: string): string {
  const words = isPermission(action) ? permissionWords[action]() : action
  return capital(words)
}

const roleWords: Record<Role, () => string> = {
  owner: m.office_role_owner,
  desk: m.office_role_desk,
  fulfilment: m.office_role_fulfilment,
  support: m.office_role_support,
  content: m.office_role_content,
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
