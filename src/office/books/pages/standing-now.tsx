/** What a store has at this moment: stock at the bid and by age, suspense, what it is bound to, and members' cash. */
import { Link } from 'react-router'
import type { StandingView } from '../../../books/figures-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { formatCount, formatGrams, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { CashFloat } from '../../kit/pages/cash-float.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import { OpenExposure } from '../../kit/pages/open-exposure.tsx'
import { useMay, useOffice } from '../../kit/pages/use-office.ts'
import { kindName } from './kind-words.ts'
import { toAccount } from './ledger-words.tsx'
import { Unread } from './month-bar.tsx'

export function StandingNow({ store }: { store: string }) {
  const { data, failed, reload } = useOffice<StandingView>('/books/standing', { store })
  const may = useMay()
  if (failed || !data) return <Unread failed={failed} reload={reload} />
  const money = (amount: string | null) => (amount === null ? '–' : formatMoney(amount, data.currency, language()))
  const linked = (text: string, account: string | null) =>
    account && may('books.see') ? (
      <Link to={toAccount(account)} className="link">
        {text}
      </Link>
    ) : (
      text
    )
  return (
    <section className="grid gap-4" aria-label={m.office_books_now()}>
      <h2 className="h3">{m.office_books_now()}</h2>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <section className="office-panel">
            <h3 className="mb-2 font-semibold">{m.office_books_now_stock()}</h3>
            <Facts
              facts={[
                { label: m.office_books_now_bid(), value: money(data.bid) },
                ...data.stock.map(({ kind, grams, value, account }) => ({
                  label: kindName(kind),
                  value: (
                    <>
                      {linked(formatGrams(grams, language()), account)}
                      <span className="block text-ink-2">{money(value)}</span>
                    </>
                  ),
                })),
                {
                  label: kindName('suspense'),
                  value: linked(money(data.suspense.amount), data.suspense.account),
                },
              ]}
            />
          </section>
          <CashFloat float={data.cash_float} currency={data.currency} />
        </div>
        <OpenExposure exposure={data.exposure} />
      </div>
      <h3 className="flex flex-wrap items-center gap-3 font-semibold">
        {m.office_books_ages()}
        {data.ages_agree ? (
          <Tag tone="up">{m.office_books_held_agrees()}</Tag>
        ) : (
          <Tag tone="down">{m.office_books_held_differs()}</Tag>
        )}
      </h3>
      <LinesTable
        name={m.office_books_ages()}
        rows={data.ages}
        rowKey={({ from }) => String(from)}
        columns={ageColumns(data, money)}
      />
    </section>
  )
}

type Age = StandingView['ages'][number]

function ageColumns({ ages }: StandingView, money: (amount: string | null) => string): LineColumn<Age>[] {
  const span = ({ from }: Age) => {
    const next = ages.find((one) => one.from > from)
    return next ? m.office_books_ages_span({ from, to: next.from - 1 }) : m.office_books_ages_over({ from })
  }
  return [
    { head: m.office_books_ages_since(), cell: span, phone: 'title' },
    {
      head: m.office_books_ages_pieces(),
      cell: ({ pieces }) => formatCount(pieces, language()),
      phone: 'below',
      right: true,
      said: true,
    },
    {
      head: m.office_books_ages_grams(),
      cell: ({ grams }) => formatGrams(grams, language()),
      phone: 'side',
      right: true,
    },
    { head: m.office_books_ages_value(), cell: ({ value }) => money(value), phone: 'below-side', right: true },
  ]
}
