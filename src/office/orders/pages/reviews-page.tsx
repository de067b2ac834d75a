/** /admin/reviews: orders whose money waits for their members' choice. */
import * as m from '../../../locale/paraglide/messages.js'
import { isCurrency } from '../../../money/money.ts'
import type { OfficeReviewView } from '../../../orders/refunds/office-refund-contract.ts'
import { Money } from '../../../ui/figures.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'

/** In whichever currency it came, one that the shop does not know included. */
const moneyOf = ({ amount, currency }: OfficeReviewView['received'][number]) =>
  isCurrency(currency) ? formatMoney(amount, currency, language()) : `${currency} ${amount}`

export const handle: OfficeHandle = { permission: 'refunds.see' }

export default function ReviewsPage() {
  const { moment } = useTimes()
  const columns: Column<OfficeReviewView>[] = [
    { key: 'number', head: m.office_number(), cell: (row) => <NumberAndBuyer {...row} />, phone: 'title' },
    { key: 'buyer', head: m.office_buyer(), cell: ({ buyer }) => <span className="office-cut">{buyer}</span> },
    {
      key: 'may',
      head: m.office_orders_review_may(),
      cell: (row) => (row.may_honour ? m.office_orders_review_both() : m.office_orders_review_back()),
      phone: 'below',
    },
    {
      key: 'received',
      head: m.office_orders_review_received(),
      cell: ({ received }) => received.map(moneyOf).join(' + '),
      right: true,
    },
    {
      key: 'total',
      head: m.office_orders_total(),
      cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
      right: true,
      phone: 'side',
    },
    {
      key: 'until',
      head: m.office_orders_review_until(),
      cell: ({ until }) => (until ? moment(until) : '–'),
      right: true,
      phone: 'below-side',
    },
  ]
  return (
    <>
      <h1 className="office-h1">{m.office_reviews()}</h1>
      <p className="mt-1 mb-4 text-ink-2">{m.office_orders_review_lead()}</p>
      <DataTable<OfficeReviewView>
        name={m.office_reviews()}
        path="/refunds/reviews"
        columns={columns}
        rowId={({ order_id }) => order_id}
        rowName={({ number, buyer }) => `${number}, ${buyer}`}
        leadsTo={({ order_id }) => `/admin/order?id=${order_id}`}
        empty={m.office_orders_review_empty()}
      />
    </>
  )
}
