/** /admin/books/invoices: every invoice and credit note of a month, and whether a number is missing. */
import type { RegisterView } from '../../../books/contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { money } from '../../../ui/figures.tsx'
import { Tag } from '../../../ui/states.tsx'
import { dayName } from '../../kit/pages/day-name.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { SubjectLink } from '../../kit/pages/subject-link.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import { MonthBar, Unread } from './month-bar.tsx'
import { useStoreAndMonth } from './month-choice.tsx'

export const handle: OfficeHandle = { permission: 'books.see' }
type Row = RegisterView['rows'][number]

export default function InvoicesPage() {
  const { store, month, choice } = useStoreAndMonth()
  const { data, failed, reload } = useOffice<RegisterView>('/books/invoices', { store, month })
  const files = [
    { path: '/books/invoices.csv', name: m.office_books_save_invoices() },
    { path: '/books/tax.csv', name: m.office_books_save_tax() },
  ]
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_books_title()}</h1>
      <OfficeTabs />
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_books_invoices_lead()}</p>
      <MonthBar choice={choice} query={{ store, month }} files={files} />
      {!data && <Unread failed={failed} reload={reload} />}
      {data && (
        <div className="grid gap-4">
          <p role="status">
            {data.missing.length === 0 ? (
              <Tag tone="up">{m.office_books_no_gap()}</Tag>
            ) : (
              <Tag tone="down">{m.office_books_missing({ numbers: data.missing.join(', ') })}</Tag>
            )}
          </p>
          {data.sums.map(({ currency, net, tax, total }) => (
            <section key={currency} className="office-panel max-w-xl" aria-label={m.office_books_month_sum()}>
              <Facts
                facts={[
                  { label: m.office_books_net(), value: money({ amount: net, currency }) },
                  { label: m.office_books_tax(), value: money({ amount: tax, currency }) },
                  { label: m.office_books_month_sum(), value: money({ amount: total, currency }) },
                ]}
              />
            </section>
          ))}
          <LinesTable
            name={m.office_books_tab_invoices()}
            rows={data.rows}
            rowKey={({ number }) => number}
            columns={columns()}
            empty={m.office_books_no_invoices()}
          />
        </div>
      )}
    </>
  )
}

const columns = (): LineColumn<Row>[] => [
  {
    head: m.office_number(),
    cell: ({ number }) => <span className="whitespace-nowrap">{number}</span>,
    phone: 'title',
  },
  { head: m.office_books_day(), cell: ({ day }) => dayName(day), phone: 'below-side' },
  {
    head: m.office_books_order(),
    cell: ({ order, order_id: id }) => (
      <SubjectLink kind="order" id={id}>
        {order}
      </SubjectLink>
    ),
    phone: 'hidden',
  },
  { head: m.office_books_buyer(), cell: ({ buyer }) => <span className="office-cut">{buyer}</span>, phone: 'below' },
  {
    head: m.office_books_net(),
    cell: ({ net, currency }) => money({ amount: net, currency }),
    phone: 'hidden',
    right: true,
  },
  {
    head: m.office_books_tax(),
    cell: ({ tax, currency }) => money({ amount: tax, currency }),
    phone: 'hidden',
    right: true,
  },
  {
    head: m.office_books_gross(),
    cell: ({ total, currency }) => money({ amount: total, currency }),
    phone: 'side',
    right: true,
  },
]
