/** /admin/books/ledger/accounts?store=…&kind=…: the accounts of a kind, the oldest first, and whose they are. */
import { Link, useSearchParams } from 'react-router'
import type { AccountsView } from '../../../books/ledger-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { useShell } from '../../../ui/shell-data.ts'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { SubjectLink } from '../../kit/pages/subject-link.tsx'
import { useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { kindName } from './kind-words.ts'
import { BackToLedger, Pages } from './ledger-parts.tsx'
import { toAccount } from './ledger-words.tsx'
import { Unread } from './month-bar.tsx'

export const handle: OfficeHandle = { permission: 'books.see' }
type Row = AccountsView['rows'][number]

export default function LedgerAccountsPage() {
  const { store: own } = useShell()
  const [search] = useSearchParams()
  const { moment } = useTimes()
  const [store, kind, after] = [search.get('store') ?? own.code, search.get('kind') ?? '', search.get('after') ?? '']
  const {
    data: read,
    failed,
    loading,
    reload,
  } = useOffice<AccountsView>('/books/ledger/accounts', { store, kind, after })
  const data = loading ? null : read
  return (
    <>
      <BackToLedger store={store} />
      <h1 className="office-h1 mb-4">{kindName(kind) || m.office_books_tab_ledger()}</h1>
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_books_ledger_members_note()}</p>
      {!data && <Unread failed={failed} reload={reload} />}
      {data && (
        <>
          <LinesTable
            name={kindName(kind)}
            rows={data.rows}
            rowKey={({ account }) => account}
            columns={columnsOf(moment)}
            empty={m.office_books_ledger_no_accounts()}
          />
          <Pages name="after" next={data.next} isFirst={after === ''} />
        </>
      )}
    </>
  )
}

const columnsOf = (moment: (text: string) => string): LineColumn<Row>[] => [
  {
    head: m.office_books_account(),
    cell: ({ account }) => (
      <Link to={toAccount(account)} className="link tabular-nums">
        {m.office_books_ledger_account_number({ account })}
      </Link>
    ),
    phone: 'title',
  },
  {
    head: m.office_books_ledger_member(),
    cell: ({ member_id: id, member }) => (
      <SubjectLink kind="member" id={id}>
        {member || '–'}
      </SubjectLink>
    ),
    phone: 'below',
  },
  { head: m.office_books_ledger_asset(), cell: ({ asset }) => asset, phone: 'side' },
  {
    head: m.office_books_ledger_opened(),
    cell: ({ opened_at: at }) => moment(at),
    phone: 'below-side',
    right: true,
  },
]
