/** /admin/books/figures: what a store sold and earned in a range of days, held against the ledger, and what it has now. */
import { useSearchParams } from 'react-router'
import { isRange, MOST_DAYS } from '../../../books/figure-rules.ts'
import type { FiguresView } from '../../../books/figures-contract.ts'
import { isDay } from '../../../locale/day-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { serverNow } from '../../../ui/clock.ts'
import { dayIn, formatCount, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { DayField } from '../../kit/pages/day-field.tsx'
import { dayName } from '../../kit/pages/day-name.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import { officeDownload } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { SubjectLink } from '../../kit/pages/subject-link.tsx'
import { useMay, useOffice } from '../../kit/pages/use-office.ts'
import { useStoreChoice } from '../../kit/pages/use-store-choice.tsx'
import { FigureBars } from './figure-bars.tsx'
import { HeldAgainst } from './held-against.tsx'
import { Unread } from './month-bar.tsx'
import { StandingNow } from './standing-now.tsx'

export const handle: OfficeHandle = { permission: 'dashboard.figures' }
type Totals = FiguresView['total']

const MONTH_MS = 29 * 86_400_000

/** The last thirty days of the store, until the address says others. */
function useDays({ time_zone: timeZone }: { time_zone: string }, search: URLSearchParams) {
  const to = search.get('to') ?? dayIn(serverNow(), timeZone)
  const last = isDay(to) ? Date.parse(to) : serverNow()
  const from = search.get('from') ?? dayIn(last - MONTH_MS, 'UTC')
  return { from, to, fit: isRange(from, to) }
}

export default function FiguresPage() {
  const [search, setSearch] = useSearchParams()
  const { store, field } = useStoreChoice(Object.fromEntries(search))
  const { from, to, fit } = useDays(store, search)
  const query = { store: store.code, from, to }
  const set = (name: 'from' | 'to', value: string) => setSearch({ ...query, [name]: value }, { replace: true })
  const { data, failed, reload } = useOffice<FiguresView>(fit ? '/books/figures' : null, query)
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_books_title()}</h1>
      <OfficeTabs />
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_books_figures_lead()}</p>
      <div className="office-filters">
        {field}
        <DayField
          label={m.office_books_ledger_from_day()}
          value={from}
          onChange={({ currentTarget }) => set('from', currentTarget.value)}
        />
        <DayField
          label={m.office_books_ledger_to_day()}
          value={to}
          onChange={({ currentTarget }) => set('to', currentTarget.value)}
        />
        {fit && <Files query={query} />}
      </div>
      {!fit && (
        <p role="alert" className="mb-4 text-down">
          {m.office_books_figures_range({ n: MOST_DAYS })}
        </p>
      )}
      {fit && (failed || !data) && <Unread failed={failed} reload={reload} />}
      <div className="grid gap-6">
        {fit && data && !failed && <OfDays figures={data} />}
        <StandingNow store={store.code} />
      </div>
    </>
  )
}

function Files({ query }: { query: { store: string; from: string; to: string } }) {
  const may = useMay()
  if (!may('books.export')) return null
  const save = (by: 'day' | 'product') => void officeDownload('/books/figures.csv', { ...query, by }).catch(() => null)
  return (
    <span className="ml-auto flex flex-wrap justify-end gap-2 self-end">
      <Button kind="ghost" size="s" onClick={() => save('day')}>
        {m.office_books_figures_save_days()}
      </Button>
      <Button kind="ghost" size="s" onClick={() => save('product')}>
        {m.office_books_figures_save_products()}
      </Button>
    </span>
  )
}

function OfDays({ figures }: { figures: FiguresView }) {
  const { days, products, total, currency, cost_unknown: unknown } = figures
  const money = (amount: string) => formatMoney(amount, currency, language())
  return (
    <>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <section className="office-panel" aria-label={m.office_books_figures_total()}>
          <Facts
            facts={[
              { label: m.office_books_figures_sales(), value: money(total.sales) },
              { label: m.office_books_figures_returned(), value: money(total.returned) },
              { label: m.office_books_figures_cost(), value: money(total.cost) },
              { label: m.office_books_figures_trades(), value: money(total.trades) },
              { label: marginName(unknown), value: <strong>{money(total.margin)}</strong> },
              ...(unknown !== 0
                ? [{ label: m.office_books_figures_unknown(), value: formatCount(unknown, language()) }]
                : []),
            ]}
          />
        </section>
        <FigureBars days={days} currency={currency} />
      </div>
      <HeldAgainst figures={figures} />
      <h2 className="h3">{m.office_books_figures_by_day()}</h2>
      <LinesTable
        name={m.office_books_figures_by_day()}
        rows={days}
        rowKey={({ day }) => day}
        columns={[
          { head: m.office_books_day(), cell: ({ day }) => dayName(day), phone: 'title' },
          ...columnsOf<FiguresView['days'][number]>(money, unknown),
        ]}
        empty={m.office_books_figures_none()}
      />
      <h2 className="h3">{m.office_books_figures_by_product()}</h2>
      <LinesTable
        name={m.office_books_figures_by_product()}
        rows={products}
        rowKey={({ product_id: id }) => String(id)}
        columns={[
          {
            head: m.office_books_figures_product(),
            cell: ({ product_id: id, name }) =>
              id === null ? (
                m.office_books_figures_grams()
              ) : (
                <SubjectLink kind="product" id={String(id)}>
                  {name}
                </SubjectLink>
              ),
            phone: 'title',
            wrap: true,
          },
          ...columnsOf<FiguresView['products'][number]>(money, unknown),
        ]}
        empty={m.office_books_figures_none()}
      />
    </>
  )
}

/** Of pieces whose cost nobody knows all that they brought stands in it. */
const marginName = (unknown: number) =>
  unknown === 0 ? m.office_books_figures_margin() : m.office_overview_margin_before()

const columnsOf = <Row extends Totals>(money: (amount: string) => string, unknown: number): LineColumn<Row>[] => [
  { head: m.office_books_figures_gold(), cell: ({ gold }) => money(gold), phone: 'hidden', right: true },
  { head: m.office_books_figures_premium(), cell: ({ premium }) => money(premium), phone: 'hidden', right: true },
  { head: m.office_books_figures_making(), cell: ({ making }) => money(making), phone: 'hidden', right: true },
  { head: m.office_books_figures_sales(), cell: ({ sales }) => money(sales), phone: 'below', right: true, said: true },
  {
    head: m.office_books_figures_cost(),
    cell: ({ cost }) => money(cost),
    phone: 'below-side',
    right: true,
    said: true,
  },
  { head: m.office_books_figures_trades(), cell: ({ trades }) => money(trades), phone: 'hidden', right: true },
  { head: marginName(unknown), cell: ({ margin }) => money(margin), phone: 'side', right: true },
]
