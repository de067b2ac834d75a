/** /admin/books/ledger: every kind of account of a store and what it holds, to the unit. */
import { Link } from 'react-router'
import type { KindsView } from '../../../books/ledger-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { formatCount } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useStoreChoice } from '../../kit/pages/use-store-choice.tsx'
import { kindName } from './kind-words.ts'
import { amountOf, toAccount } from './ledger-words.tsx'
import { Unread } from './month-bar.tsx'

export const handle: OfficeHandle = { permission: 'books.see' }
type Row = KindsView['rows'][number]

export default function LedgerPage() {
  const { store, choice } = useStoreChoice()
  const { data: read, failed, loading, reload } = useOffice<KindsView>('/books/ledger/kinds', { store: store.code })
  const data = loading ? null : read
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_books_title()}</h1>
      <OfficeTabs />
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_books_ledger_lead()}</p>
      {choice}
      {!data && <Unread failed={failed} reload={reload} />}
      {data && (
        <div className="grid gap-4">
          {data.assets.length > 0 && <Together assets={data.assets} />}
          <LinesTable
            name={m.office_books_tab_ledger()}
            rows={data.rows}
            rowKey={({ kind, asset }) => `${kind} ${asset}`}
            columns={columnsOf(store.code)}
            empty={m.office_books_ledger_none()}
          />
        </div>
      )}
    </>
  )
}

/** Whatever moves, all accounts together hold nothing. */
const Together = ({ assets }: Pick<KindsView, 'assets'>) => (
  <section className="office-panel max-w-xl">
    <Facts
      facts={assets.map(({ asset, sum }) => ({
        label: m.office_books_ledger_zero({ asset }),
        value: (
          <span className="flex flex-wrap items-center justify-end gap-2">
            {amountOf(sum, asset)} <Even isEven={!/[1-9]/.test(sum)} />
          </span>
        ),
      }))}
    />
  </section>
)

const Even = ({ isEven }: { isEven: boolean }) =>
  isEven ? <Tag tone="up">{m.office_books_ledger_even()}</Tag> : <Tag tone="down">{m.office_books_ledger_uneven()}</Tag>

const floors: Record<Row['floor'], () => React.ReactNode> = {
  none: () => <span className="text-ink-2">{m.office_books_ledger_floor_none()}</span>,
  agrees: () => m.office_books_ledger_floor_agrees(),
  differs: () => <Tag tone="down">{m.office_books_ledger_floor_differs()}</Tag>,
}

const columnsOf = (store: string): LineColumn<Row>[] => [
  {
    head: m.office_books_gram_kind(),
    cell: ({ kind, account }) => (
      <Link
        to={account ? toAccount(account) : `/admin/books/ledger/accounts?store=${store}&kind=${kind}`}
        className="link"
      >
        {kindName(kind)}
      </Link>
    ),
    phone: 'title',
  },
  { head: m.office_books_ledger_asset(), cell: ({ asset }) => asset, phone: 'hidden' },
  {
    head: m.office_books_ledger_accounts(),
    cell: ({ accounts }) => formatCount(accounts, language()),
    phone: 'hidden',
    right: true,
  },
  {
    head: m.office_books_ledger_entries(),
    cell: ({ entries }) => formatCount(entries, language()),
    phone: 'hidden',
    right: true,
  },
  { head: m.office_books_ledger_floor(), cell: ({ floor }) => floors[floor](), phone: 'below' },
  {
    head: m.office_books_ledger_holds(),
    cell: ({ sum, asset }) => amountOf(sum, asset),
    phone: 'side',
    right: true,
  },
]
