/** /admin/books: the days of a month as journals, and each as a file for a program of accounting. */
import type { JournalsView } from '../../../books/contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { serverNow } from '../../../ui/clock.ts'
import { money } from '../../../ui/figures.tsx'
import { formatCount, formatDay, formatMonth } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { BooksTabs, useBooksStore } from './books-tabs.tsx'
import { JournalDetail, programs } from './journal-detail.tsx'

export const handle: OfficeHandle = { permission: 'books.see' }
type Row = JournalsView['rows'][number]

export default function JournalsPage() {
  const { store, choice } = useBooksStore()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_books_title()}</h1>
      <BooksTabs at="journals" />
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
            choices: months(),
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

const MONTHS_BACK = 24
/** The last two years. */
function months() {
  const now = new Date(serverNow())
  return Array.from({ length: MONTHS_BACK }, (_, back) => {
    const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)
    return {
      value: new Date(at).toISOString().slice(0, 7),
      label: formatMonth(at, 'UTC', language()),
    }
  })
}

const dayName = (day: string) => formatDay(Date.parse(`${day}T00:00:00Z`), 'UTC', language())

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
