/** /admin/books/takings: what came in on each day of a month, by way of payment, and what went back. */
import type { TakingsView } from '../../../books/contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { money } from '../../../ui/figures.tsx'
import { dayName } from '../../kit/pages/day-name.ts'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import { MonthBar, Unread } from './month-bar.tsx'
import { useStoreAndMonth } from './month-choice.tsx'

export const handle: OfficeHandle = { permission: 'books.see' }
type Row = TakingsView['rows'][number]

const ways: Record<Row['method'], () => string> = {
  card: m.office_books_way_card,
  va: m.office_books_way_va,
  qris: m.office_books_way_qris,
  bank_transfer: m.office_books_way_bank_transfer,
  balance: m.office_books_way_balance,
  counter_cash: m.office_books_way_counter_cash,
  counter_card: m.office_books_way_counter_card,
  other: m.office_books_way_other,
}

export default function TakingsPage() {
  const { store, month, choice } = useStoreAndMonth()
  const { data, failed, reload } = useOffice<TakingsView>('/books/takings', { store, month })
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_books_title()}</h1>
      <OfficeTabs />
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_books_takings_lead()}</p>
      <MonthBar
        choice={choice}
        query={{ store, month }}
        files={[{ path: '/books/takings.csv', name: m.office_books_save_takings() }]}
      />
      {!data && <Unread failed={failed} reload={reload} />}
      {data && (
        <LinesTable
          name={m.office_books_tab_takings()}
          rows={data.rows}
          rowKey={({ day, currency, method }) => `${day} ${currency} ${method}`}
          columns={columns()}
          empty={m.office_books_no_takings()}
        />
      )}
    </>
  )
}

const columns = (): LineColumn<Row>[] => [
  { head: m.office_books_day(), cell: ({ day }) => dayName(day), phone: 'title' },
  { head: m.office_books_way(), cell: ({ method }) => ways[method](), phone: 'below' },
  {
    head: m.office_books_gross(),
    cell: ({ gross, currency }) => money({ amount: gross, currency }),
    phone: 'hidden',
    right: true,
  },
  {
    head: m.office_books_refunds(),
    cell: ({ refunds, currency }) => money({ amount: refunds, currency }),
    phone: 'below-side',
    right: true,
  },
  {
    head: m.office_books_left(),
    cell: ({ net, currency }) => money({ amount: net, currency }),
    phone: 'side',
    right: true,
  },
]
