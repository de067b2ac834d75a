/** /admin/books/ledger/transfer?id=…: one transfer with all its legs, and the record behind it. */
import { Link } from 'react-router'
import type { OneTransferView } from '../../../books/ledger-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Tag } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OneById } from '../../kit/pages/one-by-id.tsx'
import { SubjectLink } from '../../kit/pages/subject-link.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { kindName } from './kind-words.ts'
import { amountOf, moveName, TransferLink, toAccount } from './ledger-words.tsx'

export const handle: OfficeHandle = { permission: 'books.see' }
type Leg = OneTransferView['parts'][number]

export default function LedgerTransferPage() {
  return (
    <OneById<OneTransferView>
      path="/books/ledger/transfer"
      field="transfer_id"
      back={{ to: '/admin/books/ledger', name: m.office_books_ledger_back() }}
      title={m.office_books_transfer_title()}
      none={m.office_books_transfer_none()}
      failed={m.office_books_transfer_failed()}
    >
      {(transfer) => <Transfer transfer={transfer} />}
    </OneById>
  )
}

type Props = { transfer: OneTransferView }

function Transfer({ transfer }: Props) {
  return (
    <>
      <h1 className="office-h1 mb-4 flex flex-wrap items-center gap-3">
        {moveName(transfer.kind)}
        {transfer.reversed_by && <Tag tone="warn">{m.office_books_transfer_reversed_by()}</Tag>}
      </h1>
      <div className="grid gap-4">
        <LinesTable
          name={m.office_books_transfer_legs()}
          rows={transfer.parts}
          rowKey={({ account, amount }) => `${account} ${amount}`}
          columns={legColumns()}
        />
        <About transfer={transfer} />
      </div>
    </>
  )
}

const legColumns = (): LineColumn<Leg>[] => [
  {
    head: m.office_books_account(),
    cell: ({ account, kind }) => (
      <Link to={toAccount(account)} className="link">
        {kindName(kind)}
      </Link>
    ),
    phone: 'title',
  },
  {
    head: m.office_books_ledger_member(),
    cell: ({ member_id: id, member }) => (
      <SubjectLink kind="member" id={id}>
        {id ? member || id : m.office_books_ledger_of_house()}
      </SubjectLink>
    ),
    phone: 'below',
  },
  {
    head: m.office_books_ledger_amount(),
    cell: ({ amount, asset }) => amountOf(amount, asset),
    phone: 'side',
    right: true,
  },
]

function About({ transfer }: Props) {
  const { second } = useTimes()
  const { nameOf } = useStores()
  const { reference, actor, reason, at, happened_at: happened, store, chain, reverses, reversed_by: by } = transfer
  const other = (label: string, transfer: { id: string; kind: string } | null) =>
    transfer ? [{ label, value: <TransferLink {...transfer} /> }] : []
  return (
    <section className="office-panel max-w-3xl">
      <Facts
        facts={[
          { label: m.office_books_transfer_record(), value: <Behind record={transfer.record} /> },
          { label: m.office_books_transfer_reference(), value: <span className="break-all">{reference}</span> },
          { label: m.office_books_transfer_posted(), value: second(at) },
          ...(happened ? [{ label: m.office_books_transfer_happened(), value: second(happened) }] : []),
          { label: m.office_books_transfer_actor(), value: actor },
          ...(reason ? [{ label: m.office_books_transfer_reason(), value: reason }] : []),
          { label: m.office_store(), value: nameOf(store) },
          ...other(m.office_books_transfer_reverses(), reverses),
          ...other(m.office_books_transfer_reversed_by(), by === null ? null : { id: by, kind: 'reversal' }),
          { label: m.office_books_transfer_chain(), value: `${chain.shard}:${chain.seq}` },
          { label: m.office_books_transfer_hash(), value: <span className="break-all">{chain.hash}</span> },
        ]}
      />
    </section>
  )
}

const recordWords: Record<NonNullable<OneTransferView['record']['kind']>, () => string> = {
  order: m.office_books_record_order,
  piece: m.office_books_record_piece,
  goldback: m.office_books_record_goldback,
  business: m.office_books_record_business,
  agent: m.office_books_record_agent,
  payout: m.office_books_record_payout,
  bank: m.office_books_record_bank,
  vault: m.office_vault_title,
  member: m.office_books_record_member,
}

const Behind = ({ record: { table, kind, id, name } }: Pick<OneTransferView, 'record'>) =>
  kind ? (
    <SubjectLink kind={kind} id={id}>
      {[recordWords[kind](), name].filter(Boolean).join(' ')}
    </SubjectLink>
  ) : (
    <>
      {table} <span className="text-ink-2">{m.office_books_record_no_page()}</span>
    </>
  )
