/** The pages of the back office in the order of its navigation. A reader sees those that they may open. */
import * as m from '../../../locale/paraglide/messages.js'
import type { Permission } from '../../../staff/permission-rules.ts'
import type { IconName } from '../../../ui/icon-names.ts'

/** Said in the reader's language, or in any. */
type Words = typeof m.office_overview
type OfficePage = { to: string; name: Words; permission?: Permission }
/**
 * `tabs` stand beside one another under the heading of the place, `more` are reached from it; both need its permission where they name
 * none.
 */
type OfficePlace = {
  to: string
  name: Words
  icon: IconName
  permission: Permission
  end?: true
  tabs?: OfficePage[]
  more?: OfficePage[]
}
type OfficeGroup = { name: Words; places: OfficePlace[] }

export const officeGroups: OfficeGroup[] = [
  {
    name: m.office_nav_work,
    places: [
      { to: '/admin', name: m.office_overview, icon: 'squares-four', permission: 'dashboard.see', end: true },
      { to: '/admin/notices', name: m.office_notices_title, icon: 'bell', permission: 'account.own' },
      { to: '/admin/approvals', name: m.office_approvals, icon: 'list-checks', permission: 'approvals.see' },
      { to: '/admin/inbox', name: m.office_inbox, icon: 'tray', permission: 'inbox.see' },
      {
        to: '/admin/complaints',
        name: m.office_complaints_title,
        icon: 'chat-circle-text',
        permission: 'complaints.see',
      },
      { to: '/admin/testimonials', name: m.office_testimonials, icon: 'star', permission: 'testimonials.see' },
    ],
  },
  {
    name: m.office_nav_shop,
    places: [
      {
        to: '/admin/orders',
        name: m.office_orders,
        icon: 'package',
        permission: 'orders.see',
        more: [
          { to: '/admin/orders/returns', name: m.office_orders_return_desk, permission: 'returns.see' },
          { to: '/admin/orders/drafts', name: m.office_orders_drafts, permission: 'orders.draft' },
          { to: '/admin/orders/runs', name: m.office_orders_runs, permission: 'orders.bulk' },
        ],
      },
      {
        to: '/admin/refunds',
        name: m.office_refunds,
        icon: 'receipt',
        permission: 'refunds.see',
        tabs: [
          { to: '/admin/refunds', name: m.office_tab_refund_requests },
          { to: '/admin/refunds/stuck', name: m.office_orders_stuck },
        ],
      },
      { to: '/admin/reviews', name: m.office_reviews, icon: 'clock-counter-clockwise', permission: 'refunds.see' },
      {
        to: '/admin/payouts',
        name: m.office_payouts,
        icon: 'wallet',
        permission: 'payouts.see',
        tabs: [
          { to: '/admin/payouts', name: m.office_payouts },
          { to: '/admin/payouts/owed', name: m.office_payouts_owed },
          { to: '/admin/payouts/suspense', name: m.office_payouts_suspense },
          { to: '/admin/payouts/bank', name: m.office_payouts_remit },
        ],
      },
      {
        to: '/admin/bank',
        name: m.office_bank,
        icon: 'bank',
        permission: 'bank.see',
        tabs: [
          { to: '/admin/bank', name: m.office_bank_lines },
          { to: '/admin/bank/returns', name: m.office_bank_returns },
          { to: '/admin/bank/accounts', name: m.office_tab_bank_accounts },
        ],
      },
      {
        to: '/admin/books',
        name: m.office_books_title,
        icon: 'list',
        permission: 'books.see',
        tabs: [
          { to: '/admin/books', name: m.office_tab_journals },
          { to: '/admin/books/invoices', name: m.office_books_tab_invoices },
          { to: '/admin/books/takings', name: m.office_books_tab_takings },
          { to: '/admin/books/figures', name: m.office_tab_figures, permission: 'dashboard.figures' },
          { to: '/admin/books/ledger', name: m.office_books_tab_ledger },
          { to: '/admin/books/chart', name: m.office_books_tab_chart },
        ],
      },
      { to: '/admin/disputes', name: m.office_disputes, icon: 'bank', permission: 'disputes.see' },
      {
        to: '/admin/goldback',
        name: m.office_goldback_title,
        icon: 'arrow-counter-clockwise',
        permission: 'goldback.see',
        more: [
          { to: '/admin/goldback', name: m.office_goldback_title },
          { to: '/admin/goldback/stock', name: m.office_goldback_stock },
        ],
      },
      { to: '/admin/prices', name: m.office_prices, icon: 'chart-line-up', permission: 'prices.see' },
      { to: '/admin/windows', name: m.office_windows_title, icon: 'warning-circle', permission: 'prices.see' },
      {
        to: '/admin/catalogue',
        name: m.office_goods_title,
        icon: 'storefront',
        permission: 'catalogue.see',
        more: [
          { to: '/admin/catalogue/new', name: m.office_goods_new, permission: 'catalogue.add' },
          { to: '/admin/catalogue/categories', name: m.office_goods_categories },
          { to: '/admin/catalogue/makers', name: m.office_goods_makers },
          { to: '/admin/catalogue/import', name: m.office_goods_import_title, permission: 'stock.import' },
        ],
      },
      { to: '/admin/stock', name: m.office_pieces_title, icon: 'seal-check', permission: 'stock.see' },
      { to: '/admin/business', name: m.office_business_title, icon: 'handshake', permission: 'business.see' },
      {
        to: '/admin/growth',
        name: m.office_growth_title,
        icon: 'gift',
        permission: 'growth.see',
        tabs: [
          { to: '/admin/growth', name: m.office_growth_tab_rewards },
          { to: '/admin/growth/campaigns', name: m.office_growth_tab_campaigns },
          { to: '/admin/growth/rates', name: m.office_tab_rates },
        ],
      },
      { to: '/admin/agents', name: m.office_agents_title, icon: 'users-three', permission: 'agents.see' },
      { to: '/admin/plans', name: m.office_members_plans, icon: 'calendar-blank', permission: 'members.see' },
      {
        to: '/admin/vault',
        name: m.office_vault_title,
        icon: 'vault',
        permission: 'vault.see',
        tabs: [
          { to: '/admin/vault', name: m.office_tab_register },
          { to: '/admin/vault/places', name: m.office_vault_tab_places },
          { to: '/admin/vault/transports', name: m.office_vault_tab_transports },
          { to: '/admin/vault/desk', name: m.office_tab_vault_desk },
          { to: '/admin/vault/limits', name: m.office_vault_limits },
        ],
      },
      { to: '/admin/counts', name: m.office_counts_title, icon: 'list-checks', permission: 'vault.count' },
      { to: '/admin/activities', name: m.office_activities_title, icon: 'flag', permission: 'activities.see' },
      {
        to: '/admin/content',
        name: m.office_content,
        icon: 'newspaper',
        permission: 'content.see',
        more: [
          { to: '/admin/content/agreement', name: m.office_content_new_agreement, permission: 'content.agreement' },
        ],
      },
    ],
  },
  {
    name: m.office_nav_control,
    places: [
      {
        to: '/admin/kyc',
        name: m.office_identity,
        icon: 'identification-card',
        permission: 'kyc.see',
        more: [{ to: '/admin/kyc/reports', name: m.office_kyc_reports }],
      },
      {
        to: '/admin/cases',
        name: m.office_cases_title,
        icon: 'flag',
        permission: 'cases.see',
        tabs: [
          { to: '/admin/cases', name: m.office_tab_cases },
          { to: '/admin/cases/lists', name: m.office_cases_lists },
        ],
      },
      { to: '/admin/members', name: m.office_members, icon: 'users-three', permission: 'members.see' },
      { to: '/admin/rights', name: m.office_rights, icon: 'scales', permission: 'rights.see' },
      { to: '/admin/staff', name: m.office_staff, icon: 'user-gear', permission: 'staff.see' },
      { to: '/admin/setup', name: m.office_setup_title, icon: 'storefront', permission: 'shop.set_up' },
      { to: '/admin/licences', name: m.office_licences_title, icon: 'certificate', permission: 'settings.see' },
      {
        to: '/admin/settings',
        name: m.office_settings_title,
        icon: 'sliders-horizontal',
        permission: 'settings.see',
      },
      {
        to: '/admin/payment-methods',
        name: m.office_settings_pay_title,
        icon: 'credit-card',
        permission: 'settings.see',
      },
      { to: '/admin/delivery', name: m.office_settings_delivery_title, icon: 'truck', permission: 'settings.see' },
      { to: '/admin/events', name: m.office_events, icon: 'bell-ringing', permission: 'events.see' },
      { to: '/admin/outbox', name: m.office_outbox, icon: 'envelope-simple', permission: 'outbox.see' },
      { to: '/admin/audit', name: m.office_audit, icon: 'clock-counter-clockwise', permission: 'audit.see' },
    ],
  },
]

const officePlaces = officeGroups.flatMap(({ places }) => places)
/** The place whose tab this page is. */
export const placeOfTab = (path: string): OfficePlace | undefined =>
  officePlaces.find(({ tabs }) => tabs?.some(({ to }) => to === path))
