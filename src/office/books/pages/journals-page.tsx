/** /admin/books: the days of a month as journals, and each as a file for a program of accounting. */
import type { JournalsView } from '../../../books/contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { money } from '../../../ui/figures.tsx'
import { formatCount } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { dayName } from '../../kit/pages/day-name.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { useStoreChoice } from '../../kit/pages/use-store-choice.tsx'
import { JournalDetail, programs } from './journal-detail.tsx'
import { months } from './month-choice.tsx'

export const handle: OfficeHandle = { permission: 'books.see' }
type Row = JournalsView['rows'][number]

export default function JournalsPage() {
  const { store, choice } = useStoreChoice()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_books_title()}</h1>
      <OfficeTabs />
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_books_journals_lead()}</p>
      {choice}
      <DataTable<Row>
        name={m.office_books_journals()}
        path="/books/journals"
        fixed={{ store: store.code }}
        filters={[
          {
            name: 'month',
            kind: 'choice',
            label: m.office_books_month(),
            choices: months(store.time_zone),
            unchosen: m.office_books_month_now(),
          },
        ]}
        columns={columns()}
        rowId={({ day }) => day}
        rowName={({ day }) => dayName(day)}
        detail={({ day }, close) => <JournalDetail store={store.code} day={day} close={close} />}
        empty={m.office_books_no_days()}
      />
    </>
  )
}

const columns = (): Column<Row>[] => [
  { key: 'day', head: m.office_books_day(), cell: ({ day }) => dayName(day), phone: 'title' },
  {
    key: 'state',
    head: m.office_books_state(),
    cell: ({ closed }) => (
      <Tag tone={closed ? 'up' : 'plain'}>{closed ? m.office_books_closed() : m.office_books_open()}</Tag>
    ),
    phone: 'below-side',
  },
  {
    key: 'files',
    head: m.office_books_files(),
    cell: ({ formats }) => formats.map((format) => programs[format]).join(', ') || '–',
    phone: 'below',
  },
  {
    key: 'transfers',
    head: m.office_books_transfers(),
    cell: ({ transfers }) => formatCount(transfers, language()),
    right: true,
  },
  {
    key: 'total',
    head: m.office_books_total(),
    cell: ({ total, currency }) => money({ amount: total, currency }),
    right: true,
    phone: 'side',
  },
]
