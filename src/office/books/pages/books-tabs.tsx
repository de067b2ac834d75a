import * as m from '../../../locale/paraglide/messages.js'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'

const tabs = [
  { at: 'journals', to: '/admin/books', name: m.office_books_tab_journals },
  { at: 'invoices', to: '/admin/books/invoices', name: m.office_books_tab_invoices },
  { at: 'takings', to: '/admin/books/takings', name: m.office_books_tab_takings },
  { at: 'ledger', to: '/admin/books/ledger', name: m.office_books_tab_ledger },
  { at: 'chart', to: '/admin/books/chart', name: m.office_books_tab_chart },
] as const

export const BooksTabs = ({ at }: { at: (typeof tabs)[number]['at'] }) => (
  <OfficeTabs label={m.office_books_title()} tabs={tabs} at={at} />
)
