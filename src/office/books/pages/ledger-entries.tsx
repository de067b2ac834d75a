/** Entries of one account, the newest first, and what they are together. */
import type { EntriesView } from '../../../books/ledger-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { formatCount } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { amountOf, TransferLink } from './ledger-words.tsx'

type Row = EntriesView['rows'][number]

export function Entries({ entries: { rows, sums }, asset }: { entries: EntriesView; asset: string }) {
  const { second } = useTimes()
  return (
    <div className="grid gap-4">
      <section className="office-panel max-w-xl" aria-label={m.office_books_ledger_holds()}>
        <Facts
          facts={[
            { label: m.office_books_ledger_opening(), value: amountOf(sums.opening, asset) },
            { label: m.office_books_added(), value: amountOf(sums.added, asset) },
            { label: m.office_books_taken(), value: amountOf(sums.taken, asset) },
            { label: m.office_books_ledger_closing(), value: <strong>{amountOf(sums.closing, asset)}</strong> },
            { label: m.office_books_ledger_entries(), value: formatCount(sums.entries, language()) },
          ]}
        />
      </section>
      <LinesTable
        name={m.office_books_ledger_entries()}
        rows={rows}
        rowKey={({ place }) => place}
        columns={columnsOf(asset, second)}
        empty={m.office_books_ledger_no_entries()}
      />
    </div>
  )
}

const columnsOf = (asset: string, moment: (text: string) => string): LineColumn<Row>[] => [
  {
    head: m.office_books_ledger_what(),
    cell: ({ transfer_id: id, kind }) => <TransferLink id={id} kind={kind} />,
    phone: 'title',
  },
  { head: m.office_books_ledger_when(), cell: ({ at }) => moment(at), phone: 'below' },
  { head: m.office_books_ledger_amount(), cell: ({ amount }) => amountOf(amount, asset), phone: 'side', right: true },
  {
    head: m.office_books_ledger_after(),
    cell: ({ after }) => amountOf(after, asset),
    phone: 'below-side',
    right: true,
  },
]
