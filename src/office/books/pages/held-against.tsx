/** Each figure from the records of sales, pieces and trades, beside the entries of its account in the same days. */
import { Link } from 'react-router'
import type { FiguresView } from '../../../books/figures-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { kindName } from './kind-words.ts'
import { toAccount } from './ledger-words.tsx'

type Row = FiguresView['held'][number]

export function HeldAgainst({ figures }: { figures: FiguresView }) {
  const may = useMay()
  const all = figures.held.every(({ agrees }) => agrees)
  return (
    <section className="grid gap-3" aria-label={m.office_books_held()}>
      <h2 className="h3 flex flex-wrap items-center gap-3">
        {m.office_books_held()}
        <Agrees agrees={all} />
      </h2>
      <p className="max-w-3xl text-ink-2">{m.office_books_held_text()}</p>
      <LinesTable
        name={m.office_books_held()}
        rows={figures.held}
        rowKey={({ figure }) => figure}
        columns={columnsOf(figures, may('books.see'))}
      />
    </section>
  )
}

const Agrees = ({ agrees }: { agrees: boolean }) =>
  agrees ? <Tag tone="up">{m.office_books_held_agrees()}</Tag> : <Tag tone="down">{m.office_books_held_differs()}</Tag>

const columnsOf = ({ currency, from, to }: FiguresView, maySee: boolean): LineColumn<Row>[] => {
  const money = (amount: string) => formatMoney(amount, currency, language())
  return [
    { head: m.office_books_gram_kind(), cell: ({ kind }) => kindName(kind), phone: 'title' },
    {
      head: m.office_books_held_records(),
      cell: ({ records }) => money(records),
      phone: 'below',
      right: true,
      said: true,
    },
    {
      head: m.office_books_held_ledger(),
      cell: ({ ledger, account }) =>
        account && maySee ? (
          <Link to={`${toAccount(account)}&from=${from}&to=${to}`} className="link">
            {money(ledger)}
          </Link>
        ) : (
          money(ledger)
        ),
      phone: 'side',
      right: true,
      said: true,
    },
    { head: m.office_books_state(), cell: ({ agrees }) => <Agrees agrees={agrees} />, phone: 'below-side' },
  ]
}
